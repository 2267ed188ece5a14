// Requests that are no ordinary call, as the server itself and as Next's route answers them.
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { intlOrder, localOrder, type Merchant, merchant, personOf } from "../factories";
import { bothWays, comparable, type Got, type Sent, send, type Way } from "./servers";

let ways: [Way, Way];
let shop: Merchant;
let cookie: string;
beforeAll(async () => {
  ways = await bothWays();
  shop = await merchant();
  cookie = (await personOf("owner", shop.accountId)).cookie;
});

/** The answer of both, which is the same. */
async function same(ask: (way: Way) => Promise<Got>): Promise<Got> {
  const [itself, next] = [await ask(ways[0]), await ask(ways[1])];
  expect(comparable(itself)).toEqual(comparable(next));
  return itself;
}

const token = () => ({ authorization: `Bearer ${shop.tokens.testing}` });
const json = () => ({ ...token(), "content-type": "application/json" });
const call = (sent: Partial<Sent>) => {
  const whole = { method: "GET", path: "/testing/v1/orders", headers: token(), body: null, ...sent };
  return same((way) => send(way, whole));
};
const create = (body: string | Buffer, headers: Record<string, string> = {}) =>
  call({
    method: "POST",
    path: "/testing/v1/order/create",
    headers: { ...json(), ...headers },
    body: Buffer.from(body),
  });

/** What comes back for bytes on a connection; `then`: more of them, later. */
function raw({ port }: Way, ...texts: (string | ((socket: Socket) => unknown))[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", async () => {
      for (const text of texts) {
        if (typeof text === "string") socket.write(text);
        else await text(socket);
      }
    });
    socket.on("data", (bytes) => {
      said += bytes.toString("latin1");
    });
    socket.on("error", reject).on("close", () => resolve(said));
  });
}

/** The last answer of what came back, which is JSON. */
function answerIn(said: string): Got {
  const lines = said.slice(said.lastIndexOf("HTTP/1.1 ")).split("\r\n");
  const fields = lines.slice(1, lines.indexOf("")).map((line) => line.split(": "));
  const headers = Object.fromEntries(fields.map(([name = "", value]) => [name.toLowerCase(), value]));
  const body = said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1);
  return { status: Number(lines[0]?.split(" ")[1]), headers, body: Buffer.from(body, "latin1") };
}

