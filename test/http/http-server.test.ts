import { once } from "node:events";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { METHOD_HEADER, TARGET_HEADER } from "@/lib/pages/page-request";
import { respond } from "@/server/http/api";
import { type Handlers, httpServer } from "@/server/http/server";
import { leadToNext } from "@/server/http/target";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { merchant } from "../factories";

const stops: (() => unknown)[] = [];
afterEach(() => stops.splice(0).map((stop) => stop()));

type Settings = Partial<{
  trustedProxy: string[];
  appUrl: string;
  webConcurrency: number;
  headersMs: number;
  requestMs: number;
}>;

/** The product's http server, with `serve` in place of Next. */
async function started(serve: RequestListener, { headersMs, requestMs, ...settings }: Settings = {}) {
  const times = {
    headersTimeout: headersMs ?? 9000,
    requestTimeout: requestMs ?? 9000,
    connectionsCheckingInterval: 20,
  };
  const handlers: Handlers = {
    api: (incoming, response, target) => {
      leadToNext(incoming, target);
      serve(incoming, response);
    },
    pages: serve,
  };
  const given = { trustedProxy: [], appUrl: "http://localhost:3000", webConcurrency: 1, ...settings };
  const { server, door } = headersMs || requestMs ? httpServer(given, handlers, times) : httpServer(given, handlers);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { server, door, port: (server.address() as AddressInfo).port };
}

function opened(port: number, text: string): Socket & { heard: string } {
  const socket = Object.assign(connect(port, "127.0.0.1"), { heard: "" });
  socket.on("data", (chunk) => {
    socket.heard += chunk;
  });
  socket.on("error", () => {});
  socket.write(text);
  stops.push(() => socket.destroy());
  return socket;
}

async function answerTo(port: number, text: string): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = opened(port, text);
  await once(socket, "close");
  const [head = "", ...rest] = socket.heard.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}

const request = (target: string, method = "GET", more = "") =>
  `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n${more}\r\n`;

/** Answers with the request as Next would see it. */
const mirror: RequestListener = ({ method, url, headers }, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ method, url, headers }));
};
const seenBy = async (port: number, text: string) =>
  JSON.parse((await answerTo(port, text)).body.replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, "")) as IncomingMessage;

describe("every answer (contract §1.1)", () => {
  const html: RequestListener = ({ url }, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (url === "/own") response.setHeader("content-security-policy", "default-src 'self'");
    if (url === "/written") response.writeHead(404, { "x-content-type-options": "nosniff" });
    response.end("<p>");
  };

  it("has nosniff once, HTML a policy, and HSTS only over https", async () => {
    const { door, port } = await started(html);
    door.open();
    const answer = await answerTo(port, request("/any"));
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("strict-transport-security")).toBeNull();
    const own = await answerTo(port, request("/own"));
    expect(own.headers.get("content-security-policy")).toBe("default-src 'self'");
    expect((await answerTo(port, request("/written"))).headers.get("x-content-type-options")).toBe("nosniff");
    const { door: other, port: https } = await started(mirror, { appUrl: "https://ship.example" });
    other.open();
    const { headers } = await answerTo(https, request("/"));
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    expect(headers.get("content-security-policy")).toBeNull();
  });
});

describe("methods and targets (contract §1.2)", () => {
  it("take the absolute form, whose host counts, and repair paths", async () => {
    const { door, port } = await started(mirror);
    door.open();
    for (const [written, url, host] of [
      ["http://other.example:81/v1/orders?q=%", "/v1/orders?q=%", "other.example:81"],
      ["HTTPS://other.example?q", "/?q", "other.example"],
      ["//v1///orders", "/v1/orders", "shop.example"],
      ["/v1/%zz", "/v1/%25zz", "shop.example"],
      ["/v1\\x", "/v1%5Cx", "shop.example"],
    ])
      expect(await seenBy(port, request(written as string)), written).toMatchObject({ url, headers: { host } });
  });

  it.each(["*", "ftp://a/b", "http://", "http://a@b/", "http://[::1/x"])("refuse %s with 400", async (target) => {
    const { door, port } = await started(mirror);
    door.open();
    expect((await answerTo(port, request(target))).status).toBe(400);
  });

  it("answer OPTIONS * with what the server takes", async () => {
    const { door, port } = await started(mirror);
    door.open();
    const { status, headers } = await answerTo(port, request("*", "OPTIONS"));
    expect(status).toBe(204);
    expect(headers.get("allow")).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
  });

  it("answer TRACE and unknown methods with 501, and let operations answer them", async () => {
    const { door, port } = await started(mirror);
    door.open();
    for (const method of ["TRACE", "PROPFIND", "PURGE"]) {
      expect((await answerTo(port, request("/sign-in", method, `${METHOD_HEADER}: DELETE\r\n`))).status).toBe(501);
      const seen = await seenBy(port, request("/testing/v1/orders", method));
      expect(seen).toMatchObject({ method: "OPTIONS", headers: { [METHOD_HEADER]: method } });
    }
    const headers = { [METHOD_HEADER]: "trace" };
    const answer = await respond(new Request("http://localhost/v1/orders", { method: "OPTIONS", headers }));
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect(await answer.json()).toMatchObject({ error: { code: "405000" } });
  });

  it("lead requests to upgrade to their address, as without", async () => {
    const { door, port } = await started(mirror);
    door.open();
    const h2c = request("/healthz", "GET", "Upgrade: h2c\r\n").replace("close", "Upgrade, close");
    expect(await seenBy(port, h2c)).toMatchObject({ url: "/v1/healthz" });
  });
});

