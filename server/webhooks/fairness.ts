/**
 * Decides how many deliveries of which endpoint a worker may claim, so that slow and dead receivers delay nobody else
 * (decisions §8.8; reliability, Delivering webhooks 3). In memory and pure: time is given.
 */

/** In flight for one endpoint at most, over all workers. */
export const MAX_IN_FLIGHT = 8;

export type Limits = {
  /** Requests that are young, all together. */
  young: number;
  /** Requests, all together. */
  total: number;
  /** A request counts as young until then: a slow receiver keeps its slot, but no longer others' turns. */
  youngMs: number;
  /** Unanswered for so long, an endpoint is taken for a failing one. */
  suspectMs: number;
};

const LIMITS: Limits = { young: 256, total: 1024, youngMs: 250, suspectMs: 1000 };
/** What failing endpoints may take of each limit, all together. */
const FAILING_SHARE = 4;
/** The last of the total are for endpoints with nothing in flight, one each: many that go silent at once fill the rest. */
const RESERVED_SHARE = 4;
/** Not asked for so long although it may have work, a failing endpoint has its turn among the healthy. */
const LATE_MS = 5000;
/** After its second failure in a row an endpoint pauses for so long, after each further one twice as long, up to the most. */
const PAUSE_MS = 50;
const MOST_PAUSE_MS = 1000;
/** An endpoint without work for so long is forgotten, and begins slowly again. */
const FORGET_MS = 300_000;

type Endpoint = {
  window: number;
  inFlight: number;
  failing: boolean;
  /** Failures in a row, here. */
  failures: number;
  pausedUntil: number;
  /** Requests that are unanswered for suspiciously long. */
  slow: number;
  /** For its turn: since it was asked, or told of work, or an answer came. */
  waitsSince: number;
  usedAt: number;
};
/** Dirty: told of work since it was asked. */
type Ready = { dirty: boolean; notBefore: number };
type Flight = { endpoint: Endpoint; startedAt: number; stage: "young" | "old" | "suspect"; ended: boolean };

/** A claim to make: of this endpoint at most so many. */
export type Ask = { id: string; room: number };

export class Fairness {
  private readonly endpoints = new Map<string, Endpoint>();
  /** Endpoints that may have work; the one asked last stands last. */
  private readonly ready = new Map<string, Ready>();
  /** In the order of their start. */
  private flights: Flight[] = [];
  private readonly young = { all: 0, failing: 0 };
  private readonly total = { all: 0, failing: 0 };

  constructor(private readonly limits: Limits = LIMITS) {}

  /** An endpoint may have work that is due. `failing` is what the database knows, for one that is new here. */
  hasWork(id: string, failing: boolean, now: number): void {
    const endpoint = this.endpointOf(id, failing, now);
    const entry = this.ready.get(id);
    if (entry) entry.dirty = true;
    else {
      this.ready.set(id, { dirty: true, notBefore: 0 });
      endpoint.waitsSince = now;
    }
  }

  /** What to claim now, in turn and the healthy first; empty when nothing is ready or no slot is free. At most `most` endpoints. */
  next(most: number, now: number): Ask[] {
    this.age(now);
    const asks: Ask[] = [];
    const planned = { all: 0, failing: 0 };
    for (const [id, entry] of this.inTurn(now)) {
      if (asks.length === most) break;
      const endpoint = this.endpointOf(id, false, now);
      const room = this.room(endpoint, planned);
      if (room <= 0) continue;
      planned.all += room;
      if (isFailing(endpoint)) planned.failing += room;
      entry.dirty = false;
      endpoint.waitsSince = now;
      asks.push({ id, room });
    }
    for (const { id } of asks) {
      const entry = this.ready.get(id);
      this.ready.delete(id);
      if (entry) this.ready.set(id, entry);
    }
    return asks;
  }

  /**
   * What came of a claim. Drained: nothing more is due, unless told otherwise meanwhile. Nothing, and not drained: other
   * workers have the endpoint in hand; it is asked again from `notBefore`.
   */
  claimed(id: string, isDrained: boolean, count: number, notBefore: number): void {
    const entry = this.ready.get(id);
    if (!entry) return;
    if (isDrained && !entry.dirty) this.ready.delete(id);
    else if (count === 0 && !entry.dirty) entry.notBefore = notBefore;
  }

  /** A request begins; the function returned ends it, with its result. */
  begin(id: string, now: number): (succeeded: boolean | null, at: number) => void {
    const endpoint = this.endpointOf(id, false, now);
    const flight: Flight = { endpoint, startedAt: now, stage: "young", ended: false };
    endpoint.inFlight++;
    this.count(this.young, endpoint, 1);
    this.count(this.total, endpoint, 1);
    this.flights.push(flight);
    return (succeeded, at) => this.end(flight, succeeded, at);
  }

