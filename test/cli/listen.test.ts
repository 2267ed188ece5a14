import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { ListenClient } from "@/server/cli/listen-client";
import { EventFeed } from "@/server/cli/listen-events";
import { readSettings } from "@/server/cli/listen-settings";
import { created, localOrder, type Merchant, merchant, testDb, tokenFor } from "../factories";
import { api, respond } from "../http";
import { programOf } from "../programs";
import { startReceiver } from "../receiver";
import { endpoint, until, work } from "../webhooks/work";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAM = await programOf("server/cli/listen.ts");
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

let shop: Merchant;
const cleanUps: (() => Promise<unknown> | unknown)[] = [];

type Intercept = (request: IncomingMessage) => Response | undefined;

/** The API over HTTP on a port of its own. */
async function serve(
  intercept: Intercept = () => undefined,
  port = 0,
): Promise<{ address: string; port: number; close(): Promise<void> }> {
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "", url = "" } = incoming;
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const body = method === "GET" ? {} : { body: Buffer.concat(chunks) };
    const answer =
      intercept(incoming) ?? (await respond(new Request(`http://localhost:3000${url}`, { method, headers, ...body })));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(await answer.text());
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const own = (server.address() as AddressInfo).port;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  cleanUps.push(close);
  return { address: `http://127.0.0.1:${own}`, port: own, close };
}

type Listener = { child: ChildProcess; out: () => string; err: () => string; ended: Promise<number | null> };

/** The command in its own process, with only the given variables set. */
function listen(words: string[], settings: Record<string, string> = {}): Listener {
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ...settings };
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: ROOT, env });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, out: () => out, err: () => err, ended };
}

/** A listener that follows the shop's events, once it has started. */
async function listening(address: string, ...words: string[]): Promise<Listener> {
  const { client_id, client_secret } = shop.credentials.testing;
  const listener = listen(["--api", address, ...words], {
    SAMPAN_CLIENT_ID: client_id,
    SAMPAN_CLIENT_SECRET: client_secret,
  });
  await begun(listener);
  return listener;
}

/** Waits until the listener follows events; it is stopped after the test. */
async function begun(listener: Listener): Promise<void> {
  cleanUps.push(() => {
    listener.child.kill("SIGKILL");
    return listener.ended;
  });
  await shows(listener, "Listening to");
}

/** Waits until the words are on the listener's output. */
async function shows(listener: Listener, words: string | RegExp): Promise<void> {
  await until(() => (listener.out().match(words) ? true : undefined)).catch(() =>
    expect(`${listener.out()}\n${listener.err()}`).toMatch(words),
  );
}

const newOrder = () => created(shop.testing, localOrder({ confirm_shipment: "Y" }));
const times = (text: string, part: string) => text.split(part).length - 1;

