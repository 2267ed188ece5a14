// @module-tag engine
/** The limits and turns of deliveries (contract §15.8), on a simulated clock. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fairness, type Limits, MAX_IN_FLIGHT } from "@/server/webhooks/fairness";

const DEFAULT: Limits = { young: 256, total: 1024, youngMs: 250, suspectMs: 1000 };
const SMALL: Limits = { young: 16, total: 40, youngMs: 250, suspectMs: 1000 };
const MOST_ASKED = 64;

type Flight = { id: string; startedAt: number; end: (succeeded: boolean | null, at: number) => void };

/** The database and the receivers, around a fairness that does not know them; it keeps its own counts. */
class World {
  now = 0;
  readonly backlog = new Map<string, number>();
  readonly windows = new Map<string, number>();
  readonly lastFailed = new Map<string, boolean>();
  flights: Flight[] = [];
  readonly fairness: Fairness;

  constructor(readonly limits: Limits) {
    this.fairness = new Fairness(limits);
  }

  arrive(id: string, count: number, failing = false): void {
    this.backlog.set(id, (this.backlog.get(id) ?? 0) + count);
    if (!this.lastFailed.has(id)) this.lastFailed.set(id, failing);
    this.fairness.hasWork(id, failing, this.now);
  }

  of(id: string): Flight[] {
    return this.flights.filter((flight) => flight.id === id);
  }

  isFailing(id: string): boolean {
    const isSilent = ({ startedAt }: Flight) => this.now - startedAt >= this.limits.suspectMs;
    return (this.lastFailed.get(id) ?? false) || this.of(id).some(isSilent);
  }

  isYoung = ({ startedAt }: Flight) => this.now - startedAt < this.limits.youngMs;

  /** One claim; `meanwhile` runs after the database has decided and before its answer arrives. */
  claim(meanwhile: () => void = () => {}, isBusy: (id: string) => boolean = () => false): Map<string, number> {
    const asks = this.fairness.next(MOST_ASKED, this.now);
    this.expectWithinLimits(asks);
    const found = asks.map(({ id, room }) => {
      const count = isBusy(id) ? 0 : Math.min(room, this.backlog.get(id) ?? 0);
      this.backlog.set(id, (this.backlog.get(id) ?? 0) - count);
      return { id, count, drained: !isBusy(id) && count < room };
    });
    meanwhile();
    for (const { id, count, drained } of found) {
      for (let i = 0; i < count; i++)
        this.flights.push({ id, startedAt: this.now, end: this.fairness.begin(id, this.now) });
      this.fairness.claimed(id, drained, count, this.now + 20);
    }
    expect(this.fairness.inFlight).toBe(this.flights.length);
    return new Map(found.map(({ id, count }) => [id, count]));
  }

  finish(flight: Flight, succeeded: boolean | null): void {
    this.flights = this.flights.filter((other) => other !== flight);
    flight.end(succeeded, this.now);
    if (succeeded === null) return;
    this.lastFailed.set(flight.id, !succeeded);
    const window = this.windows.get(flight.id) ?? 1;
    this.windows.set(flight.id, succeeded ? Math.min(window * 2, MAX_IN_FLIGHT) : 1);
  }

