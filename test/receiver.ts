import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { type Certificate, testCertificates } from "./certificates";

/** A request that a receiver got, whole. */
export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string; at: Date };

export type Receiver = {
  /** `https://localhost:…/hook` */
  url: string;
  /** `localhost:…`, for the list of allowed hosts. */
  host: string;
  port: number;
  /** What the sender has to trust. */
  ca: string;
  received: Received[];
  /** Names that connections asked for, one for each connection. */
  names: (string | false)[];
  close(): Promise<void>;
};

/** What a receiver does with a connection; `below` is its TCP socket, to be reset for instance. */
export type Speak = (socket: TLSSocket, below: Socket) => void;

export type ReceiverOptions = {
  /** Answers a request; without it, 200 and "ok". */
  answer?: (request: Received, respond: ServerResponse) => void;
  /** Speaks for itself on each connection, instead of HTTP. */
  speak?: Speak;
  certificate?: Certificate;
  /** Asks senders for a certificate, and refuses those without. */
  mutual?: boolean;
  port?: number;
};

/** Starts a webhook receiver over HTTPS on 127.0.0.1, with a certificate for `localhost`. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { authority, receiver: own } = await testCertificates();
  const { mutual = false } = options;
  const tls = { ...(options.certificate ?? own), ca: authority.cert, requestCert: mutual, rejectUnauthorized: mutual };
  const received: Received[] = [];
  const names: (string | false)[] = [];
  const answer = options.answer ?? ((_request, respond) => respond.end("ok"));

  const server = options.speak
    ? createTlsServer(tls)
    : createHttpsServer(tls, (request, respond) => {
        const chunks: Buffer[] = [];
        request
          .on("data", (chunk: Buffer) => chunks.push(chunk))
          .on("end", () => {
            const { method = "", url: path = "", headers } = request;
            const whole = { method, path, headers, body: Buffer.concat(chunks).toString(), at: new Date() };
            received.push(whole);
            answer(whole, respond);
          });
      });

  const open = new Map<number | undefined, Socket>();
  server.on("connection", (below: Socket) => {
    const { remotePort } = below;
    open.set(remotePort, below);
    // Senders that hang up are part of the tests.
    below.on("error", () => {}).on("close", () => open.delete(remotePort));
  });
  server.on("secureConnection", (socket: TLSSocket) => {
    names.push(socket.servername ?? false);
    socket.on("error", () => {});
    const below = open.get(socket.remotePort);
    if (below) options.speak?.(socket, below);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", 4096, resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://localhost:${port}/hook`,
    host: `localhost:${port}`,
    port,
    ca: authority.cert,
    received,
    names,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open.values()) socket.destroy();
      }),
  };
}