describe("where a page says that it is (contract §1.3)", () => {
  const asked = (state: string) => request("/orders", "GET", `Next-Router-State-Tree: ${state}\r\n`);
  const STATE = encodeURIComponent(JSON.stringify(["", { children: [["id", "1", "d", null], {}] }, null, "refetch"]));

  it("goes on to the page where it can be read", async () => {
    const { door, port } = await started(mirror);
    door.open();
    expect(await seenBy(port, asked(STATE))).toMatchObject({ url: "/orders" });
  });

  it.each(["", "x", "%", "%5B", "{}", "[]", encodeURIComponent(JSON.stringify([1, {}])), `${STATE}${STATE}`])(
    "is a 400 where it cannot: %j",
    async (state) => {
      const { door, port } = await started(mirror);
      door.open();
      expect((await answerTo(port, asked(state))).status).toBe(400);
    },
  );
});

it("is a 400 to call an action of the server, of which there is none", async () => {
  const { door, port } = await started(mirror);
  door.open();
  for (const header of [
    "Next-Action: x",
    `Next-Action: ${"7f".repeat(21)}`,
    "Content-Type: multipart/form-data; boundary=x",
  ])
    expect((await answerTo(port, request("/sign-in", "POST", `${header}\r\n`))).status).toBe(400);
});

describe("the two bases (contract §11.1)", () => {
  it.each([
    ["/testing/v1/orders?q=/testing/v1/a", "/v1/testing/v1/orders?q=/testing/v1/a"],
    ["/testing/v1", "/v1/testing/v1"],
    ["/v1/orders", "/v1/orders"],
    ["/readyz?verbose", "/v1/readyz?verbose"],
  ])("lead %s to %s, and say what was asked for, whatever the client says", async (path, url) => {
    const { door, port } = await started(mirror);
    door.open();
    const seen = await seenBy(port, request(path, "GET", `${TARGET_HEADER}: /v1/forged\r\n`));
    expect(seen).toMatchObject({ url, headers: { [TARGET_HEADER]: path } });
  });

  it("are told apart by what was asked for", async () => {
    const { tokens } = await merchant();
    const statusOf = async (target: string, token: string) => {
      const headers = { [TARGET_HEADER]: target, authorization: `Bearer ${token}` };
      return (await respond(new Request("http://localhost/v1/orders", { headers }))).status;
    };
    expect(await statusOf("/testing/v1/orders", tokens.testing)).toBe(200);
    expect(await statusOf("/testing/v1/orders", tokens.production)).toBe(401);
    expect(await statusOf("/v1/orders", tokens.production)).toBe(200);
  });
});

describe("addresses that look like the API's (contract §1.3)", () => {
  it.each([
    ...["/production/v1/orders", "/v2/orders", "/testing/v2/orders", "/api/v1/orders", "/v1.2/orders", "/v2"],
    ...["/api", "/api/orders", "/api/testing/v1/orders", "/api/authors"],
    ...["/V1/orders", "/Testing/V1/orders", "/testing/V1/orders", "/Testing/v1/orders"],
  ])("lead %s to the 404 that names the bases", async (path) => {
    const { door, port } = await started(mirror);
    door.open();
    const { url } = await seenBy(port, request(path));
    expect(url).toBe(`/v1${path}`);
    const answer = await respond(new Request(`http://localhost${path}`));
    expect(answer.status).toBe(404);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect(error).toMatchObject({ code: "404000", message: expect.stringMatching(/ \/v1 .* \/testing\/v1 /) });
  });

  it.each(["/v1/orders", "/testing/orders", "/testing/v1x", "/api/auth/session", "/track/v2", "/v1x", "/views"])(
    "leave %s as it is",
    async (path) => {
      const { door, port } = await started(mirror);
      door.open();
      expect(await seenBy(port, request(path))).toMatchObject({ url: path });
    },
  );

  it("answer every method so", async () => {
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
      expect((await respond(new Request("http://localhost/v2/orders", { method }))).status, method).toBe(404);
  });
});