describe("npm run listen", () => {
  beforeEach(async () => {
    shop = await merchant();
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  it("posts each event as a delivery would be, and shows it", async () => {
    const running = work();
    cleanUps.push(() => running.stop());
    const [real, local] = [await running.receiver(), await startReceiver()];
    cleanUps.push(() => local.close());
    await endpoint(shop.testing, real.url);
    await running.start();
    const authority = join(inject("testFolder"), `authority-${process.pid}.pem`);
    writeFileSync(authority, local.ca);

    const { address } = await serve();
    const { client_id, client_secret } = shop.credentials.testing;
    const listener = listen(
      ["--api", address, "--client-id", client_id, "--client-secret", client_secret, "--forward-to", local.url],
      { NODE_EXTRA_CA_CERTS: authority },
    );
    await begun(listener);
    await shows(listener, "Forwarding to");
    const secret = /signed with (whsec_\S+)/.exec(listener.out())?.[1] ?? "";
    const order = await newOrder();
    const got = await until(() => local.received[0]);
    const delivered = await until(() => real.received[0]);

    expect(got.method).toBe("POST");
    expect(got.path).toBe("/hook");
    expect(got.body).toBe(delivered.body);
    const names = ({ connection: _connection, ...headers }: typeof got.headers) => Object.keys(headers).sort();
    expect(names(got.headers)).toEqual(names(delivered.headers));
    for (const name of ["content-type", "user-agent", "x-event-id", "x-event-type", "webhook-id", "content-length"])
      expect(got.headers[name], name).toBe(delivered.headers[name]);
    const signed = Stripe.webhooks.constructEvent(got.body, String(got.headers["x-signature"]), secret);
    expect(signed).toEqual(JSON.parse(got.body));
    expect(new Webhook(secret).verify(got.body, got.headers as Record<string, string>)).toEqual(JSON.parse(got.body));

    await shows(listener, /→ 200 OK \(\d+ ms\)/);
    expect(listener.out()).toMatch(new RegExp(`\\d\\d:\\d\\d:\\d\\d {2}order\\.created +order ${order.order_id}\\n`));
    expect(listener.out()).not.toContain("\u001b");
    expect(listener.out()).not.toContain(client_secret);
  });

  it("signs with one's own secret, shows bodies, and only the types that are asked for", async () => {
    const local = await startReceiver();
    cleanUps.push(() => local.close());
    const authority = join(inject("testFolder"), `authority-${process.pid}.pem`);
    writeFileSync(authority, local.ca);
    const { address } = await serve();
    const { client_id, client_secret } = shop.credentials.testing;
    const listener = listen(
      [
        "--api",
        address,
        "--forward-to",
        local.url,
        "--secret",
        SECRET,
        "--events",
        "order.picked_up, order.cancelled",
        "--print",
      ],
      { NODE_EXTRA_CA_CERTS: authority, SAMPAN_CLIENT_ID: client_id, SAMPAN_CLIENT_SECRET: client_secret },
    );
    await begun(listener);
    const { order_id } = await newOrder();
    await shop.testing.post("/simulate/tracking", { order_id, event: "order.picked_up" });
    const got = await until(() => local.received[0]);
    expect(got.headers["x-event-type"]).toBe("order.picked_up");
    Stripe.webhooks.constructEvent(got.body, String(got.headers["x-signature"]), SECRET);
    await shows(listener, `"order_id": "${order_id}"`);
    expect(listener.out()).not.toContain("order.created ");
  });

  it("shows each event once while receiver and server go away and come back", async () => {
    const first = await serve();
    const listener = await listening(first.address, "--forward-to", "127.0.0.1:1/hook");
    const before = await newOrder();
    await shows(listener, /→ not reached: .*ECONNREFUSED/);

    await first.close();
    await shows(listener, "cannot be reached");
    const meanwhile = await newOrder();
    await serve(undefined, first.port);
    await shows(listener, "answers again");
    await shows(listener, meanwhile.order_id);
    const after = await newOrder();
    await shows(listener, after.order_id);
    for (const { order_id } of [before, meanwhile, after]) expect(times(listener.out(), `  order ${order_id}`)).toBe(1);
    expect(times(listener.out(), "cannot be reached")).toBe(1);
  });

  it("tries again what was refused, and shows why, while others go on", async () => {
    let refused = 0;
    const local = createServer((incoming, outgoing) => {
      const isFirst = incoming.headers["x-event-type"] === "order.created" && refused++ === 0;
      outgoing.writeHead(isFirst ? 500 : 200).end(isFirst ? "database is full\nat line 3" : "ok");
    });
    await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve));
    cleanUps.push(() => local.close());
    const { address } = await serve();
    const listener = await listening(address, "--forward-to", `127.0.0.1:${(local.address() as AddressInfo).port}`);
    const { order_id } = await newOrder();
    await shows(
      listener,
      new RegExp(
        `→ 500 Internal Server Error · database is full \\(\\d+ ms\\); again in 1 s: order\\.created order ${order_id}`,
      ),
    );
    await shows(listener, /→ 200 OK/);
    expect(refused).toBe(2);
  });

  it("begins with events from a time on, and shows once more what is sent again", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/hook");
    const { order_id } = await newOrder();
    const { address } = await serve();
    const listener = await listening(address, "--since", "1h");
    await shows(listener, order_id);
    const { body } = await shop.testing.get(`/webhooks/${id}/deliveries`);
    const [{ id: delivery, event_id }] = body.data;
    expect((await shop.testing.post(`/webhooks/${id}/disable`)).status).toBe(200);
    expect((await shop.testing.post(`/webhooks/deliveries/${delivery}/replay`)).status).toBe(200);
    await until(() => (times(listener.out(), order_id) === 2 ? true : undefined));
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const listed = (await shop.testing.get(`/events?since=${since}`)).body;
    expect(listed.data.map((event: { event_id: string }) => event.event_id)).toEqual([event_id, event_id]);
    expect(listed.data.map((event: { replayed_at?: string }) => event.replayed_at)).toEqual([
      undefined,
      expect.stringMatching(/Z$/),
    ]);
    expect(listed.pagination.total).toBe(2);
  });

  it("renews its token, and waits as long as the limit of requests says", async () => {
    let tokens = 0;
    let limitedAt = 0;
    const askedAt: number[] = [];
    const { address } = await serve((request) => {
      if (request.url?.includes("/auth/token")) tokens++;
      else askedAt.push(performance.now());
      // The first request for what exists, and then the first request that waits.
      if (askedAt.length !== 2 || limitedAt) return undefined;
      limitedAt = performance.now();
      return Response.json(
        { error: { code: "rate_limit_exceeded" } },
        { status: 429, headers: { "retry-after": "2" } },
      );
    });
    const listener = await listening(address);
    await shows(listener, "limit of requests");
    await (await testDb())
      .deleteFrom("access_tokens")
      .where("client_id", "=", shop.credentials.testing.client_id)
      .execute();
    const token = await tokenFor(shop.credentials.testing, "testing");
    const { order_id } = await created(api("testing", { token }), localOrder());
    await shows(listener, order_id);
    expect(tokens).toBeGreaterThanOrEqual(2);
    expect((askedAt[2] ?? 0) - limitedAt).toBeGreaterThanOrEqual(1990);
  });

  it("ends cleanly on Ctrl+C", async () => {
    const listener = await listening((await serve()).address);
    listener.child.kill("SIGINT");
    expect(await listener.ended).toBe(0);
    expect(listener.out()).toMatch(/Stopped\.\n$/);
    expect(listener.err()).toBe("");
  });

  it("ends with a line and exit code 1 where it is refused", async () => {
    const { address } = await serve();
    for (const [words, message] of [
      [["--forward-to", "ftp://localhost:4000"], /^--forward-to must be an http[^\n]*\n$/],
      [[], /^[^\n]*refused the credentials of ci_test_none: [^\n]*\n$/],
    ] as const) {
      const listener = listen(["--api", address, "--client-id", "ci_test_none", "--client-secret", "x", ...words]);
      expect(await listener.ended).toBe(1);
      expect(listener.err()).toMatch(message);
      expect(listener.out()).toBe("");
    }
  });

  it("refuses wrong credentials, those of production, and a server that is not the API or not there", async () => {
    const connecting = async (
      api: string,
      { client_id, client_secret }: { client_id: string; client_secret: string },
    ) => {
      const quiet = { onTrouble() {}, onRecovery() {}, signal: new AbortController().signal };
      const client = new ListenClient({ api, clientId: client_id, clientSecret: client_secret, ...quiet });
      return new EventFeed(client, ["order.created"]).begin();
    };
    const nobody = { client_id: "ci_test_none", client_secret: "x" };
    const { address } = await serve();
    for (const credentials of [nobody, shop.credentials.production])
      await expect(connecting(address, credentials)).rejects.toThrow(
        /refused the credentials of \S+: .*testing environment/,
      );
    const other = await serve(() => new Response("<h1>Hello</h1>"));
    await expect(connecting(other.address, nobody)).rejects.toThrow(/answers with status 200, not as the API does/);
    await expect(connecting("http://127.0.0.1:1", nobody)).rejects.toThrow(/http:\/\/127\.0\.0\.1:1 cannot be reached/);
  });
});

