import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Validator } from "@seriousme/openapi-schema-validator";
import * as oauth from "oauth4webapi";
import OpenAPIClientAxios, { type Document, type OpenAPIClient } from "openapi-client-axios";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CONTRACTS } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { EVENT_EXAMPLES, EVENT_PAYLOADS } from "@/lib/contracts/event";
import { intlExample, localExample, pickupPointExample } from "@/lib/contracts/examples";
import { ENTRY_ERRORS, ERRORS } from "@/lib/errors";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { OPT_IN_EVENTS } from "@/lib/webhooks/event-names";
import answers from "@/server/http/openapi/answers.json";
import { makeEvent } from "@/server/webhooks";
import { type Merchant, merchant } from "../factories";
import { api, respond } from "../http";

type Media = { schema?: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Described = {
  operationId: string;
  tags: string[];
  description: string;
  security?: object[];
  servers?: { url: string }[];
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
};
type Read = {
  openapi: string;
  info: { description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, { content: Record<string, Media> }>;
    securitySchemes: Record<string, { flows?: { clientCredentials: { tokenUrl: string } } }>;
  };
};

let document: Read;
const publicContracts = CONTRACTS.filter(({ audience }) => audience === "public");
const described = ({ path, method }: Contract) => document.paths[path]?.[method.toLowerCase()] as Described;

function examplesOf(media: Media | undefined): unknown[] {
  const named = Object.values(media?.examples ?? {}).map(({ value }) => value);
  return media?.example === undefined ? named : [...named, media.example];
}

beforeAll(async () => {
  const answer = await api("testing").get("/openapi.json");
  expect(answer.status).toBe(200);
  document = answer.body;
});

describe("the document", () => {
  it("is valid OpenAPI 3.1 for an independent validator", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it("is public, the same on both bases, and without an envelope", async () => {
    const production = await api("production").get("/openapi.json");
    expect(production.status).toBe(200);
    expect(production.body).toEqual(document);
    expect(production.headers.get("x-request-id")).toBeTruthy();
    const head = await api("testing").call("HEAD", "/openapi.json");
    expect(head.status).toBe(200);
    expect((await api("testing").post("/openapi.json", {})).status).toBe(405);
  });

  it("has every public operation and nothing else", () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    expect(found.sort()).toEqual(publicContracts.map(({ method, path, id }) => `${method} ${path} ${id}`).sort());
  });

  it("names each group and what it is for", () => {
    const named = new Set(document.tags.map(({ name }) => name));
    for (const contract of publicContracts) expect(named, contract.id).toContain(contract.tag);
    for (const { name, description } of document.tags) expect(description, name).toBeTruthy();
  });

  it("asks for a token exactly where the pipeline does", () => {
    for (const contract of publicContracts) {
      const { security, responses } = described(contract);
      if (contract.who === "anyone") expect(security, contract.id).toEqual([]);
      else expect([security, "401" in responses, "403" in responses], contract.id).toEqual([undefined, true, true]);
    }
  });

  it("documents retry keys, bodies and missing objects where they apply", () => {
    for (const contract of publicContracts) {
      const { parameters = [], responses, requestBody } = described(contract);
      const refs = parameters.map(({ $ref }) => $ref);
      expect(refs.includes("#/components/parameters/IdempotencyKey"), contract.id).toBe(contract.creates !== undefined);
      expect(requestBody !== undefined && "413" in responses, contract.id).toBe(contract.body !== undefined);
      expect("404" in responses, contract.id).toBe(contract.errors?.includes("NOT_FOUND") === true);
      for (const name of contract.path.match(/(?<=\{)\w+(?=\})/g) ?? [])
        expect(parameters, contract.id).toContainEqual(expect.objectContaining({ name, in: "path", required: true }));
    }
  });

  it("offers testing first, and the simulator only on testing", () => {
    expect(document.servers.map(({ url }) => new URL(url).pathname)).toEqual(["/testing/v1", "/v1"]);
    const only = document.paths["/simulate/tracking"]?.post?.servers;
    expect(only?.map(({ url }) => new URL(url).pathname)).toEqual(["/testing/v1"]);
  });

  it("has every error code, in the table and where an operation can answer it", () => {
    for (const [reason, { code, message }] of Object.entries(ERRORS))
      expect(document.info.description).toMatch(new RegExp(`\\| \`${code}\` \\| \`${reason}\` \\| ${message}`));
    for (const [reason, { code, when }] of Object.entries(ENTRY_ERRORS))
      expect(document.info.description).toContain(`| \`${code}\` | \`${reason}\` | ${when} |`);
    const shown = Object.values(document.components.responses)
      .flatMap(({ content }) => examplesOf(content["application/json"]))
      .map((value) => (value as { error: { code_reason?: string } }).error.code_reason);
    // Only people are asked for these.
    const ofPeople = ["SECOND_FACTOR_REQUIRED", "REASON_REQUIRED", "ACT_REQUIRED", "CASE_CLAIMED"];
    expect(new Set(shown)).toEqual(
      new Set([...Object.keys(ERRORS).filter((name) => !ofPeople.includes(name)), undefined]),
    );
    for (const contract of publicContracts) {
      for (const name of contract.errors ?? [])
        if (name in ENTRY_ERRORS) expect(described(contract).description, contract.id).toContain(`\`${name}\``);
    }
  });
});

describe("examples", () => {
  it("of requests are taken by their contract", () => {
    for (const contract of publicContracts) {
      const content = described(contract).requestBody?.content ?? {};
      for (const example of Object.values(content).flatMap(examplesOf)) {
        // A file is read by its importer.
        const parsed = contract.fileTypes ? undefined : contract.body?.safeParse(example);
        expect(parsed?.error?.issues ?? [], contract.id).toEqual([]);
      }
      const needed = contract.body && !contract.body.safeParse({}).success;
      if (needed) expect(Object.values(content).flatMap(examplesOf).length, contract.id).toBeGreaterThan(0);
    }
    const orders = document.paths["/order/create"]?.post?.requestBody?.content["application/json"];
    expect(examplesOf(orders)).toEqual([localExample, pickupPointExample, intlExample]);
  });

  it("of answers are what their contract allows, in the real envelope", () => {
    for (const contract of publicContracts) {
      const [example] = examplesOf(described(contract).responses["200"]?.content?.["application/json"]);
      // The document has no example of itself.
      if (example === undefined) {
        const hasAnswer = "application/json" in (described(contract).responses["200"]?.content ?? {});
        expect(hasAnswer && contract.id !== "readOpenApi", contract.id).toBe(false);
        continue;
      }
      const answer = contract.bare ? example : (example as { data: unknown }).data;
      for (const each of contract.list ? (answer as unknown[]) : [answer])
        expect(contract.response.safeParse(each).error?.issues ?? [], contract.id).toEqual([]);
      expect("pagination" in (example as object), contract.id).toBe(contract.list === true);
    }
  });

  it("of answers are of operations that there are", () => {
    const ids = publicContracts.map(({ id }) => id);
    expect(Object.keys(answers).filter((id) => !ids.some((each) => each === id))).toEqual([]);
  });
});

/** A schema of the document as a reader of JSON Schema understands it, without the contracts. */
function schemaOf(media: Media | undefined): z.ZodType {
  const text = JSON.stringify({ ...media?.schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}

describe("the document's own schemas", () => {
  const json = "application/json";

  it("take the examples of their requests, and not what lacks a field", () => {
    for (const contract of publicContracts) {
      for (const media of Object.values(described(contract).requestBody?.content ?? {})) {
        const schema = schemaOf(media);
        for (const example of examplesOf(media)) {
          expect(schema.safeParse(example).error?.issues ?? [], contract.id).toEqual([]);
          if (contract.body?.safeParse({}).success) continue;
          expect(schema.safeParse({}).success, contract.id).toBe(false);
        }
      }
    }
  });

  it("describe what the service really answers", async () => {
    const { testing } = await merchant();
    const created = await testing.post("/order/create", localExample);
    const { order_id } = created.body.data;
    const answers = {
      createOrder: created,
      readOrderByPath: await testing.get(`/order/detail/${order_id}`),
      listOrders: await testing.get("/orders"),
      readTracking: await testing.get(`/order/tracking/${order_id}`),
      listPickupPoints: await testing.get("/pickup-points?shipping_provider=LOCAL_POINT"),
      readOpenApi: await testing.get("/openapi.json"),
    };
    for (const [id, { status, body }] of Object.entries(answers)) {
      const contract = publicContracts.find((each) => each.id === id) as Contract;
      expect(status, id).toBe(200);
      const schema = schemaOf(described(contract).responses["200"]?.content?.[json]);
      expect(schema.safeParse(body).error?.issues ?? [], id).toEqual([]);
      expect(schema.safeParse({}).success, id).toBe(false);
    }
    const refused = await testing.post("/order/create", { ship_type: "local" });
    const schema = schemaOf(document.components.responses.BadRequest?.content[json]);
    expect(schema.safeParse(refused.body).error?.issues ?? []).toEqual([]);
  });
});

describe("events", () => {
  it("are described as webhooks, those of tracking first", () => {
    expect(Object.keys(document.webhooks)).toEqual([...TRACKING_EVENT_NAMES, ...OPT_IN_EVENTS]);
  });

  it("have the payload that the outbox stores, and examples of it", () => {
    for (const event of TRACKING_EVENT_NAMES) {
      expect(EVENT_PAYLOADS[event].strict().safeParse(EVENT_EXAMPLES[event]).error?.issues ?? [], event).toEqual([]);
      const { order_id, tracking_number, status, ...details } = EVENT_EXAMPLES[event].data;
      const at = new Date(EVENT_EXAMPLES[event].timestamp);
      const stored = makeEvent(event, at, { id: order_id, trackingNumber: tracking_number }, details);
      expect(JSON.parse(stored.body), event).toEqual(EVENT_EXAMPLES[event]);
      expect(status).toBe(EVENT_EXAMPLES[event].data.status);
    }
  });
});

describe("clients that know only the document", () => {
  let origin: string;
  let account: Merchant;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = chunks.length ? { body: Buffer.concat(chunks) } : {};
    const answer = await respond(
      new Request(`${origin}${incoming.url}`, { method: incoming.method ?? "GET", headers, ...body }),
    );
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    account = await merchant();
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it("get a token and create an order: a client generated at run time", async () => {
    const generated = new OpenAPIClientAxios({
      definition: structuredClone(document) as unknown as Document,
      withServer: { url: `${origin}/testing/v1` },
    });
    const client = await generated.init<OpenAPIClient>();
    const form = new URLSearchParams({ grant_type: "client_credentials", ...account.credentials.testing });
    const token = await client.createToken?.({}, form);
    client.defaults.headers.common.authorization = `Bearer ${token?.data.data.access_token}`;

    const order = await client.createOrder?.({}, localExample, { headers: { "Idempotency-Key": "generated-1" } });
    expect(order?.data.data).toMatchObject({ order_status: "READY_TO_SHIP", quote_price: "54.00" });
    const read = await client.readOrderByPath?.({ order_id: order?.data.data.order_id });
    expect(read?.data.data.recipient.name).toBe(localExample.recipient.name);
    const list = await client.listOrders?.({ limit: 1, ship_type: "local" });
    expect(list?.data.pagination).toMatchObject({ total: 1, per_page: 1 });
  });

  const methods = { basic: oauth.ClientSecretBasic, form: oauth.ClientSecretPost };
  it.each(Object.entries(methods))(
    "get a token and create an order: a stock OAuth client, by %s",
    async (_name, by) => {
      const insecure = { [oauth.allowInsecureRequests]: true };
      const { flows } = document.components.securitySchemes.oauthTesting ?? {};
      const as = { issuer: origin, token_endpoint: origin + new URL(flows?.clientCredentials.tokenUrl ?? "").pathname };
      const { client_id, client_secret } = account.credentials.testing;
      const client = { client_id };
      const grant = await oauth.clientCredentialsGrantRequest(as, client, by(client_secret), {}, insecure);
      const { access_token } = await oauth.processClientCredentialsResponse(as, client, grant);

      const answer = await oauth.protectedResourceRequest(
        access_token,
        "POST",
        new URL(`${origin}/testing/v1/order/create`),
        new Headers({ "content-type": "application/json" }),
        JSON.stringify(intlExample),
        insecure,
      );
      expect(await answer.json()).toMatchObject({ data: { ship_type: "intl", order_status: "READY_TO_SHIP" } });

      const refused = await oauth.clientCredentialsGrantRequest(as, client, by("wrong"), {}, insecure);
      await expect(oauth.processClientCredentialsResponse(as, client, refused)).rejects.toThrow();
    },
  );
});