  get inFlight(): number {
    return this.total.all;
  }

  /** Whether there is work that waits for a slot only. */
  get hasReady(): boolean {
    return this.ready.size > 0;
  }

  /** Forgets endpoints without work. */
  tidy(now: number): void {
    for (const [id, endpoint] of this.endpoints) {
      if (endpoint.inFlight === 0 && !this.ready.has(id) && now - endpoint.usedAt > FORGET_MS)
        this.endpoints.delete(id);
    }
  }

  private endpointOf(id: string, failing: boolean, now: number): Endpoint {
    let endpoint = this.endpoints.get(id);
    if (!endpoint) {
      endpoint = {
        window: 1,
        inFlight: 0,
        failing,
        failures: 0,
        pausedUntil: 0,
        slow: 0,
        waitsSince: now,
        usedAt: now,
      };
      this.endpoints.set(id, endpoint);
    }
    endpoint.usedAt = now;
    return endpoint;
  }

  /** What may be asked now, as it became ready; the failing last, unless they are late. */
  private inTurn(now: number): [string, Ready][] {
    const first: [string, Ready][] = [];
    const last: [string, Ready][] = [];
    for (const [id, entry] of this.ready) {
      const endpoint = this.endpointOf(id, false, now);
      if (entry.notBefore > now || endpoint.pausedUntil > now) continue;
      const isLast = isFailing(endpoint) && now - endpoint.waitsSince < LATE_MS;
      (isLast ? last : first).push([id, entry]);
    }
    return first.concat(last);
  }

  private room(endpoint: Endpoint, planned: Counter): number {
    const slots = this.free(this.total, this.limits.total, planned, endpoint);
    const unreserved = this.limits.total - Math.ceil(this.limits.total / RESERVED_SHARE) - this.total.all - planned.all;
    return Math.min(
      endpoint.window - endpoint.inFlight,
      this.free(this.young, this.limits.young, planned, endpoint),
      slots,
      Math.max(unreserved, endpoint.inFlight === 0 ? 1 : 0),
    );
  }

  private free(used: Counter, limit: number, planned: Counter, endpoint: Endpoint): number {
    const all = limit - used.all - planned.all;
    if (!isFailing(endpoint)) return all;
    return Math.min(all, Math.floor(limit / FAILING_SHARE) - used.failing - planned.failing);
  }

  private count(counter: Counter, endpoint: Endpoint, by: 1 | -1): void {
    counter.all += by;
    if (isFailing(endpoint)) counter.failing += by;
  }

  /** Changes what an endpoint is taken for, with all that it has in flight. */
  private change(endpoint: Endpoint, change: () => void): void {
    const before = isFailing(endpoint);
    change();
    const after = isFailing(endpoint);
    if (before === after) return;
    const by = after ? 1 : -1;
    for (const flight of this.flights) {
      if (flight.endpoint !== endpoint || flight.ended) continue;
      this.total.failing += by;
      if (flight.stage === "young") this.young.failing += by;
    }
  }

  private age(now: number): void {
    for (const flight of this.flights) {
      const age = now - flight.startedAt;
      if (age < this.limits.youngMs) break;
      if (flight.ended) continue;
      if (flight.stage === "young") {
        flight.stage = "old";
        this.count(this.young, flight.endpoint, -1);
      }
      if (flight.stage === "old" && age >= this.limits.suspectMs) {
        flight.stage = "suspect";
        this.change(flight.endpoint, () => {
          flight.endpoint.slow++;
        });
      }
    }
    if (this.flights.length > 2 * this.total.all + 64) this.flights = this.flights.filter(({ ended }) => !ended);
  }

  private end(flight: Flight, succeeded: boolean | null, now: number): void {
    if (flight.ended) return;
    this.age(now);
    const { endpoint } = flight;
    flight.ended = true;
    endpoint.inFlight--;
    endpoint.waitsSince = now;
    endpoint.usedAt = now;
    if (flight.stage === "young") this.count(this.young, endpoint, -1);
    this.count(this.total, endpoint, -1);
    this.change(endpoint, () => {
      if (flight.stage === "suspect") endpoint.slow--;
      if (succeeded === null) return;
      endpoint.failing = !succeeded;
      endpoint.window = succeeded ? Math.min(endpoint.window * 2, MAX_IN_FLIGHT) : 1;
      endpoint.failures = succeeded ? 0 : endpoint.failures + 1;
      endpoint.pausedUntil =
        endpoint.failures > 1 ? now + Math.min(PAUSE_MS * 2 ** (endpoint.failures - 2), MOST_PAUSE_MS) : 0;
    });
  }
}

type Counter = { all: number; failing: number };

function isFailing({ failing, slow }: Endpoint): boolean {
  return failing || slow > 0;
}