  private expectWithinLimits(asks: { id: string; room: number }[]): void {
    const rooms = (of: (id: string) => boolean) =>
      asks.filter(({ id }) => of(id)).reduce((sum, { room }) => sum + room, 0);
    const any = () => true;
    const failing = (id: string) => this.isFailing(id);
    const young = this.flights.filter(this.isYoung);
    expect(asks.length).toBeLessThanOrEqual(MOST_ASKED);
    expect(new Set(asks.map(({ id }) => id)).size).toBe(asks.length);
    for (const { id, room } of asks) {
      expect(room).toBeGreaterThan(0);
      expect(this.of(id).length + room).toBeLessThanOrEqual(this.windows.get(id) ?? 1);
      expect(this.of(id).length + room).toBeLessThanOrEqual(8);
    }
    expect(young.length + rooms(any)).toBeLessThanOrEqual(this.limits.young);
    expect(this.flights.length + rooms(any)).toBeLessThanOrEqual(this.limits.total);
    if (rooms(failing) === 0) return;
    const share = (limit: number) => Math.floor(limit / 4);
    const isOfFailing = ({ id }: Flight) => failing(id);
    expect(young.filter(isOfFailing).length + rooms(failing)).toBeLessThanOrEqual(share(this.limits.young));
    expect(this.flights.filter(isOfFailing).length + rooms(failing)).toBeLessThanOrEqual(share(this.limits.total));
  }
}

const ids = Array.from({ length: 30 }, (_, i) => `we_${i}`);
const anyId = fc.constantFrom(...ids);
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ arrive: anyId, count: fc.integer({ min: 1, max: 20 }), failing: fc.boolean() }),
    },
    { weight: 5, arbitrary: fc.record({ claim: fc.constant(true), late: fc.option(anyId), busy: fc.option(anyId) }) },
    { weight: 5, arbitrary: fc.record({ finish: fc.nat(), result: fc.constantFrom(true, true, false, null) }) },
    { weight: 3, arbitrary: fc.record({ pass: fc.constantFrom(1, 20, 100, 251, 1001, 16_000, 400_000) }) },
  ),
  { minLength: 20, maxLength: 200 },
);

function run(world: World, list: typeof steps extends fc.Arbitrary<infer T> ? T : never): void {
  for (const step of list) {
    if ("arrive" in step) world.arrive(step.arrive, step.count, step.failing);
    else if ("claim" in step) {
      const { late, busy } = step;
      world.claim(
        () => late && world.arrive(late, 1),
        (id) => id === busy,
      );
    } else if ("finish" in step) {
      const flight = world.flights[step.finish % Math.max(1, world.flights.length)];
      if (flight) world.finish(flight, step.result);
    } else world.now += step.pass;
  }
}

describe("under any sequence of work, answers and silence", () => {
  it("an endpoint's window, its 8, the failing ones' quarter, the young and the total hold", () => {
    fc.assert(
      fc.property(steps, (list) => run(new World(SMALL), list)),
      { numRuns: 300 },
    );
  });

  it("all work is claimed once receivers answer, whatever they did before", () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (list, succeeded) => {
        const world = new World(SMALL);
        run(world, list);
        // Each round is longer than the longest pause.
        const round = () => {
          world.now += 1100;
          for (const flight of [...world.flights]) world.finish(flight, succeeded);
          world.claim();
        };
        for (let rounds = 0; [...world.backlog.values()].some((count) => count > 0); rounds++) {
          if (rounds > 4000) throw new Error(`starved: ${JSON.stringify([...world.backlog])}`);
          round();
        }
        for (let rounds = 0; rounds < ids.length; rounds++) round();
        expect(world.fairness.hasReady).toBe(false);
      }),
      { numRuns: 80 },
    );
  });
});

describe("an endpoint's window", () => {
  it("starts at 1, doubles with each success to 8, falls to 1 with a failure, and is kept when cut off", () => {
    const world = new World(DEFAULT);
    const sizes = (results: (boolean | null)[]) =>
      results.map((result) => {
        world.now += 5000;
        world.claim();
        const size = world.flights.length;
        const [first, ...others] = world.flights;
        for (const flight of others) world.finish(flight, null);
        if (first) world.finish(first, result);
        return size;
      });
    world.arrive("we_a", 1000);
    expect(sizes([true, true, true, true, null, false, false, true, true])).toEqual([1, 2, 4, 8, 8, 8, 1, 1, 2]);
  });

  it("starts again when there was no work for a long time", () => {
    const world = new World(DEFAULT);
    world.arrive("we_a", 1);
    world.claim();
    for (const flight of [...world.flights]) world.finish(flight, true);
    world.claim();
    world.now += 300_001;
    world.fairness.tidy(world.now);
    world.arrive("we_a", 8);
    expect(world.claim().get("we_a")).toBe(1);
  });
});