describe("the caller's address", () => {
  it("is the socket's, whatever the client writes, or what a trusted proxy reports", async () => {
    const forged = `X-Forwarded-For: 198.51.100.7\r\n${ADDRESS_HEADER}: 198.51.100.7\r\n`;
    const { door, port } = await started(mirror);
    door.open();
    expect(await seenBy(port, request("/", "GET", forged))).toMatchObject({
      headers: { [ADDRESS_HEADER]: "127.0.0.1" },
    });
    const { door: other, port: trusting } = await started(mirror, { trustedProxy: ["127.0.0.0/8"] });
    other.open();
    const seen = await seenBy(trusting, request("/", "GET", forged));
    expect(seen).toMatchObject({ headers: { [ADDRESS_HEADER]: "198.51.100.7" } });
  });
});

describe("slow requests (contract §1.4)", () => {
  const body: RequestListener = (incoming, response) => {
    incoming.on("error", () => {});
    incoming.resume().on("end", () => response.end("whole"));
  };
  const connections = (server: Server) =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  const stalled = request("/", "POST", "Content-Length: 10\r\n");

  it("end after 10 s without headers and 120 s without a whole body", async () => {
    const { server } = await started(body);
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 120_000 });
    const { door, port } = await started(body, { headersMs: 100, requestMs: 200 });
    door.open();
    expect((await answerTo(port, "GET / HTTP/1.1\r\n")).status).toBe(408);
    expect((await answerTo(port, stalled)).status).toBe(408);
  });

  it.each([
    [1, 100],
    // Never more than 100 over all processes.
    [3, 33],
  ])(
    "of %i processes are at most %i an address in each, the latest are cut, and others are served",
    async (webConcurrency, most) => {
      const { server, door, port } = await started(body, { webConcurrency });
      door.open();
      const bodies = Array.from({ length: most }, () => opened(port, stalled));
      await expect.poll(() => connections(server)).toBe(most);
      const headers = Array.from({ length: 60 }, () => opened(port, "GET / HTTP/1.1\r\n"));
      await Promise.all(headers.map((socket) => once(socket, "close")));
      expect(headers.every(({ heard }) => heard.startsWith("HTTP/1.1 429 "))).toBe(true);
      expect((await answerTo(port, request("/"))).body).toContain("whole");
      expect(bodies.filter(({ closed }) => closed)).toEqual([]);
      for (const socket of bodies) socket.write("0123456789");
      await Promise.all(bodies.map((socket) => once(socket, "close")));
      expect(bodies.every(({ heard }) => heard.startsWith("HTTP/1.1 200 "))).toBe(true);
      await expect.poll(() => connections(server)).toBe(0);
    },
  );

  it("are not counted for idle connections or trusted proxies, but are for new headers on a used connection", async () => {
    const keepAlive = request("/").replace("close", "keep-alive");
    const { door, port } = await started(body);
    door.open();
    const idle = Array.from({ length: 110 }, () => opened(port, keepAlive));
    const { door: other, port: trusting } = await started(body, { trustedProxy: ["127.0.0.1"] });
    other.open();
    const proxied = Array.from({ length: 110 }, () => opened(trusting, stalled));
    await wait(1700);
    expect([...idle, ...proxied].filter(({ closed }) => closed)).toEqual([]);
    for (const socket of idle) socket.write("GET / HTTP/1.1\r\n");
    await expect.poll(() => idle.filter(({ closed }) => closed).length).toBe(10);
  });
});

it("leaves it to proxies to end connections that nothing was sent on for a minute", async () => {
  const { server } = await started((_request, response) => response.end());
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
});

describe("the door", () => {
  it("keeps requests waiting until it opens, and drains what was accepted", async () => {
    let finish = () => {};
    const { server, door, port } = await started((_request, response) => {
      finish = () => response.end("late");
    });
    const early = answerTo(port, request("/"));
    await once(server, "request");
    door.open();
    const drained = door.drain(9000, async () => {});
    const meanwhile = await expect.poll(() => server.listening);
    finish();
    await meanwhile.toBe(false);
    expect((await early).body).toContain("late");
    await drained;
    expect(server.listening).toBe(false);
  });

  it("lets no waiting request in during a stop before the server has stopped listening, even if the start ends meanwhile", async () => {
    let handled = 0;
    const { server, door, port } = await started((_request, response) => {
      handled++;
      response.end("late");
    });
    const early = answerTo(port, request("/"));
    await once(server, "request");
    let goOn = () => {};
    const allStoppedListening = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const drained = door.drain(9000, () => allStoppedListening);
    door.open();
    await expect.poll(() => server.listening).toBe(false);
    expect(handled).toBe(0);
    goOn();
    expect((await early).body).toContain("late");
    await drained;
  });
});
