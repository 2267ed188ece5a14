import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Speak } from "../receiver";
import { attempt, BODY, closeAll, DEADLINES, PATIENT, post, receiverOf, saying, senderTo } from "./sending";

afterEach(closeAll);

describe("a delivery", () => {
  it("arrives as it was signed, byte for byte", async () => {
    const receiver = await receiverOf();
    const outcome = await post(senderTo(receiver), `${receiver.url}/a%20b?c=d`);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({ method: "POST", path: "/hook/a%20b?c=d", body: BODY });
    expect(receiver.received[0]?.headers).toMatchObject({
      host: receiver.host,
      "content-type": "application/json",
      "x-event-id": "evt_1",
      "content-length": String(Buffer.byteLength(BODY)),
      "accept-encoding": "identity",
    });
    expect(receiver.names).toEqual(["localhost"]);
    expect(outcome).toMatchObject({
      statusCode: 200,
      errorKind: null,
      errorDetail: null,
      address: "127.0.0.1",
      responseHead: "ok",
      responseTruncated: false,
      retryAfterSeconds: null,
    });
    expect(outcome.responseHeaders).toMatchObject({ "content-length": "2", date: expect.any(String) });
    for (const phase of ["dns_ms", "connect_ms", "tls_ms", "wait_ms", "read_ms"] as const) {
      expect(outcome.phases[phase]).toBeGreaterThanOrEqual(0);
    }
    const sum = Object.values(outcome.phases).reduce<number>((total, phase) => total + (phase ?? 0), 0);
    expect(outcome.durationMs).toBeGreaterThanOrEqual(sum - 1);
  });

  it("goes over the open connection of the one before", async () => {
    const receiver = await receiverOf();
    const sender = senderTo(receiver);
    await post(sender, receiver.url);
    const second = await post(sender, receiver.url);
    expect(second).toMatchObject({ statusCode: 200, address: "127.0.0.1" });
    expect(second.phases).toMatchObject({ dns_ms: null, connect_ms: null, tls_ms: null });
    expect(second.phases.wait_ms).not.toBeNull();
    expect(receiver.names).toHaveLength(1);
  });

  it("goes to its own port, though a connection to another port of that name is open", async () => {
    const [one, other] = [await receiverOf(), await receiverOf()];
    const sender = senderTo(one, { allowedHosts: [one.host, other.host] });
    await post(sender, one.url);
    await post(sender, other.url);
    expect([one.received.length, other.received.length]).toEqual([1, 1]);
  });

  it("waits for no other: a hundred at once have a hundred connections", async () => {
    let waiting: (() => void)[] = [];
    const receiver = await receiverOf({
      answer: (_request, respond) => {
        waiting.push(() => respond.end());
        if (waiting.length === 100) for (const answer of waiting.splice(0)) answer();
      },
    });
    const sender = senderTo(receiver);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => post(sender, receiver.url)));
    expect(outcomes.every(({ statusCode }) => statusCode === 200)).toBe(true);
    waiting = [];
    expect(receiver.names).toHaveLength(100);
  });

  it("opens a new connection after an answer that ends the old one", async () => {
    const receiver = await receiverOf({
      answer: (_request, respond) => respond.setHeader("connection", "close").end(),
    });
    const sender = senderTo(receiver);
    for (let count = 1; count <= 3; count += 1) {
      expect((await post(sender, receiver.url)).statusCode).toBe(200);
      expect(receiver.names).toHaveLength(count);
    }
  });

  it("opens a new connection when the old one has had its time, so that a name may move", async () => {
    const receiver = await receiverOf();
    const sender = senderTo(receiver);
    await post(sender, receiver.url);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 61_000);
    await post(sender, receiver.url);
    clock.mockRestore();
    expect(receiver.names).toHaveLength(2);
  });

  it("leaves no connection open for long", async () => {
    const openedAt = performance.now();
    const ended = new Promise<number>((resolve) => {
      const answer = saying("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=600\r\nContent-Length: 0\r\n\r\n");
      const speak: Speak = (socket, below) => {
        socket.on("close", () => resolve(performance.now() - openedAt));
        answer(socket, below);
      };
      receiverOf({ speak }).then((receiver) => post(senderTo(receiver), receiver.url));
    });
    expect(await ended).toBeGreaterThan(3000);
    expect(await ended).toBeLessThan(60_000);
  });

  it("that cannot be sent as it is fails without the others", async () => {
    const receiver = await receiverOf();
    const sender = senderTo(receiver);
    const outcome = await sender.send({ url: receiver.url, headers: { "X-Bad": "a\nb" }, body: BODY });
    expect(outcome).toMatchObject({
      statusCode: null,
      errorKind: "protocol",
      errorDetail: "The request could not be sent.",
    });
    expect(await post(sender, receiver.url)).toMatchObject({ statusCode: 200 });
    expect(receiver.received).toHaveLength(1);
  });

  it("keeps no connection open once the sender is closed", async () => {
    const receiver = await receiverOf();
    const sender = senderTo(receiver);
    await post(sender, receiver.url);
    await sender.close();
    await post(sender, receiver.url);
    await post(sender, receiver.url);
    expect(receiver.names).toHaveLength(3);
  });
});