describe("an endpoint that fails", () => {
  it("pauses after its second failure in a row, twice as long after each further one, up to a second", () => {
    const world = new World(DEFAULT);
    world.arrive("we_a", 1000);
    const pauseAfter = (succeeded: boolean) => {
      for (const flight of [...world.flights]) world.finish(flight, succeeded);
      const from = world.now;
      while (!world.claim().get("we_a")) world.now += 1;
      return world.now - from;
    };
    const failures = Array.from({ length: 8 }, () => pauseAfter(false));
    expect(failures.slice(1)).toEqual([0, 50, 100, 200, 400, 800, 1000]);
    // After a success two are under way, and both fail.
    expect([true, false, false].map(pauseAfter)).toEqual([0, 50, 100]);
  });

  it("is asked again within seconds, though healthy ones use every turn", () => {
    const world = new World({ ...DEFAULT, young: 64 });
    const healthy = Array.from({ length: 100 }, (_, i) => `we_ok_${i}`);
    for (const id of healthy) world.arrive(id, 1_000_000);
    world.arrive("we_failing", 1000, true);
    const asked: number[] = [];
    for (; world.now < 60_000; world.now += 20) {
      for (const flight of [...world.flights]) world.finish(flight, flight.id !== "we_failing");
      if (world.claim().get("we_failing")) asked.push(world.now);
    }
    const gaps = asked.map((at, index) => at - (asked[index - 1] ?? 0));
    expect(asked.length).toBeGreaterThan(5);
    expect(Math.max(...gaps)).toBeLessThan(8000);
  });
});

describe("a healthy endpoint next to 200 that never answer", () => {
  /**
   * Silent endpoints with endless work whose attempts fail after 15 s; returns how long the healthy one waited for each
   * turn.
   */
  function waits(window: number, known: boolean, arriveAt: number, lasting = 40_000): number[] {
    const world = new World(DEFAULT);
    const silent = Array.from({ length: 200 }, (_, i) => `we_silent_${i}`);
    // The windows grew while they still answered.
    for (let size = 1; size < window; size *= 2) {
      for (const id of silent) world.arrive(id, 1);
      while (world.claim().size > 0) for (const flight of [...world.flights]) world.finish(flight, true);
    }
    for (const id of silent) world.arrive(id, 1_000_000, known);
    const start = world.now;
    const found: number[] = [];
    let wantedAt: number | undefined;
    for (; world.now < start + lasting; world.now += 10) {
      for (const flight of [...world.flights]) {
        if (flight.id === "we_healthy") world.finish(flight, true);
        else if (world.now - flight.startedAt >= 15_000) world.finish(flight, false);
      }
      if (world.now >= start + arriveAt && wantedAt === undefined) {
        world.arrive("we_healthy", 1);
        wantedAt = world.now;
      }
      if (world.claim().get("we_healthy")) {
        found.push(world.now - (wantedAt ?? 0));
        wantedAt = undefined;
      }
    }
    return found;
  }

  it.each([
    ["and never did", 1, false],
    ["and are known to fail", 1, true],
    ["after they had grown to 8 at once each", 8, false],
  ] as const)("has its turn within 5 claims, %s", (_name, window, known) => {
    const found = waits(window, known, 2000);
    expect(found.length).toBeGreaterThan(1000);
    expect(Math.max(...found)).toBeLessThanOrEqual(50);
  });

  it("has it within 2 s in the moment in which all of them go silent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), (arriveAt) => {
        expect(waits(8, false, arriveAt, 10_000)[0]).toBeLessThanOrEqual(2000);
      }),
      { numRuns: 5 },
    );
  });
});