describe("an odd request is answered the same both ways:", () => {
  it("of a session, with and without its origin, in both languages", async () => {
    const own = { cookie, "sec-fetch-site": "same-origin" };
    expect((await call({ headers: own })).status).toBe(200);
    const body = Buffer.from("{}");
    const post = { method: "POST", path: "/testing/v1/order/create", body };
    const typed = { "content-type": "application/json" };
    expect((await call({ ...post, headers: { ...own, ...typed } })).status).toBe(400);
    expect((await call({ ...post, headers: { cookie, ...typed, "sec-fetch-site": "cross-site" } })).status).toBe(403);
    expect((await call({ ...post, headers: { cookie, ...typed, origin: "http://evil.example" } })).status).toBe(403);
    const chinese = await call({ ...post, headers: { ...own, ...typed, "x-sampan-language": "zh-Hant" } });
    expect(chinese.body.toString()).toMatch(/[\u4e00-\u9fff]/);
  });

  it.each(["HEAD", "OPTIONS", "DELETE", "PROPFIND", "TRACE"])("%s", async (method) => {
    const { status, headers } = await call({ method });
    expect(status).toBe({ HEAD: 200, OPTIONS: 204 }[method] ?? 405);
    if (method !== "HEAD") expect(headers.allow).toBe("GET, POST, HEAD, OPTIONS");
  });

  it.each([
    ["/testing/v1/order/detail/2171%2f7", 400],
    ["/testing/v1/order%2fdetail", 404],
    ["/testing/v1/orders/", 200],
    ["//testing//v1/orders", 200],
    ["/testing/v1/%6frders", 200],
    ["/testing/v1/orders/%zz", 404],
    ["/testing/v1/orders?limit=", 400],
    ["/testing/v1/orders?limit=1&limit=2", 400],
    ["/v1/orders", 401],
    ["/v1/testing/v1/orders", 404],
    ["/V1/orders", 404],
    ["/api/v1/orders", 404],
    ["/testing/v1", 404],
    ["/healthz", 200],
    ["/readyz/", 200],
    ["http://other.example/testing/v1/orders", 200],
  ])("%s", async (path, status) => {
    expect((await call({ path })).status).toBe(status);
  });

  it.each(["gzip", "br", "identity"])("that takes %s", async (encoding) => {
    const { headers } = await call({ path: "/testing/v1/openapi.json", headers: { "accept-encoding": encoding } });
    expect(headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
  });

  it("with a body that is none, broken, of another type, or not UTF-8", async () => {
    expect((await create("")).status).toBe(400);
    expect((await create('{"ship_type": ')).status).toBe(400);
    expect((await create("[]")).status).toBe(400);
    expect((await create(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect((await create("{}", { "content-type": "text/plain" })).status).toBe(400);
    expect((await create(JSON.stringify(intlOrder({ reference: "香港 🎉" })))).status).toBe(200);
  });

  it("with a body of the greatest size, and of one byte more", async () => {
    const order = Buffer.from(JSON.stringify(localOrder()));
    const filled = (bytes: number) => Buffer.concat([order, Buffer.alloc(bytes - order.length, " ")]);
    expect((await create(filled(1_048_576))).status).toBe(200);
    expect((await create(filled(1_048_577))).status).toBe(413);
  });

  const head = (more: string, path = "/testing/v1/order/create", version = "1.1") =>
    `POST ${path} HTTP/${version}\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n` +
    `Authorization: Bearer ${shop.tokens.testing}\r\n${more}\r\n`;
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

  it("in chunks, whole or too large", async () => {
    const body = JSON.stringify(localOrder());
    const whole = [chunk(body.slice(0, 100)), chunk(body.slice(100)), "0\r\n\r\n"].join("");
    const chunked = head("Transfer-Encoding: chunked\r\n");
    expect((await same(async (way) => answerIn(await raw(way, chunked, whole)))).status).toBe(200);
    const large = [...Array(3)].map(() => chunk(" ".repeat(500_000))).join("");
    expect((await same(async (way) => answerIn(await raw(way, chunked, large, "0\r\n\r\n")))).status).toBe(413);
  });

  it("that waits to be told to go on", async () => {
    const body = JSON.stringify(localOrder());
    const expecting = head(`Expect: 100-continue\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`);
    const said = (way: Way) => raw(way, expecting, () => wait(50), body);
    for (const way of ways) expect(await said(way)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it("of HTTP/1.0 without a host", async () => {
    const plain = "GET /healthz HTTP/1.0\r\n\r\n";
    const answer = await same(async (way) => answerIn(await raw(way, plain)));
    expect([answer.status, answer.body.toString()]).toEqual([200, '{"status":"ok"}']);
  });

  it("of a client that goes away in the middle, after which both answer others", async () => {
    for (const way of ways)
      await raw(
        way,
        head("Content-Length: 1000\r\n"),
        '{"ship_type"',
        () => wait(20),
        (socket) => socket.destroy(),
      );
    expect((await call({})).status).toBe(200);
  });

  it("that waits for an event", async () => {
    const path = `/testing/v1/events?since=${new Date().toISOString()}&wait=15`;
    const [itself, next] = ways.map((way) => send(way, { method: "GET", path, headers: token(), body: null }));
    await wait(200);
    const body = Buffer.from(JSON.stringify(localOrder()));
    await send(ways[0], { method: "POST", path: "/testing/v1/order/create", headers: json(), body });
    const answers = (await Promise.all([itself, next])) as Got[];
    const [one, other] = answers.map(comparable);
    expect(one).toEqual(other);
    expect(answers[0]?.body.toString()).toContain('"event":"order.created"');
  });

  it("that is under way when the server is told to stop", async () => {
    const body = JSON.stringify(localOrder());
    const answer = await same(async (way) => {
      let drained: Promise<void> | undefined;
      const stop = async () => {
        await wait(50);
        drained = way.door.drain(10_000, async () => {});
        await wait(50);
      };
      const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
      const said = await raw(
        way,
        head(length).replace("Connection: close\r\n", ""),
        body.slice(0, 50),
        stop,
        body.slice(50),
      );
      await drained;
      return answerIn(said);
    });
    expect([answer.status, answer.headers.connection]).toEqual([200, "close"]);
  });
});
