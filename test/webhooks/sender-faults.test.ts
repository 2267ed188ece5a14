import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Outcome } from "@/server/webhooks/sender";
import { makeAuthority, makeCertificate, testCertificates } from "../certificates";
import type { ReceiverOptions, Speak } from "../receiver";
import {
  attempt,
  closeAll,
  closing,
  DEADLINES,
  listening,
  PATIENT,
  post,
  receiverOf,
  saying,
  senderOf,
  senderTo,
} from "./sending";

afterEach(closeAll);

const DAY = 86_400_000;
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

function expectFailure(outcome: Outcome, errorKind: Outcome["errorKind"], detail: RegExp): void {
  expect(outcome).toMatchObject({
    statusCode: null,
    errorKind,
    responseHead: null,
    responseHeaders: {},
    responseTruncated: false,
    retryAfterSeconds: null,
  });
  expect(outcome.errorDetail).toMatch(detail);
}

describe("a receiver that hangs", () => {
  it("while connecting: its queue is full and is not read", async () => {
    const script = `require("net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, function () { console.log(this.address().port) })`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [port] = (await once(child.stdout, "data")).map(Number);
    child.kill("SIGSTOP");
    const fill = Array.from({ length: 8 }, () => connect({ port: port ?? 0, host: "127.0.0.1" }).on("error", () => {}));
    closing({
      close: async () => {
        for (const socket of fill) socket.destroy();
        child.kill("SIGKILL");
        await once(child, "exit");
      },
    });
    await Promise.all(fill.slice(0, 2).map((socket) => once(socket, "connect")));

    const outcome = await post(
      senderOf({ allowedHosts: [`127.0.0.1:${port}`], deadlines: DEADLINES }),
      `https://127.0.0.1:${port}/`,
    );
    expectFailure(outcome, "timeout", /^No connection within 0\.4 s\.$/);
    expect(outcome.phases).toEqual({ dns_ms: null, connect_ms: null, tls_ms: null, wait_ms: null, read_ms: null });
    expect(outcome.address).toBeNull();
    expect(outcome.durationMs).toBeGreaterThanOrEqual(DEADLINES.connectMs - 1);
  });

  it("in the TLS handshake", async () => {
    let connections = 0;
    const host = await listening(createServer(() => (connections += 1)));
    const outcome = await post(senderOf({ allowedHosts: [host], deadlines: DEADLINES }), `https://${host}/`);
    expectFailure(outcome, "timeout", /^The TLS handshake did not end within 0\.4 s\.$/);
    expect(outcome.phases.connect_ms).not.toBeNull();
    expect(outcome.phases.tls_ms).toBeNull();
    expect(connections).toBe(1);
  });

  const drip: Speak = (socket) => {
    const bytes = `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(10_000)}`;
    let at = 0;
    const timer = setInterval(() => socket.write(bytes[at++] ?? "x"), 10);
    socket.on("data", () => {}).on("close", () => clearInterval(timer));
  };
  it.each<[string, ReceiverOptions]>([
    ["before its answer", { answer: () => {} }],
    ["within its status line", { speak: saying("HTTP/1.1 2") }],
    ["within its headers", { speak: saying("HTTP/1.1 200 OK\r\nServer: a\r\n") }],
    ["by a byte at a time", { speak: drip }],
  ])("%s", async (_when, options) => {
    const outcome = await attempt(options, { deadlines: { ...PATIENT, headersMs: DEADLINES.headersMs } });
    expectFailure(outcome, "timeout", /^No answer within 0\.8 s\.$/);
    expect(outcome.address).toBe("127.0.0.1");
    expect(outcome.phases.tls_ms).not.toBeNull();
    expect(outcome.durationMs).toBeGreaterThanOrEqual(DEADLINES.headersMs - 1);
  });
});

describe("a receiver that is not there", () => {
  it("refuses connections", async () => {
    const receiver = await receiverOf();
    await receiver.close();
    expectFailure(await post(senderTo(receiver), receiver.url), "connect", /^The connection was refused\.$/);
  });

  it.each([
    [
      "speaks plain HTTP",
      () => createHttpServer((_request, respond) => respond.end()),
      /^The port does not speak TLS\.$/,
    ],
    ["hangs up at once", () => createServer((socket) => socket.destroy()), /closed during the TLS handshake/],
    ["speaks something else", () => createServer((socket) => socket.end("220 mail.example ESMTP\r\n")), /TLS/],
  ])("%s instead", async (_what, server, detail) => {
    const host = await listening(server());
    expectFailure(await post(senderOf({ allowedHosts: [host] }), `https://${host}/`), "tls", detail);
  });
});

