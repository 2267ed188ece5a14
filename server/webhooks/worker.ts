/**
 * Owns the sending of deliveries in one process: looks for work, claims it fairly, sends it and records the results.
 * Any number of processes may do so on one PostgreSQL. Rules: contract §15, docs/webhooks.md.
 */
import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { ErrorKind } from "@/lib/contracts/webhook-delivery";
import { type Database, isConnectionError } from "@/server/db/database";
import { isDiskNearlyFull } from "@/server/db/free-space";
import { env } from "@/server/env";
import { log } from "@/server/log";
import {
  type Claimed,
  claim,
  endpointsWithWork,
  type Finish,
  finish,
  LEASE_SECONDS,
  type Lease,
  releaseLate,
  takeOver,
} from "./claims";
import { finishExhausted } from "./disabling";
import { onEvent } from "./events";
import { Fairness } from "./fairness";
import { type Liveness, showLife } from "./liveness";
import { outgoingOf, shownHeaders } from "./outgoing";
import { nextAfter, type Verdict } from "./retry";
import { type Outcome, type Outgoing, Sender } from "./sender";

/** How often the worker looks for due retries, events of other processes and lost claims. */
const LOOK_MS = 1000;
/** Endpoints in one claim; with more, the healthy ones among them would wait for its answer. */
const MOST_ASKED = 64;
/** How long a claim is not repeated if the endpoint was locked, or other workers already use all its slots. */
const BUSY_MS = 20;
const MOST_FINISHED_AT_ONCE = 200;
const FINISH_AGAIN_MS = 250;
/** For a result that the database refuses: each attempt is a statement of its own. */
const REFUSED_AGAIN_MS = 1000;
/** Time for what is in flight after the stop signal; longer than the longest attempt. */
const STOP_MS = 20_000;

export type Deliveries = {
  /** Claims no more and waits for what is in flight; after 20 s the rest is given back for others to send. */
  stop(): Promise<void>;
};

type Ended = {
  finish: Finish;
  exhausted: boolean;
  /** The database refused it, so it is written separately. */
  refused?: boolean;
  until: number;
  release: (at: number) => void;
};

/**
 * Starts sending. `sender` and `stopMs` are for tests, whose receivers have their own certificates and which cannot
 * wait long.
 */
export function startDeliveries(database: Database, sender?: Sender, stopMs = STOP_MS): Deliveries {
  const used = sender ?? new Sender({ allowedHosts: env().webhookAllowedPrivateHosts });
  return new DeliveryWorker(database, used, stopMs);
}

