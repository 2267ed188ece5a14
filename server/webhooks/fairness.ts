/**
 * Decides how many deliveries of which endpoint a worker may claim, so that slow and dead receivers do not delay others
 * (contract §15.8). In memory and pure: callers pass the time.
 */

/** Most deliveries in flight for one endpoint, over all workers. */
export const MAX_IN_FLIGHT = 8;

export type Limits = {
  /** Most young requests in total. */
  young: number;
  /** Most requests in total. */
  total: number;
  /**
   * A request counts as young up to this age. An older one of a slow receiver keeps its slot, but no longer takes other
   * receivers' turns.
   */
  youngMs: number;
  /** An endpoint with a request unanswered for this long counts as failing. */
  suspectMs: number;
};

const LIMITS: Limits = { young: 256, total: 1024, youngMs: 250, suspectMs: 1000 };
/** All failing endpoints together may use this fraction (1/n) of each limit. */
const FAILING_SHARE = 4;
/**
 * This fraction (1/n) of the total is reserved for endpoints with nothing in flight, one each; otherwise many endpoints
 * that fall silent at once would fill it.
 */
const RESERVED_SHARE = 4;
/** A failing endpoint that may have work but was not asked for this long gets its turn among the healthy. */
const LATE_MS = 5000;
/**
 * An endpoint pauses this long after its second failure in a row, and twice as long after each further one, up to the
 * maximum.
 */
const PAUSE_MS = 50;
const MOST_PAUSE_MS = 1000;
/** An endpoint without work for this long is forgotten, and starts slowly again. */
const FORGET_MS = 300_000;

type Endpoint = {
  window: number;
  inFlight: number;
  failing: boolean;
  /** Failures in a row, as seen by this worker. */
  failures: number;
  pausedUntil: number;
  /** Requests unanswered for longer than `suspectMs`. */
  slow: number;
  /** Decides its turn: the time of its last claim, or of new work, or of an answer. */
  waitsSince: number;
  usedAt: number;
};
/** Dirty: new work was announced since the last claim. */
type Ready = { dirty: boolean; notBefore: number };
type Flight = { endpoint: Endpoint; startedAt: number; stage: "young" | "old" | "suspect"; ended: boolean };

/** A claim to make: at most `room` deliveries of this endpoint. */
export type Ask = { id: string; room: number };

export class Fairness {
  private readonly endpoints = new Map<string, Endpoint>();
  /** Endpoints that may have work; the one asked last is at the end. */
  private readonly ready = new Map<string, Ready>();
  /** In starting order. */
  private flights: Flight[] = [];
  private readonly young = { all: 0, failing: 0 };
  private readonly total = { all: 0, failing: 0 };

  constructor(private readonly limits: Limits = LIMITS) {}

  /**
   * Notes that an endpoint may have due work. `failing` is what the database knows, for an endpoint that is new here.
   */
  hasWork(id: string, failing: boolean, now: number): void {
    const endpoint = this.endpointOf(id, failing, now);
    const entry = this.ready.get(id);
    if (entry) entry.dirty = true;
    else {
      this.ready.set(id, { dirty: true, notBefore: 0 });
      endpoint.waitsSince = now;
    }
  }

  /**
   * What to claim now, in turn and healthy endpoints first; empty when nothing is ready or no slot is free. At most
   * `most` endpoints.
   */
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
   * Records the result of a claim. Drained: nothing more is due, unless new work was announced meanwhile. No deliveries
   * and not drained: other workers are busy with the endpoint; it is asked again from `notBefore` on.
   */
  claimed(id: string, isDrained: boolean, count: number, notBefore: number): void {
    const entry = this.ready.get(id);
    if (!entry) return;
    if (isDrained && !entry.dirty) this.ready.delete(id);
    else if (count === 0 && !entry.dirty) entry.notBefore = notBefore;
  }

  /** Starts a request; call the returned function with the result when it ends. */
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

  /** Whether there is work that only waits for a slot. */
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

  /** What may be asked now, in the order in which it became ready; failing endpoints last, unless they are late. */
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

  /** Changes whether an endpoint counts as failing, including everything it has in flight. */
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