describe("an answer's status", () => {
  it.each([200, 201, 204, 299, 301, 302, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503, 599])(
    "is what counts: %i",
    async (status) => {
      const receiver = await receiverOf({
        answer: (_request, respond) => respond.writeHead(status, { location: "/elsewhere" }).end(),
      });
      const outcome = await post(senderTo(receiver), receiver.url);
      expect(outcome).toMatchObject({ statusCode: status, errorKind: null, responseHead: null });
      expect(outcome.responseHeaders.location).toBe("/elsewhere");
      expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    },
  );

  it.each([
    ["120", 120],
    ["0", 0],
    ["-5", null],
    ["1.5", null],
    ["soon", null],
    ["99999999999999999999", null],
  ])("comes with a Retry-After of %s", async (value, seconds) => {
    const outcome = await attempt({
      answer: (_request, respond) => respond.writeHead(429, { "Retry-After": value }).end(),
    });
    expect(outcome).toMatchObject({ statusCode: 429, retryAfterSeconds: seconds });
  });

  it("comes with a Retry-After of a date", async () => {
    const secondsUntil = async (milliseconds: number) => {
      const value = new Date(Date.now() + milliseconds).toUTCString();
      const outcome = await attempt({
        answer: (_request, respond) => respond.writeHead(503, { "Retry-After": value }).end(),
      });
      return outcome.retryAfterSeconds;
    };
    expect(await secondsUntil(-90_000)).toBe(0);
    const ahead = await secondsUntil(3_600_000);
    expect(ahead).toBeGreaterThan(3540);
    expect(ahead).toBeLessThanOrEqual(3600);
  });

  it("comes with those headers that are worth showing, cut to 200 characters", async () => {
    const headers = {
      "Set-Cookie": "session=1",
      "X-Powered-By": "shop",
      "X-Request-Id": "r1",
      Server: "s".repeat(300),
    };
    const outcome = await attempt({
      answer: (_request, respond) => respond.writeHead(500, { ...headers, Date: "today" }).end("no"),
    });
    const shown = { "x-request-id": "r1", server: "s".repeat(200), date: "today" };
    expect(outcome.responseHeaders).toEqual(shown);
  });

  it("is the final one, after early hints and others of 1xx", async () => {
    const outcome = await attempt({
      speak: saying(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
        "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 199 What\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
      ),
    });
    expect(outcome).toMatchObject({ statusCode: 200, responseHead: "ok" });
  });

  it("must come in time, whatever comes before it", async () => {
    const outcome = await attempt(
      { speak: saying("HTTP/1.1 103 Early Hints\r\n\r\n") },
      { deadlines: { ...PATIENT, headersMs: DEADLINES.headersMs } },
    );
    expect(outcome).toMatchObject({ statusCode: null, errorKind: "timeout" });
  });

  it("is not waited for through endless interim answers", async () => {
    const outcome = await attempt({ speak: saying("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(10_000)) });
    expect(outcome).toMatchObject({ statusCode: null, errorKind: "protocol" });
  });
});

describe("an answer's body", () => {
  const HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";

  it("is kept up to 4 KiB, in whole characters", async () => {
    const outcome = await attempt({ answer: (_request, respond) => respond.end("文".repeat(3000)) });
    expect(outcome).toMatchObject({ statusCode: 200, responseTruncated: true });
    expect(outcome.responseHead).toBe("文".repeat(1365));
    const exact = await attempt({ answer: (_request, respond) => respond.end("x".repeat(4096)) });
    expect(exact).toMatchObject({ responseHead: "x".repeat(4096), responseTruncated: false });
  });

  it("is text that PostgreSQL can store, whatever its bytes", async () => {
    const outcome = await attempt({
      answer: (_request, respond) => respond.end(Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80, 0x62])),
    });
    expect(outcome.responseHead).toMatch(/^a\ufffd+b$/);
  });

  it.each([
    ["open", 16_384, 1],
    ["no longer open", 16_385, 2],
  ])("leaves the connection %s when it has %i bytes", async (_how, length, connections) => {
    const receiver = await receiverOf({ answer: (_request, respond) => respond.end("x".repeat(length)) });
    const sender = senderTo(receiver);
    await post(sender, receiver.url);
    await post(sender, receiver.url);
    expect(receiver.names).toHaveLength(connections);
  });

  it.each<[string, Speak]>([
    ["hangs", saying(HEAD, "some")],
    ["hangs before its first byte", saying(HEAD)],
    ["is closed in the middle", (socket) => socket.on("data", () => socket.end(`${HEAD}some`))],
    [
      "is reset in the middle",
      (socket, below) =>
        socket.on("data", () => socket.write(`${HEAD}some`, () => setTimeout(() => below.resetAndDestroy(), 50))),
    ],
    ["breaks its own framing", saying("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")],
    [
      "drips",
      (socket) =>
        socket.on("data", () => {
          socket.write(HEAD);
          const drip = setInterval(() => socket.write("x"), 20);
          socket.on("close", () => clearInterval(drip));
        }),
    ],
  ])("may be one that %s: the status counts", async (_what, speak) => {
    const receiver = await receiverOf({ speak });
    const sender = senderTo(receiver, { deadlines: { ...PATIENT, readMs: DEADLINES.readMs } });
    const outcome = await post(sender, receiver.url);
    expect(outcome).toMatchObject({ statusCode: 200, errorKind: null, responseTruncated: true });
    await post(sender, receiver.url);
    expect(receiver.names).toHaveLength(2);
  });

  it("may be a gzip bomb, which is not unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const outcome = await attempt({
      answer: (_request, respond) => respond.setHeader("Content-Encoding", "gzip").end(bomb),
    });
    expect(outcome).toMatchObject({ statusCode: 200, responseTruncated: true });
    expect(outcome.responseHead?.length).toBeLessThanOrEqual(4096);
    expect(outcome.responseHead?.charCodeAt(0)).toBe(0x1f);
  });

  it("may be endless, two hundred times at once", async () => {
    const chunk = Buffer.alloc(65_536, "x");
    const receiver = await receiverOf({
      speak: (socket) => {
        const pour = () => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\n", pour)).on("drain", pour);
      },
    });
    const sender = senderTo(receiver, { deadlines: { connectMs: 60_000, headersMs: 60_000 } });
    const before = process.memoryUsage.rss();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => post(sender, receiver.url)));
    const grown = process.memoryUsage.rss() - before;
    expect(
      outcomes.filter(({ statusCode, responseTruncated }) => statusCode === 200 && responseTruncated),
    ).toHaveLength(200);
    expect(outcomes.every(({ responseHead }) => responseHead?.length === 4096)).toBe(true);
    // This includes the receiver's half.
    expect(grown).toBeLessThan(100_000_000);
  });
});
