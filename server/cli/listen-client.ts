/**
 * Owns the communication of `npm run listen` with the API: tokens, rate limits, and retries while the server or the
 * network is away. Knows nothing about events.
 */
import { setTimeout as wait } from "node:timers/promises";
import { request } from "undici";
import { MAX_WAIT_SECONDS } from "@/lib/contracts/webhook";
import { API_BASE } from "@/lib/environment";
import { reasonOf } from "@/server/db/wait-for-database";

/** The API refused; retrying would not help. */
class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The API gave no usable answer for now. */
class Unavailable extends Error {
  override readonly name = "Unavailable";

  constructor(
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

export type ClientOptions = {
  /** Origin only. */
  api: string;
  clientId: string;
  clientSecret: string;
  /** Aborts any running request, with an error. */
  signal: AbortSignal;
  /** Called once when answers stop coming; `onRecovery` once when they return. */
  onTrouble(message: string): void;
  onRecovery(): void;
};

/**
 * This many requests at once, then one every `REFILL_MS`. In total well below 1,000 an hour (contract §14.3), because
 * others use the client too.
 */
const BURST = 60;
const REFILL_MS = 6000;

const TIMEOUT_MS = MAX_WAIT_SECONDS * 1000 + 15_000;
const RENEW_BEFORE_MS = 60_000;
const LONGEST_PAUSE_MS = 10_000;

type Answer = { status: number; body: { error?: { code?: unknown; message?: unknown } } & Record<string, unknown> };

/** Reads from the testing environment's API with an API client's credentials. */
export class ListenClient {
  private token: { text: string; renewAt: number } | undefined;
  private spentUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ClientOptions) {}

  /** Gets the first token. Returns the server's time. @throws Refusal or Unavailable */
  async connect(): Promise<Date> {
    return (await this.renew()).at;
  }

  /** Reads a path below the base, retrying until it succeeds. @throws Refusal */
  async get<T>(path: string): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        const answer = await this.getOnce(path);
        if (failures > 0) this.options.onRecovery();
        return answer as T;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        if (failures === 0) this.options.onTrouble(error.message);
        await this.pause(error.retryAfterMs ?? Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS));
      }
    }
  }

  private async getOnce(path: string): Promise<Record<string, unknown>> {
    const read = async () => {
      await this.takeTurn();
      const due = this.token === undefined || performance.now() > this.token.renewAt;
      const token = due ? (await this.renew()).token : this.token?.text;
      return this.send("GET", path, { authorization: `Bearer ${token}` });
    };
    let { answer } = await read();
    if (answer.status === 401) {
      // The token was revoked early; a new one shows whether the credentials are still valid.
      this.token = undefined;
      ({ answer } = await read());
    }
    if (answer.status !== 200) throw new Refusal(`The API refused: ${answer.body.error?.message}`);
    return answer.body;
  }

  private async renew(): Promise<{ token: string; at: Date }> {
    const { clientId, clientSecret } = this.options;
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const { answer, at } = await this.send(
      "POST",
      "/auth/token",
      { "content-type": "application/x-www-form-urlencoded" },
      new URLSearchParams(form).toString(),
    );
    if (answer.status !== 200) {
      throw new Refusal(
        `The API refused the credentials of ${clientId}: ${answer.body.error?.message} They must be those of an API client of the testing environment.`,
      );
    }
    const { access_token: text, expires_in: seconds } = answer.body.data as {
      access_token: string;
      expires_in: number;
    };
    this.token = {
      text,
      renewAt: performance.now() + Math.max(seconds * 1000 - RENEW_BEFORE_MS, (seconds * 1000) / 2),
    };
    return { token: text, at };
  }

  /** One request. An answer that is not the API's, or that asks to retry, counts as none. @throws Unavailable */
  private async send(method: "GET" | "POST", path: string, headers: Record<string, string>, body?: string) {
    const { api, signal } = this.options;
    const url = `${api}${API_BASE.testing}${path}`;
    const late = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await request(url, { method, headers, body, signal: AbortSignal.any([signal, late]) });
      const text = await response.body.text();
      const status = response.statusCode;
      const parsed = parse(text);
      const retryAfter = Number(response.headers["retry-after"] ?? Number.NaN);
      if (status === 429 || status >= 500 || !parsed || !(status === 200 ? parsed.data : parsed.error?.code)) {
        throw new Unavailable(wordsOf(api, status, parsed), retryAfter >= 0 ? retryAfter * 1000 : undefined);
      }
      const date = new Date(String(response.headers.date));
      const answer: Answer = { status, body: parsed };
      return { answer, at: Number.isNaN(date.getTime()) ? new Date() : date };
    } catch (error) {
      if (signal.aborted || error instanceof Unavailable) throw error;
      throw new Unavailable(`${api} cannot be reached: ${late.aborted ? "no answer in time" : reasonOf(error)}`);
    }
  }

  private async takeTurn(): Promise<void> {
    const now = performance.now();
    this.spentUntil = Math.max(this.spentUntil, now - BURST * REFILL_MS) + REFILL_MS;
    if (this.spentUntil > now) await this.pause(this.spentUntil - now);
  }

  private pause(ms: number): Promise<void> {
    return wait(ms, undefined, { signal: this.options.signal });
  }
}

function wordsOf(api: string, status: number, body: Answer["body"] | undefined): string {
  if (status === 429) return "The limit of requests is reached";
  return body?.error?.code
    ? `${api} answers with status ${status}`
    : `${api} answers with status ${status}, not as the API does`;
}

function parse(text: string): Answer["body"] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Answer["body"]) : undefined;
  } catch {
    return undefined;
  }
}
