import type { AddressInfo, Server, Socket } from "node:net";
import { type Outcome, Sender, type SenderOptions } from "@/server/webhooks/sender";
import { type Receiver, type ReceiverOptions, type Speak, startReceiver } from "../receiver";

export const BODY = '{"event":"order.created","note":"陳大文"}';
const HEADERS = { "Content-Type": "application/json", "X-Event-Id": "evt_1" };

/** For what hangs on purpose, which without its deadline would outlast the test: short, so that it does not hold it up. */
export const DEADLINES = { dnsMs: 300, connectMs: 400, headersMs: 800, readMs: 300 };
/** For the rest: as long as it takes on a busy machine. */
export const PATIENT = { dnsMs: 15_000, connectMs: 15_000, headersMs: 15_000, readMs: 15_000 };
const opened: { close(): Promise<void> }[] = [];

/** For `afterEach`: closes whatever the test has opened. */
export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
}

/** Registers something to be closed after the test. */
export function closing<T extends { close(): Promise<void> }>(one: T): T {
  opened.push(one);
  return one;
}

export async function receiverOf(options: ReceiverOptions = {}): Promise<Receiver> {
  return closing(await startReceiver(options));
}

export function senderOf(options: Partial<SenderOptions> = {}): Sender {
  return closing(new Sender({ allowedHosts: [], deadlines: PATIENT, ...options }));
}

/** A sender that may reach this receiver, and trusts it. */
export function senderTo(receiver: Receiver, options: Partial<SenderOptions> = {}): Sender {
  return senderOf({ allowedHosts: [receiver.host], ca: receiver.ca, ...options });
}

export function post(sender: Sender, url: string, signal?: AbortSignal): Promise<Outcome> {
  return sender.send({ url, headers: HEADERS, body: BODY }, signal);
}

/** One attempt at a receiver with these options. */
export async function attempt(options: ReceiverOptions, sending: Partial<SenderOptions> = {}): Promise<Outcome> {
  const receiver = await receiverOf(options);
  return post(senderTo(receiver, sending), receiver.url);
}

/** Answers each request with these bytes; the connection stays open. */
export function saying(...parts: string[]): Speak {
  return (socket) => {
    socket.on("data", () => {
      for (const part of parts) socket.write(part);
    });
  };
}

/** Has a server without TLS listen on loopback until the test is over. Returns its `host:port`. */
export async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  return `localhost:${(server.address() as AddressInfo).port}`;
}
