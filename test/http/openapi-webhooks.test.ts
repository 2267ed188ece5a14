/** The document's part about webhooks, compared with what the service does. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CONTRACTS } from "@/lib/contracts";
import { EVENT_EXAMPLES } from "@/lib/contracts/event";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { openApiDocument } from "@/server/http/openapi";
import { created, type Merchant, merchant } from "../factories";
import type { Answer } from "../http";
import { deliveriesOf, endpoint, until, type Work, work } from "../webhooks/work";

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Parameter = { name: string; in: string; required: boolean; description: string };
type Described = {
  parameters?: { $ref: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content: Record<string, Media> }>;
};

const JSON_TYPE = "application/json";
const contracts = CONTRACTS.filter(({ tag }) => tag === "Webhooks");
let shop: Merchant;
let running: Work | undefined;
let paths: Record<string, Record<string, Described>>;
let webhooks: Record<string, { post: Described }>;
let components: {
  schemas: Record<string, object>;
  parameters: Record<string, Parameter>;
  responses: Record<string, { content: Record<string, Media> }>;
};

beforeAll(async () => {
  shop = await merchant();
  ({ paths, webhooks, components } = openApiDocument() as unknown as {
    paths: typeof paths;
    webhooks: typeof webhooks;
    components: typeof components;
  });
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** A schema of the document as a reader of JSON Schema understands it. */
function schemaOf(media: Media | undefined): z.ZodType {
  const text = JSON.stringify({ ...media?.schema, $defs: components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}
type Content = { example?: unknown; examples?: Record<string, { value: unknown }> };
const exampleOf = ({ example, examples = {} }: Content = {}) => example ?? Object.values(examples)[0]?.value;

const describedOf = (id: string) => {
  const contract = contracts.find((each) => each.id === id);
  return paths[contract?.path ?? ""]?.[contract?.method.toLowerCase() ?? ""] as Described;
};

describe("operations on webhooks", () => {
  it("are all in the document, with an example of each answer and of each body", () => {
    expect(contracts).toHaveLength(14);
    for (const { id, body } of contracts) {
      const { requestBody, responses } = describedOf(id);
      expect(responses["200"]?.content[JSON_TYPE]?.example, id).toBeDefined();
      expect(requestBody !== undefined, id).toBe(body !== undefined);
      if (body) expect(exampleOf(requestBody?.content[JSON_TYPE]), id).toBeDefined();
    }
  });

  it("document their errors: 404 where an object is named, and used keys where something is made", () => {
    for (const { id, params, creates } of contracts) {
      const { responses, parameters = [] } = describedOf(id);
      expect(Object.keys(responses), id).toEqual(expect.arrayContaining(["400", "401", "403", "429", "500", "503"]));
      expect("404" in responses, id).toBe(params !== undefined);
      expect(responses["500"]?.$ref, id).toContain(creates ? "ServerErrorOrUsedKey" : "ServerError");
      expect(parameters.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey")).toBe(
        creates !== undefined,
      );
    }
    expect(contracts.filter(({ creates }) => creates).map(({ id }) => id)).toEqual([
      "createWebhook",
      "rollWebhookSecret",
      "testWebhook",
    ]);
  });

  it("give defaults that their own schemas take", () => {
    const found = JSON.stringify(paths).match(/\{"default":[^{}[\]]*\}/g) ?? [];
    const schemas = found.map((text) => JSON.parse(text) as { default: unknown });
    expect(schemas.length).toBeGreaterThan(2);
    for (const schema of schemas) expect(z.fromJSONSchema(schema).safeParse(schema.default).success).toBe(true);
  });

  it("answer as the document's own schemas say", async () => {
    const { testing } = shop;
    const made = await testing.post(
      "/webhooks",
      exampleOf(describedOf("createWebhook").requestBody?.content[JSON_TYPE]),
    );
    const { id } = made.body.data;
    await created(testing);
    const [{ id: delivery }] = await deliveriesOf(testing, id);
    const example = (name: string) => exampleOf(describedOf(name).requestBody?.content[JSON_TYPE]);
    const answers: Record<string, Answer> = {
      createWebhook: made,
      listWebhooks: await testing.get("/webhooks"),
      readWebhook: await testing.get(`/webhooks/${id}`),
      updateWebhook: await testing.call("PATCH", `/webhooks/${id}`, { body: example("updateWebhook") }),
      testWebhook: await testing.post(`/webhooks/${id}/test`, example("testWebhook")),
      listDeliveries: await testing.get(`/webhooks/${id}/deliveries`),
      readDelivery: await testing.get(`/webhooks/deliveries/${delivery}`),
      replayDelivery: await testing.post(`/webhooks/deliveries/${delivery}/replay`),
      replayMissed: await testing.post(`/webhooks/${id}/replay-missed`, example("replayMissed")),
      disableWebhook: await testing.post(`/webhooks/${id}/disable`),
      enableWebhook: await testing.post(`/webhooks/${id}/enable`),
      rollWebhookSecret: await testing.post(`/webhooks/${id}/roll-secret`, example("rollWebhookSecret")),
      listEvents: await testing.get("/events"),
      deleteWebhook: await testing.call("DELETE", `/webhooks/${id}`),
    };
    expect(Object.keys(answers).sort()).toEqual(contracts.map((contract) => contract.id).sort());
    for (const [name, { status, body }] of Object.entries(answers)) {
      expect(status, name).toBe(200);
      const schema = schemaOf(describedOf(name).responses["200"]?.content[JSON_TYPE]);
      expect(schema.safeParse(body).error?.issues ?? [], name).toEqual([]);
      expect(schema.safeParse({}).success, name).toBe(false);
    }
  });

  it("show a used key as it is answered", async () => {
    const send = () =>
      shop.testing.post(
        "/webhooks",
        { url: "https://shop.example/", events: ["order.created"] },
        { headers: { "idempotency-key": "k" } },
      );
    const [made, again] = [await send(), await send()];
    expect(again.body.error.id).toBe(made.body.data.id);
    const media = components.responses.ServerErrorOrUsedKey?.content[JSON_TYPE];
    expect(media?.examples?.idempotency_key_exists_webhook?.value).toEqual({
      error: { ...again.body.error, id: expect.stringMatching(/^we_[0-9a-f]{20}$/) },
    });
    expect(schemaOf(media).safeParse(again.body).success).toBe(true);
  });
});

describe("what is sent to endpoints", () => {
  const headersOf = ({ parameters = [] }: Described) =>
    parameters.map(({ $ref }) => components.parameters[$ref.split("/").at(-1) ?? ""] as Parameter);

  it("carries exactly the headers that the document names, the needed ones always", async () => {
    running = work();
    const receiver = await running.receiver();
    const { id } = await endpoint(shop.testing, receiver.url, { legacy_signature: true });
    await running.start();
    await created(shop.testing);
    await until(() => receiver.received[0]);
    await shop.testing.post(`/webhooks/${id}/test`, { event: "order.created" });
    await until(() => receiver.received[1]);
    await shop.testing.call("PATCH", `/webhooks/${id}`, {
      body: { signature: false, legacy_signature: false, auth_header: { name: "Authorization", value: "token" } },
    });
    await created(shop.testing);
    await until(() => receiver.received[2]);

    const described = headersOf(webhooks["order.created"]?.post as Described);
    for (const { in: place, description } of described) expect([place, description !== ""]).toEqual(["header", true]);
    const own = (index: number) =>
      Object.keys(receiver.received[index]?.headers ?? {})
        .filter((name) => /^(x-|webhook-)/.test(name))
        .sort();
    const names = described.map(({ name }) => name.toLowerCase());
    expect(own(1)).toEqual([...names].sort());
    expect(own(0)).toEqual(names.filter((name) => name !== "x-event-test").sort());
    const needed = described.filter(({ required }) => required).map(({ name }) => name.toLowerCase());
    expect(needed.sort()).toEqual(["x-event-id", "x-event-type"]);
    expect(own(2)).toEqual(expect.arrayContaining(needed));
    expect(own(2)).not.toContain("x-signature");
  });

  it.each(TRACKING_EVENT_NAMES)("for %s is what its payload's schema says, and no other event's", async (event) => {
    const media = webhooks[event]?.post.requestBody?.content[JSON_TYPE];
    const schema = schemaOf(media);
    expect(media?.example).toEqual(EVENT_EXAMPLES[event]);
    for (const other of TRACKING_EVENT_NAMES)
      expect(schema.safeParse(EVENT_EXAMPLES[other]).success, other).toBe(other === event);
  });

  it("follows those schemas on an order's whole way", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/");
    const { order_id } = await created(shop.testing);
    for (const event of ["order.picked_up", "order.in_transit", "order.out_for_delivery", "order.delivered"])
      await shop.testing.post("/simulate/tracking", { order_id, event, delivered_to: "Chan", description: "x" });
    const rows = await deliveriesOf(shop.testing, id);
    expect(rows).toHaveLength(5);
    for (const { id: delivery, event } of rows) {
      const { body } = (await shop.testing.get(`/webhooks/deliveries/${delivery}`)).body.data;
      const schema = schemaOf(webhooks[event]?.post.requestBody?.content[JSON_TYPE]);
      expect(schema.safeParse(JSON.parse(body)).error?.issues ?? [], event).toEqual([]);
    }
  });
});