describe("a certificate", () => {
  it("must not have expired", async () => {
    const { authority } = await testCertificates();
    const certificate = await makeCertificate({
      authority,
      from: new Date(Date.now() - 3 * DAY),
      until: new Date(Date.now() - DAY),
    });
    expectFailure(await attempt({ certificate }), "tls", /^The certificate has expired\.$/);
  });

  it("must be valid already", async () => {
    const { authority } = await testCertificates();
    const certificate = await makeCertificate({ authority, from: new Date(Date.now() + DAY) });
    expectFailure(await attempt({ certificate }), "tls", /^The certificate is not valid yet\.$/);
  });

  it("must be for the host, by name or by address", async () => {
    const { authority } = await testCertificates();
    const certificate = await makeCertificate({ authority, names: ["shop.example"] });
    expectFailure(await attempt({ certificate }), "tls", /^The certificate is for another host\.$/);

    const receiver = await receiverOf({ certificate: await makeCertificate({ authority, names: ["localhost"] }) });
    const host = `127.0.0.1:${receiver.port}`;
    const byAddress = senderOf({ allowedHosts: [host], ca: receiver.ca });
    expectFailure(await post(byAddress, `https://${host}/`), "tls", /^The certificate is for another host\.$/);
  });

  it("may be for an address", async () => {
    const receiver = await receiverOf();
    const host = `127.0.0.1:${receiver.port}`;
    const outcome = await post(senderOf({ allowedHosts: [host], ca: receiver.ca }), `https://${host}/`);
    expect(outcome).toMatchObject({ statusCode: 200, phases: { dns_ms: null } });
    expect(receiver.names).toEqual([false]);
  });

  it("must not be signed by itself", async () => {
    const certificate = await makeCertificate({});
    expectFailure(await attempt({ certificate }), "tls", /^The certificate is self-signed\.$/);
  });

  it("must be of a known authority", async () => {
    const certificate = await makeCertificate({ authority: await makeAuthority("Nobody knows") });
    expectFailure(await attempt({ certificate }), "tls", /^The certificate's authority is not known/);
    // Nor do the well-known ones know the authority of the tests.
    const receiver = await receiverOf();
    expectFailure(await post(senderTo(receiver, { ca: undefined }), receiver.url), "tls", /authority is not known/);
  });

  it("is not what the sender has to show", async () => {
    expectFailure(await attempt({ mutual: true }), "tls", /^The receiver ended the TLS connection/);
  });
});

describe("an answer that is not HTTP/1.1", () => {
  it.each([
    ["is another protocol's", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["has a malformed status", "HTTP/1.1 abc OK\r\n\r\n"],
    ["has a malformed header", "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"],
    ["has two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    ["has a length and chunks", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["changes the protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"],
    ["is HTTP/2's", "\0\0\0\x04\0\0\0\0\0"],
  ])("%s", async (_what, text) => {
    expectFailure(
      await attempt({ speak: saying(text) }),
      "protocol",
      /^The answer is not (HTTP\/1\.1|one to a request like this\.$)/,
    );
  });

  it.each([
    ["many headers", `HTTP/1.1 200 OK\r\n${"X-A: bcdefghijklmnop\r\n".repeat(2000)}\r\n`],
    ["a long header", `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(1_000_000)}`],
    ["a long header's name", `HTTP/1.1 200 OK\r\n${"x".repeat(1_000_000)}`],
  ])("has %s without an end", async (_what, text) => {
    expectFailure(
      await attempt({ speak: saying(text) }),
      "protocol",
      /^The answer's headers are larger than 16 KiB\.$/,
    );
  });
});

describe("a connection that the receiver closes", () => {
  it.each<[string, Speak]>([
    ["without an answer", (socket) => socket.on("data", () => socket.end())],
    ["with a reset", (socket, below) => socket.on("data", () => below.resetAndDestroy())],
    ["within its status line", (socket) => socket.on("data", () => socket.end("HTTP/1.1 2"))],
    ["within its headers", (socket) => socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\nServer: a\r\n"))],
  ])("%s, when it is new, fails the attempt", async (_how, speak) => {
    const receiver = await receiverOf({ speak });
    expectFailure(
      await post(senderTo(receiver), receiver.url),
      "reset",
      /^The connection was closed before an answer\.$/,
    );
    expect(receiver.names).toHaveLength(1);
  });

  /**
   * Answers the first request of the first connection and ends its second one like this; later connections always
   * answer.
   */
  const secondEnds = (end: Speak): Speak => {
    let first = true;
    return (socket, below) => {
      let left = first ? 1 : 1000;
      first = false;
      socket.on("data", () => (left-- > 0 ? socket.write(OK) : end(socket, below)));
    };
  };
  it.each<[string, Speak]>([
    ["closed", (socket) => socket.end()],
    ["reset", (_socket, below) => below.resetAndDestroy()],
  ])("unused, and found %s by the next delivery, is replaced, and the outcome says so", async (_how, end) => {
    const receiver = await receiverOf({ speak: secondEnds(end) });
    const sender = senderTo(receiver);
    await post(sender, receiver.url);
    const second = await post(sender, receiver.url);
    expect(second).toMatchObject({ statusCode: 200, errorKind: null, responseHead: "ok", address: "127.0.0.1" });
    expect(second.errorDetail).toMatch(/found closed.* may have arrived twice\.$/);
    expect(second.phases.connect_ms).not.toBeNull();
    expect(receiver.names).toHaveLength(2);
  });

  it("after the first bytes of an answer fails the attempt, though it was used before", async () => {
    const receiver = await receiverOf({ speak: secondEnds((socket) => socket.end("HTTP/1.1 2")) });
    const sender = senderTo(receiver);
    await post(sender, receiver.url);
    expectFailure(await post(sender, receiver.url), "reset", /closed before an answer/);
    expect(receiver.names).toHaveLength(1);
  });

  it("when it has had the request for a while, fails the attempt: nothing is sent a second time", async () => {
    let requests = 0;
    const late = secondEnds((socket) => setTimeout(() => socket.end(), 1200));
    const receiver = await receiverOf({
      speak: (socket, below) => {
        socket.on("data", () => (requests += 1));
        late(socket, below);
      },
    });
    const sender = senderTo(receiver);
    await post(sender, receiver.url);
    expectFailure(await post(sender, receiver.url), "reset", /^The connection was closed before an answer\.$/);
    expect(requests).toBe(2);
    expect(receiver.names).toHaveLength(1);
  });

  it("is replaced once: the next one's end counts", async () => {
    let connections = 0;
    const receiver = await receiverOf({
      speak: (socket) => {
        const isFirst = connections++ === 0;
        let answered = false;
        socket.on("data", () => {
          if (isFirst && !answered) socket.write(OK);
          else socket.end();
          answered = true;
        });
      },
    });
    const sender = senderTo(receiver);
    await post(sender, receiver.url);
    expectFailure(await post(sender, receiver.url), "reset", /closed before an answer\..* may have arrived twice\.$/);
    expect(connections).toBe(2);
  });
});

describe("a signal", () => {
  it("that came before makes the attempt abandoned, without a connection", async () => {
    const receiver = await receiverOf();
    expectFailure(await post(senderTo(receiver), receiver.url, AbortSignal.abort()), "abandoned", /stopped meanwhile/);
    expect(receiver.names).toEqual([]);
  });

  it("ends an attempt that waits for its answer", async () => {
    const stop = new AbortController();
    const receiver = await receiverOf({ answer: () => stop.abort() });
    expectFailure(await post(senderTo(receiver), receiver.url, stop.signal), "abandoned", /stopped meanwhile/);
  });

  it("ends an attempt that is connecting", async () => {
    const stop = new AbortController();
    const host = await listening(createServer(() => stop.abort()));
    expectFailure(
      await post(senderOf({ allowedHosts: [host] }), `https://${host}/`, stop.signal),
      "abandoned",
      /stopped/,
    );
  });

  it("changes nothing once the status is known", async () => {
    const stop = new AbortController();
    const receiver = await receiverOf({
      answer: (_request, respond) => {
        respond.writeHead(200).write("so far");
        setTimeout(() => stop.abort(), 100);
      },
    });
    const outcome = await post(senderTo(receiver), receiver.url, stop.signal);
    expect(outcome).toMatchObject({
      statusCode: 200,
      errorKind: null,
      responseHead: "so far",
      responseTruncated: true,
    });
  });
});
