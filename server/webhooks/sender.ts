import type { ErrorKind } from "@/lib/contracts/webhook-delivery";
import { refusesHost } from "@/lib/public-address";
import { RESENT } from "@/lib/webhooks/webhook-answer";
import { log } from "@/server/log";
import { type Answer, Connection, ConnectionPool, Connector, Failure, type Phases, since } from "@/server/outgoing";

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

/** `readMs` starts at the status line, `headersMs` at the very beginning (contract §15.6). */
const DEADLINES = { dnsMs: 2000, connectMs: 5000, headersMs: 15_000, readMs: 2000 };

/**
 * A connection that the receiver had already closed fails within a round trip; if it fails later, the receiver may have
 * read from it.
 */
const STALE_MS = 1000;

/** A POST to a receiver, with all headers except `Host`, `Content-Length` and `Accept-Encoding`. */
export type Outgoing = { url: string; headers: Record<string, string>; body: string };

/** The result: a status, or an error kind and the reason in plain words. */
export type Outcome = {
  statusCode: number | null;
  errorKind: ErrorKind | null;
  /** With a status: says if the request may have arrived twice. */
  errorDetail: string | null;
  /** The address that was connected to. */
  address: string | null;
  /** Those worth showing, each cut to a maximum length. */
  responseHeaders: Record<string, string>;
  /** The first 4 KiB at most, as text that PostgreSQL can store. */
  responseHead: string | null;
  responseTruncated: boolean;
  retryAfterSeconds: number | null;
  phases: Phases;
  durationMs: number;
};

export type SenderOptions = {
  /** `host:port` as `URL` writes them: allowed wherever they lead, but still only over https. */
  allowedHosts: readonly string[];
  /** Certificate authorities used instead of the well-known ones. */
  ca?: string | string[];
  /** Name servers (`address:port`) used instead of the machine's. */
  nameServers?: readonly string[];
  deadlines?: Partial<typeof DEADLINES>;
};

/** Sends webhooks to receivers that may be slow, broken or hostile, in bounded time and memory (contract §15.6). */
export class Sender {
  private readonly deadlines: typeof DEADLINES;
  private readonly connector: Connector;
  private readonly pool = new ConnectionPool();

  constructor(private readonly options: SenderOptions) {
    this.deadlines = { ...DEADLINES, ...options.deadlines };
    this.connector = new Connector({ ...options, ...this.deadlines });
  }

  /**
   * Posts once, follows no redirect and never rejects; if the signal fires before the status, the result is
   * "abandoned".
   */
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
      return outcomeOf(outcomeOfAnswer(answer), trace, startedAt);
    } catch (error) {
      return outcomeOf(outcomeOfFailure(error), trace, startedAt);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abandon);
    }
  }

  /** Closes idle connections now, and those in use after their answers. */
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
        // The receiver closed it while it was idle, which is no fault of the receiver.
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
        // Compressed answers are never decompressed, so none is requested.
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
  const detail = isResent ? [errorDetail, RESENT].filter(Boolean).join(" ") : errorDetail;
  return { ...result, errorDetail: detail, address, phases, durationMs: since(startedAt) };
}

function noPhases(): Phases {
  return { dns_ms: null, connect_ms: null, tls_ms: null, wait_ms: null, read_ms: null };
}

function outcomeOfAnswer({ statusCode, headers, head, truncated }: Answer) {
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
    // Stream mode drops a character that was cut in half instead of garbling it.
    responseHead: head.length === 0 ? null : storable(new TextDecoder().decode(head, { stream: truncated })),
    responseTruncated: truncated,
    retryAfterSeconds: retryAfter(first(headers["retry-after"])),
  };
}

function outcomeOfFailure(error: unknown) {
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

/** PostgreSQL cannot store NUL in text or JSON. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}

function retryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
