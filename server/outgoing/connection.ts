import type { TLSSocket } from "node:tls";
import { Client, type Dispatcher } from "undici";
import { Failure, type Phases, since } from "./failure";

const MAX_HEADER_BYTES = 16_384;
/** Limits after the status line: how much is read, for how long, and how much of it is kept (contract §15.6). */
const MAX_READ_BYTES = 16_384;
const KEPT_BYTES = 4096;
const MAX_INTERIM_ANSWERS = 16;
const IDLE_MS = 4000;
/** After this time a connection is not reused, so that changes of a name's address are followed. */
const MAX_AGE_MS = 60_000;

export type Answer = {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  /** At most 4 KiB. */
  head: Buffer;
  /** There was, or may have been, more than that. */
  truncated: boolean;
};

/** One HTTP/1.1 connection to a receiver, used for one request after another. */
export class Connection {
  readonly address: string;
  private readonly client: Client;
  private readonly openedAt = performance.now();

  constructor(
    private readonly socket: TLSSocket,
    readonly origin: string,
  ) {
    this.address = socket.remoteAddress ?? "";
    let taken = false;
    this.client = new Client(origin, {
      // The socket is already open; once it closes, the connection is unusable. undici misses a callback that comes at
      // once.
      connect: (_options, callback) => {
        const isFirst = !taken;
        taken = true;
        queueMicrotask(() => (isFirst ? callback(null, socket) : callback(closedEarly(true), null)));
      },
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // Both would restart with each byte; the sender's signal and the exchange limit the time.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  get usable(): boolean {
    return !this.socket.destroyed && performance.now() - this.openedAt < MAX_AGE_MS;
  }

  onClosed(listener: () => void): void {
    this.client.on("disconnect", listener);
  }

  /**
   * Posts a body and reads the beginning of the answer. Only the status line counts, even if the rest fails. Throws
   * `Failure`, or the signal's reason when it comes before the status.
   */
  exchange(
    request: { path: string; headers: Record<string, string>; body: string },
    phases: Phases,
    limits: { readMs: number; signal: AbortSignal },
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const handler = new Exchange(this, phases, limits, resolve, reject);
      this.client.dispatch({ method: "POST", ...request }, handler);
    });
  }

  get bytesRead(): number {
    return this.socket.bytesRead;
  }

  destroy(): void {
    void this.client.destroy();
    this.socket.destroy();
  }
}

class Exchange implements Dispatcher.DispatchHandler {
  private readonly bytesBefore: number;
  private sentAt = performance.now();
  private status: { code: number; headers: Answer["headers"]; at: number } | undefined;
  private interimAnswers = 0;
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private read = 0;
  private timer: NodeJS.Timeout | undefined;
  private settled = false;

  constructor(
    private readonly connection: Connection,
    private readonly phases: Phases,
    private readonly limits: { readMs: number; signal: AbortSignal },
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (reason: unknown) => void,
  ) {
    this.bytesBefore = connection.bytesRead;
    limits.signal.addEventListener("abort", this.cut);
    if (limits.signal.aborted) this.cut();
  }

  onRequestStart(): void {
    this.sentAt = performance.now();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, code: number, headers: Answer["headers"]): void {
    if (code < 200) {
      this.interimAnswers += 1;
      if (this.interimAnswers > MAX_INTERIM_ANSWERS) {
        this.settle(new Failure("protocol", "Too many interim answers came before the final one."));
        this.connection.destroy();
      }
      return;
    }
    this.status = { code, headers, at: performance.now() };
    this.phases.wait_ms = since(this.sentAt);
    this.timer = setTimeout(this.cut, this.limits.readMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.read += chunk.length;
    if (this.kept < KEPT_BYTES) {
      // A copy, because a slice would keep the socket's whole buffer.
      const part = Buffer.from(chunk.subarray(0, KEPT_BYTES - this.kept));
      this.chunks.push(part);
      this.kept += part.length;
    }
    if (this.read > MAX_READ_BYTES) this.cut();
  }

  onResponseEnd(): void {
    this.settle();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.settle(failureOf(error, this.connection.bytesRead === this.bytesBefore), true);
  }

  /** Ends the exchange at once: with the answer if its status is known, otherwise with the signal's reason. */
  private readonly cut = (): void => {
    this.settle(this.limits.signal.reason, true);
    this.connection.destroy();
  };

  private settle(failure?: unknown, incomplete = false): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.timer);
    this.limits.signal.removeEventListener("abort", this.cut);
    const { status, chunks } = this;
    if (!status) {
      this.reject(failure);
      return;
    }
    this.phases.read_ms = since(status.at);
    this.resolve({
      statusCode: status.code,
      headers: status.headers,
      head: Buffer.concat(chunks),
      truncated: incomplete || this.read > this.kept,
    });
  }
}

function closedEarly(unanswered: boolean): Failure {
  return new Failure("reset", "The connection was closed before an answer.", unanswered);
}

/** What an error of undici or of the socket says about the receiver; an error of our own is returned unchanged. */
function failureOf(error: Error, unanswered: boolean): Error {
  const code = String((error as NodeJS.ErrnoException).code);
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new Failure("protocol", `The answer's headers are larger than ${MAX_HEADER_BYTES / 1024} KiB.`);
  }
  if (error.name === "HTTPParserError" || code.startsWith("UND_ERR_RES_")) {
    const reason = /\([^()]+\)$/.exec(error.message)?.[0] ?? "";
    return new Failure("protocol", `The answer is not HTTP/1.1 ${reason}`.trimEnd());
  }
  // undici uses one code for a connection that ended and for an answer that was not expected.
  if (code === "UND_ERR_SOCKET" && error.message.startsWith("bad ")) {
    return new Failure("protocol", "The answer is not one to a request like this.");
  }
  if (code.startsWith("ERR_SSL_")) return new Failure("tls", `The receiver ended the TLS connection (${code}).`);
  const isOfTheSystem = (error as NodeJS.ErrnoException).errno !== undefined;
  return code === "UND_ERR_SOCKET" || isOfTheSystem ? closedEarly(unanswered) : error;
}
