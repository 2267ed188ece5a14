/** How long an attempt may take with the deadlines of production (contract §15.6), on a simulated clock. */
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Outcome } from "@/server/webhooks/sender";
import { closeAll, listening, post, receiverOf, saying, senderOf, senderTo } from "./sending";

const production = { deadlines: {} };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});

/** A promise, and what fulfils it. */
function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Lets the sockets do what they can do without the clock. */
async function quiet(): Promise<void> {
  const until = performance.now() + 200;
  while (performance.now() < until) await new Promise(setImmediate);
}

/** The outcome of an attempt that ends after this many seconds, to within 0.5 s, once it `hangs`. */
async function endingAfter(seconds: number, hangs: Promise<void>, attempt: Promise<Outcome>): Promise<Outcome> {
  let isOver = false;
  attempt.finally(() => {
    isOver = true;
  });
  await hangs;
  await quiet();
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 500);
  await quiet();
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  return attempt;
}

describe("a receiver has", () => {
  it("5 s for the connection, with its TLS handshake", async () => {
    const hangs = signal();
    const host = await listening(createServer(() => hangs.give()));
    const attempt = post(senderOf({ ...production, allowedHosts: [host] }), `https://${host}/`);
    const outcome = await endingAfter(5, hangs.given, attempt);
    expect(outcome).toMatchObject({ errorKind: "timeout", errorDetail: expect.stringMatching(/ within 5 s\.$/) });
  });

  it("15 s for its answer", async () => {
    const hangs = signal();
    const receiver = await receiverOf({ answer: () => hangs.give() });
    const outcome = await endingAfter(15, hangs.given, post(senderTo(receiver, production), receiver.url));
    expect(outcome).toMatchObject({ errorKind: "timeout", errorDetail: "No answer within 15 s." });
  });

  it("2 s for what follows the status", async () => {
    const hangs = signal();
    const receiver = await receiverOf({
      speak: (socket, below) => {
        saying("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome")(socket, below);
        socket.on("data", () => hangs.give());
      },
    });
    const outcome = await endingAfter(2, hangs.given, post(senderTo(receiver, production), receiver.url));
    expect(outcome).toMatchObject({ statusCode: 200, responseHead: "some", responseTruncated: true });
  });
});
