import type { ErrorKind } from "@/lib/contracts/webhook-delivery";
import { log } from "@/server/log";
import { refusesHost } from "./addresses";
import { type Answer, Connection } from "./connection";
import { ConnectionPool } from "./connection-pool";
import { Connector } from "./connector";
import { Failure, type Phases, since } from "./failure";

const SHOWN_HEADERS = [
  "content-type",
  "content-length",
  "date",
  "server",
  "location",
  "retry-after",
  "via",
  "www-authenticate",
  "x-request-id",
  "cf-ray",
];
const MAX_SHOWN_VALUE = 200;

/** `readMs` counts from the status line, `headersMs` from the start of it all (decisions §8.6). */
const DEADLINES = { dnsMs: 2000, connectMs: 5000, headersMs: 15_000, readMs: 2000 };

/** A connection that the receiver had closed already ends within a round trip; one that ends later was read from. */
const STALE_MS = 1000;
const RESENT =
  "An open connection was found closed, and the request was sent again on a new one: it may have arrived twice.";

/** A POST to a receiver, with all its headers but `Host`, `Content-Length` and `Accept-Encoding`. */
export type Outgoing = { url: string; headers: Record<string, string>; body: string };

/** What came of it: a status, or an error kind and why in plain words. */
export type Outcome = {
  statusCode: number | null;
  errorKind: ErrorKind | null;
  /** Beside a status: that the request may have arrived twice. */
  errorDetail: string | null;
  /** Connected to. */
  address: string | null;
  /** Those worth showing, each cut to a length. */
  responseHeaders: Record<string, string>;
  /** The first 4 KiB at most, as text that PostgreSQL can store. */
  responseHead: string | null;
  responseTruncated: boolean;
  retryAfterSeconds: number | null;
  phases: Phases;
  durationMs: number;
};

export type SenderOptions = {
  /** `host:port` as `URL` writes them: reached wherever they are, over https all the same. */
  allowedHosts: readonly string[];
  /** Certificate authorities, instead of the well-known ones. */
  ca?: string | string[];
  /** Name servers (`address:port`), instead of the machine's. */
  nameServers?: readonly string[];
  deadlines?: Partial<typeof DEADLINES>;
};

/** Sends webhooks to receivers that may be slow, broken or hostile, in bounded time and memory (§6.4, decisions §8). */
export class Sender {
  private readonly deadlines: typeof DEADLINES;
  private readonly connector: Connector;
  private readonly pool = new ConnectionPool();

  constructor(private readonly options: SenderOptions) {
    this.deadlines = { ...DEADLINES, ...options.deadlines };
    this.connector = new Connector({ ...options, ...this.deadlines });
  }

  /** Posts once, follows no redirect and never rejects; a signal that comes before the status makes it "abandoned". */
  async send(outgoing: Outgoing, signal?: AbortSignal): Promise<Outcome> {
    const startedAt = performance.now();
    const trace: Trace = { address: null, phases: noPhases(), isResent: false };
    const stop = new AbortController();
    const { headersMs } = this.deadlines;
    const late = () => stop.abort(new Failure("timeout", `No answer within ${headersMs / 1000} s.`));
    const abandon = () => stop.abort(new Failure("abandoned", "The sending process stopped meanwhile."));
    const timer = setTimeout(late, headersMs);
    if (signal?.aborted) abandon();
    signal?.addEventListener("abort", abandon);
    try {
      const answer = await this.exchange(this.judged(outgoing.url), outgoing, trace, stop.signal);
      return outcomeOf(answered(answer), trace, startedAt);
    } catch (error) {
      return outcomeOf(failed(error), trace, startedAt);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abandon);
    }
  }

  /** Closes the connections that are idle now, and those in use after their answers. */
  async close(): Promise<void> {
    this.pool.close();
  }

  private judged(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "https:") throw new Failure("protocol", "The address is not an https address.");
    if (refusesHost(url, this.options.allowedHosts)) {
      throw new Failure("blocked_ip", "The host is not one of the public internet.");
    }
    return url;
  }

  private async exchange(url: URL, outgoing: Outgoing, trace: Trace, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const kept = this.pool.take(url.origin);
    if (kept) {
      const usedAt = performance.now();
      try {
        return await this.use(kept, url, outgoing, trace, signal);
      } catch (error) {
        // The receiver closed it while it was idle: that says nothing of the receiver.
        const isStale = error instanceof Failure && error.unanswered && performance.now() - usedAt < STALE_MS;
        if (!isStale) throw error;
      }
      Object.assign(trace, { address: null, phases: noPhases(), isResent: true });
    }
    const socket = await this.connector.connect(url, trace.phases, signal);
    const connection = new Connection(socket, url.origin);
    connection.onClosed(() => this.pool.remove(connection));
    return this.use(connection, url, outgoing, trace, signal);
  }

  private async use(
    connection: Connection,
    url: URL,
    { headers, body }: Outgoing,
    trace: Trace,
    signal: AbortSignal,
  ): Promise<Answer> {
    trace.address = connection.address;
    try {
      return await connection.exchange(
        // Packed answers are never unpacked, so none is asked for.
        { path: url.pathname + url.search, headers: { ...headers, "Accept-Encoding": "identity" }, body },
        trace.phases,
        { readMs: this.deadlines.readMs, signal },
      );
    } finally {
      this.pool.give(connection);
    }
  }
}

type Trace = { address: string | null; phases: Phases; isResent: boolean };

function outcomeOf(
  result: Omit<Outcome, "address" | "phases" | "durationMs">,
  { address, phases, isResent }: Trace,
  startedAt: number,
): Outcome {
  const { errorDetail } = result;
  const told = isResent ? [errorDetail, RESENT].filter(Boolean).join(" ") : errorDetail;
  return { ...result, errorDetail: told, address, phases, durationMs: since(startedAt) };
}

function noPhases(): Phases {
  return { dns_ms: null, connect_ms: null, tls_ms: null, wait_ms: null, read_ms: null };
}

function answered({ statusCode, headers, head, truncated }: Answer) {
  const responseHeaders: Record<string, string> = {};
  for (const name of SHOWN_HEADERS) {
    const value = first(headers[name]);
    if (value !== undefined) responseHeaders[name] = storable(value).slice(0, MAX_SHOWN_VALUE);
  }
  return {
    statusCode,
    errorKind: null,
    errorDetail: null,
    responseHeaders,
    // As a stream, a character that the cut went through is left out rather than garbled.
    responseHead: head.length === 0 ? null : storable(new TextDecoder().decode(head, { stream: truncated })),
    responseTruncated: truncated,
    retryAfterSeconds: retryAfter(first(headers["retry-after"])),
  };
}

function failed(error: unknown) {
  if (!(error instanceof Failure)) log().error({ err: error }, "a webhook could not be sent");
  const { kind, message } =
    error instanceof Failure ? error : new Failure("protocol", "The request could not be sent.");
  return {
    statusCode: null,
    errorKind: kind,
    errorDetail: message,
    responseHeaders: {},
    responseHead: null,
    responseTruncated: false,
    retryAfterSeconds: null,
  };
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** PostgreSQL stores no NUL, in text or in JSON. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}

function retryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