class DeliveryWorker implements Deliveries {
  private readonly fairness = new Fairness();
  private readonly stopping = new AbortController();
  private readonly cutting = new AbortController();
  private readonly sending = new Set<Promise<void>>();
  private readonly ended: Ended[] = [];
  private readonly life: Liveness;
  private readonly forget: () => void;
  private readonly loops: Promise<void>[];
  private wake: () => void = () => {};
  private isFinishing = false;
  private lookAfter = "";
  /**
   * Tokens of claims that failed here but may have succeeded in the database, with the time until which they matter.
   */
  private readonly unheard = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly sender: Sender,
    private readonly stopMs: number,
  ) {
    // Each request in flight adds a listener.
    setMaxListeners(0, this.cutting.signal);
    this.life = showLife(database);
    this.forget = onEvent((_scope, endpointIds) => {
      for (const id of endpointIds) this.fairness.hasWork(id, false, performance.now());
      if (endpointIds.length) this.wake();
    });
    this.loops = [this.look(), this.claimAll()];
  }

  async stop(): Promise<void> {
    this.forget();
    this.stopping.abort();
    this.wake();
    await Promise.all(this.loops);
    const cut = setTimeout(() => this.cutting.abort(), this.stopMs);
    while (this.sending.size > 0) await Promise.all(this.sending);
    clearTimeout(cut);
    await this.life.stop();
    await this.sender.close();
  }

  /** Finds endpoints with due work, and claims whose worker died. Continues after any error. */
  private async look(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (this.life.isUp())
        await this.lookOnce().catch((error) => log().error({ err: error }, "no look for deliveries"));
      // Waiting fails only because of the signal.
      await wait(this.lookAfter === "" ? LOOK_MS : BUSY_MS, undefined, { signal }).catch(() => {});
    }
  }

  private async lookOnce(): Promise<void> {
    const { db } = this.database;
    await releaseLate(db);
    const { found, isAll } = await endpointsWithWork(db, this.lookAfter);
    this.lookAfter = isAll ? "" : (found.at(-1)?.id ?? "");
    const now = performance.now();
    for (const { id, failing } of found) this.fairness.hasWork(id, failing, now);
    this.fairness.tidy(now);
    if (found.length) this.wake();
    for (const [token, until] of this.unheard) if (until < now) this.unheard.delete(token);
    const unheard = [...this.unheard.keys()];
    const lost = await this.leased((lease) => takeOver(db, lease, this.life.seesOthers, unheard));
    for (const delivery of lost) this.abandon(delivery);
  }

  /** If the answer of a claim is lost, no worker sends what it claimed; the next poll takes it over. */
  private async leased<T>(take: (lease: Lease) => Promise<T>): Promise<T> {
    const token = randomUUID();
    try {
      return await take({ worker: this.life.worker, token });
    } catch (error) {
      // The statement may still be running.
      this.unheard.set(token, performance.now() + LEASE_SECONDS * 1000);
      throw error;
    }
  }

  private async claimAll(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      // Each attempt writes a record; deliveries wait until there is disk space again (contract §9.5).
      const mayClaim = this.life.isUp() && !(await isDiskNearlyFull(this.database));
      const asks = mayClaim ? this.fairness.next(MOST_ASKED, performance.now()) : [];
      if (asks.length > 0) {
        await this.claimOnce(asks).catch(async (error) => {
          log().error({ err: error }, "no claim of deliveries");
          await wait(FINISH_AGAIN_MS);
        });
      } else {
        // A slot also becomes free when a request is no longer young, which nothing signals.
        const timer = this.fairness.hasReady ? setTimeout(this.wake, BUSY_MS) : undefined;
        await woken;
        clearTimeout(timer);
      }
    }
  }

  private async claimOnce(asks: ReturnType<Fairness["next"]>): Promise<void> {
    const { claimed, drained } = await this.leased((lease) => claim(this.database.db, lease, asks));
    const until = performance.now() + LEASE_SECONDS * 1000;
    const counts = new Map<string, number>();
    for (const delivery of claimed) {
      counts.set(delivery.endpoint_id, (counts.get(delivery.endpoint_id) ?? 0) + 1);
      const sent = this.deliver(delivery, until).finally(() => this.sending.delete(sent));
      this.sending.add(sent);
    }
    for (const ask of asks)
      this.fairness.claimed(ask.id, drained.has(ask.id), counts.get(ask.id) ?? 0, performance.now() + BUSY_MS);
  }

  private async deliver(delivery: Claimed, until: number): Promise<void> {
    const end = this.fairness.begin(delivery.endpoint_id, performance.now());
    const outgoing = signDelivery(delivery);
    const outcome = outgoing ? await this.sender.send(outgoing, this.cutting.signal) : unsent("protocol", UNREADABLE);
    const verdict: Verdict =
      outcome.statusCode === 200 ? "SUCCEEDED" : outcome.errorKind === "abandoned" ? "ABANDONED" : "FAILED";
    const succeeded = verdict === "ABANDONED" ? null : verdict === "SUCCEEDED";
    await new Promise<void>((resolve) => {
      this.finishLater({
        ...this.ending(delivery, verdict, outcome, outgoing ? shownHeaders(delivery, outgoing.headers) : {}),
        until,
        release: (at) => {
          end(succeeded, at);
          resolve();
        },
      });
    });
    this.wake();
  }

  /** Records an attempt whose worker is gone; its result is unknown. */
  private abandon(delivery: Claimed): void {
    this.finishLater({
      ...this.ending(delivery, "ABANDONED", unsent("abandoned", CUT_OFF), {}),
      until: performance.now() + LEASE_SECONDS * 1000,
      release: () => {
        this.fairness.hasWork(delivery.endpoint_id, false, performance.now());
        this.wake();
      },
    });
  }

  private ending(
    delivery: Claimed,
    verdict: Verdict,
    outcome: Outcome,
    requestHeaders: Record<string, string>,
  ): Pick<Ended, "finish" | "exhausted"> {
    const tried = { ...delivery, resumeAt: delivery.resume_at };
    const next = nextAfter(tried, verdict, env().webhookRetrySeconds, new Date(), outcome.retryAfterSeconds);
    return {
      exhausted: next.exhausted,
      finish: {
        id: delivery.id,
        lease: delivery.lease_token,
        endpoint: delivery.endpoint_id,
        succeeded: verdict === "ABANDONED" ? null : verdict === "SUCCEEDED",
        status: next.status,
        next_trigger: next.trigger,
        tries: next.tries,
        abandoned: next.abandoned,
        wait_ms: next.waitMs,
        trigger: delivery.trigger,
        duration_ms: outcome.durationMs,
        status_code: outcome.statusCode,
        error_kind: outcome.errorKind,
        error_detail: outcome.errorDetail,
        address: outcome.address,
        url: delivery.url,
        request_headers: requestHeaders,
        response_headers: outcome.responseHeaders,
        response_head: outcome.responseHead,
        response_truncated: outcome.responseTruncated,
        phases: outcome.phases,
      },
    };
  }

  /** Results that arrive during a write go together into the next statement. */
  private finishLater(ended: Ended): void {
    this.ended.push(ended);
    if (this.isFinishing) return;
    this.isFinishing = true;
    const finishing = (async () => {
      while (this.ended.length > 0) await this.finishAll(this.ended.splice(0, MOST_FINISHED_AT_ONCE));
      this.isFinishing = false;
    })().finally(() => this.sending.delete(finishing));
    this.sending.add(finishing);
  }

  private async finishAll(batch: Ended[]): Promise<void> {
    const together = batch.filter(({ exhausted, refused }) => !exhausted && !refused);
    // Successes first: a success at the same time keeps an endpoint from being disabled.
    if (together.length) await this.written(together);
    for (const ended of batch.filter((one) => !together.includes(one))) await this.written([ended]);
  }

  /** Retries the write until the leases end, when another worker takes the deliveries over. */
  private async written(batch: Ended[]): Promise<void> {
    const until = Math.min(...batch.map((ended) => ended.until));
    for (;;) {
      try {
        await this.write(batch);
        break;
      } catch (error) {
        log().error({ err: error, deliveries: batch.length }, "attempts are not written yet");
        if (performance.now() > until) break;
        if (!isConnectionError(error)) return this.writtenApart(batch);
        await wait(FINISH_AGAIN_MS);
      }
    }
    const now = performance.now();
    for (const { release } of batch) release(now);
  }

  private async write(batch: Ended[]): Promise<void> {
    const { db } = this.database;
    const [first] = batch;
    if (first?.exhausted) await finishExhausted(db, first.finish);
    else
      await finish(
        db,
        batch.map((ended) => ended.finish),
      );
  }

  /** A row that the database refuses must not keep other results, or later ones, from being written. */
  private async writtenApart(batch: Ended[]): Promise<void> {
    const [first, ...others] = batch;
    if (others.length > 0) for (const ended of batch) await this.written([ended]);
    else if (first) {
      const again = wait(REFUSED_AGAIN_MS)
        .then(() => this.finishLater({ ...first, refused: true }))
        .finally(() => this.sending.delete(again));
      this.sending.add(again);
    }
  }
}

const CUT_OFF = "The sending process ended meanwhile.";
const UNREADABLE = "The endpoint's secret cannot be read: APP_SECRET was changed. Roll the secret.";

function signDelivery(delivery: Claimed): Outgoing | undefined {
  try {
    return outgoingOf(delivery, new Date());
  } catch (error) {
    log().error({ err: error, endpoint: delivery.endpoint_id }, "a delivery cannot be signed");
    return undefined;
  }
}

/** The outcome of an attempt that never reached the network, or whose result is unknown. */
function unsent(errorKind: ErrorKind, errorDetail: string): Outcome {
  return {
    statusCode: null,
    errorKind,
    errorDetail,
    address: null,
    responseHeaders: {},
    responseHead: null,
    responseTruncated: false,
    retryAfterSeconds: null,
    phases: { dns_ms: null, connect_ms: null, tls_ms: null, wait_ms: null, read_ms: null },
    durationMs: 0,
  };
}