describe("npm run listen refuses", () => {
  const id = ["--client-id", "ci_test_none", "--client-secret", "cs_test_none"];
  // A developer may have these set.
  beforeEach(() => {
    for (const name of ["SAMPAN_CLIENT_ID", "SAMPAN_CLIENT_SECRET"]) vi.stubEnv(name, undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ["no credentials", [], /SAMPAN_CLIENT_ID/],
    ["an unknown option", [...id, "--colour"], /--colour/],
    ["an unknown event", [...id, "--events", "order.lost"], /there is no type order\.lost/],
    ["a target that is no address", [...id, "--forward-to", "ftp://localhost:4000"], /--forward-to must be an http/],
    ["a target with a user", [...id, "--forward-to", "me@localhost:4000"], /without a user/],
    ["a time that it does not know", [...id, "--since", "yesterday"], /--since must be/],
    ["a time without a zone", [...id, "--since", "2026-11-22T09:00:00"], /--since must be/],
    ["a time to come", [...id, "--since", "2999-01-01T00:00:00Z"], /--since must be/],
    ["a time before any event is kept", [...id, "--since", "31d"], /--since must be/],
    ["a secret of another form", [...id, "--secret", "mine"], /--secret must be/],
  ] as const)("%s", (_what, words, message) => {
    expect(() => readSettings([...words])).toThrow(message);
  });
});
