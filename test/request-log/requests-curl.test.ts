// A logged call repeated in testing: as a command that a shell runs as it is pasted (contract §19.6).
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { requestCurl } from "@/lib/request-curl";
import { flush } from "@/server/request-log";
import { repeatOf } from "@/server/request-log/repeat";
import { intlOrder, localOrder, type Merchant, merchant, personOf } from "../factories";
import { type Answer, respond } from "../http";

/** Runs a command with curl replaced by one that prints its arguments, and sends what it would send. */
async function pasted(command: string, token: string): Promise<Response> {
  const script = `TOKEN=${token}\ncurl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`;
  const args = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
  const after = (name: string) => args.flatMap((each, index) => (args[index - 1] === name ? [each] : []));
  const [body] = after("--data-binary");
  const headers = after("-H").map((header): [string, string] => {
    const [name = "", value = ""] = header.split(": ");
    return [name, value];
  });
  const [method = args.includes("--head") ? "HEAD" : body === undefined ? "GET" : "POST"] = after("-X");
  return respond(new Request(args[1] ?? "", { method, headers, ...(body === undefined ? {} : { body }) }));
}

async function commandOf(shop: Merchant, answer: Answer, environment: "testing" | "production"): Promise<string> {
  await flush();
  const { api } = await personOf("owner", shop.accountId, environment);
  const call = (await api.get(`/requests/${answer.headers.get("x-request-id")}`)).body.data;
  return requestCurl(call, "http://localhost:3000");
}

describe("copy as cURL", () => {
  it.each([
    ["local", localOrder()],
    ["local with a remark", localOrder({ client_remarks: "It's for Wong's shop; $HOME `x`" })],
    [
      "local to a pickup point",
      localOrder({
        shipping_provider: "LOCAL_POINT",
        recipient: { ...localOrder().recipient, address: "九龍旺角彌敦道701號地下^KLN-L001" },
      }),
    ],
    ["international", intlOrder()],
  ])("repeats a production order in testing without its personal data: %s", async (_name, order) => {
    const shop = await merchant();
    const answer = await shop.production.post("/order/create", order);
    expect(answer.status).toBe(200);
    const command = await commandOf(shop, answer, "production");
    expect(command).not.toContain(shop.tokens.production);
    const repeated = await pasted(command, shop.tokens.testing);
    expect([repeated.status, (await repeated.json()).data.order_status]).toEqual([200, "READY_TO_SHIP"]);
  });

  it("repeats reads and other methods, too, and what was refused, without what was wrong in it", async () => {
    const shop = await merchant();
    const list = await shop.testing.get("/orders?limit=1&status=pending,delivered");
    expect((await pasted(await commandOf(shop, list, "testing"), shop.tokens.testing)).status).toBe(200);
    const refused = await shop.testing.post("/order/create", localOrder({ cod: "maybe" }));
    const again = await pasted(await commandOf(shop, refused, "testing"), shop.tokens.testing);
    expect(again.status).toBe(200);
    const dear = await shop.testing.post("/order/create", localOrder({ shipping_provider: "LOCAL_DRONE" }));
    const same = await pasted(await commandOf(shop, dear, "testing"), shop.tokens.testing);
    expect((await same.json()).error.error_trace).toMatchObject([{ field: "shipping_provider" }]);
    const gone = await shop.testing.call("DELETE", "/webhooks/we_0");
    expect((await pasted(await commandOf(shop, gone, "testing"), shop.tokens.testing)).status).toBe(404);
  });

  it("repeats what has an address, a secret or a telephone number with its prefix", async () => {
    const shop = await merchant();
    const endpoint = {
      ...{ url: "https://hooks.wong.example/in?key=1", events: ["order.created"], signature: false },
      auth_header: { name: "X-Key", value: "of Wong" },
    };
    const overview = {
      sender: { name: "Wong", phone: "+1 (415) 555-0100", address: "1 Wong Road, Central" },
      recipient: { name: "Wong", phone: "9123 4567", address: "2 Wong Road, Central" },
      package: { weight: 1, dimensions: { length: 1, width: 1, height: 1 } },
    };
    for (const [path, body] of [
      ["/webhooks", endpoint],
      ["/orders", overview],
    ] as const) {
      const answer = await shop.production.post(path, body);
      expect([answer.status, path]).toEqual([200, path]);
      const command = await commandOf(shop, answer, "production");
      expect(command).not.toMatch(/wong/i);
      expect([(await pasted(command, shop.tokens.testing)).status, path]).toEqual([200, path]);
    }
    const head = await shop.production.call("HEAD", "/orders");
    const command = await commandOf(shop, head, "production");
    expect(command).toContain("--head");
    expect((await pasted(command, shop.tokens.testing)).status).toBe(200);
  });

  it("is not offered for a body that was cut, or that is a file", () => {
    const logged = (request: string) => ({ operation: "createOrder", path: "/v1/order/create", query: null, request });
    expect(repeatOf(logged('{"a":"b…'))).toBeNull();
    expect(repeatOf(logged('{"content":"***"}'))).toBeNull();
    expect(repeatOf(logged('{"cod":"***"}'))).toEqual({ path: "/v1/order/create", query: null, body: "{}" });
  });
});
