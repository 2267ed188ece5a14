/** What follows an attempt (contract §15.7), for any schedule, receiver and random number. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ATTEMPT_TRIGGERS } from "@/lib/contracts/webhook-delivery";
import { type Next, nextAfter, type Tried, type Verdict } from "@/server/webhooks/retry";

const NOW = new Date("2026-11-20T02:30:00Z");
const HOURS = [60, 300, 900, 3600, 21_600];

const seconds = fc.integer({ min: 1, max: 30 * 86_400 });
const schedules = fc.array(seconds, { maxLength: 8 });
const chance = fc.double({ min: 0, max: 1, noNaN: true });
const retryAfters = fc.option(fc.nat({ max: 2 ** 31 }));
const verdicts = fc.constantFrom<Verdict>("SUCCEEDED", "FAILED", "ABANDONED");
const triggers = fc.constantFrom(...ATTEMPT_TRIGGERS);
const fresh: Tried = { trigger: "event", tries: 0, abandoned: 0, resumeAt: null };
const tried = fc.record<Tried>({
  trigger: triggers,
  tries: fc.nat({ max: 9 }),
  abandoned: fc.nat({ max: 3 }),
  resumeAt: fc.option(fc.integer({ min: -1e9, max: 1e9 }).map((ms) => new Date(NOW.getTime() + ms))),
});

/** The delivery as the next attempt gets it. */
const following = ({ trigger, tries, abandoned }: Next): Tried => ({ trigger, tries, abandoned, resumeAt: null });

describe("the wait after a failure", () => {
  it("is the schedule's and at most a tenth more, or what the receiver asks up to twice the schedule's", () => {
    fc.assert(
      fc.property(schedules, fc.nat(7), chance, retryAfters, (schedule, tries, random, asked) => {
        const scheduled = (schedule[tries] ?? Number.NaN) * 1000;
        const { waitMs, status } = nextAfter({ ...fresh, tries }, "FAILED", schedule, NOW, asked, random);
        if (schedule[tries] === undefined) {
          expect([status, waitMs]).toEqual(["failed", null]);
          return;
        }
        expect(status).toBe("pending");
        expect(waitMs).toBeGreaterThanOrEqual(scheduled);
        if ((asked ?? 0) * 1000 <= scheduled) expect(waitMs).toBeLessThanOrEqual(scheduled * 1.1 + 1e-3);
        else expect(waitMs).toBeGreaterThanOrEqual(Math.min((asked ?? 0) * 1000, scheduled * 2));
        expect(waitMs).toBeLessThanOrEqual(scheduled * 2);
      }),
    );
  });

  it("is spread over that tenth by chance of its own", () => {
    const waits = Array.from({ length: 500 }, () => nextAfter(fresh, "FAILED", HOURS, NOW).waitMs ?? 0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(60_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(66_000);
    expect(Math.min(...waits)).toBeLessThan(61_000);
    expect(Math.max(...waits)).toBeGreaterThan(65_000);
  });

  it("of the default schedule is 1 min, 5 min, 15 min, 1 h and 6 h, then it ends", () => {
    const waits: (number | null)[] = [];
    let next = nextAfter(fresh, "FAILED", HOURS, NOW, null, 0);
    for (; next.status === "pending"; next = nextAfter(following(next), "FAILED", HOURS, NOW, null, 0))
      waits.push(next.waitMs);
    expect(waits).toEqual([60_000, 300_000, 900_000, 3_600_000, 21_600_000]);
    expect(next).toMatchObject({ status: "failed", waitMs: null, exhausted: true });
  });
});

describe("a delivery that always fails", () => {
  it("is attempted once and then as often as the schedule is long, and only then exhausted", () => {
    fc.assert(
      fc.property(schedules, retryAfters, (schedule, asked) => {
        let state = fresh;
        for (let attempts = 1; ; attempts++) {
          const next = nextAfter(state, "FAILED", schedule, NOW, asked);
          expect(next.exhausted).toBe(attempts === schedule.length + 1);
          expect(next.status).toBe(next.exhausted ? "failed" : "pending");
          if (next.status !== "pending") break;
          expect(next.trigger).toBe("retry");
          state = following(next);
        }
      }),
    );
  });

  it("whatever else is cut off, has that many failures and at most three cut off before each", () => {
    fc.assert(
      fc.property(schedules, fc.infiniteStream(fc.boolean()), (schedule, cut) => {
        let state = fresh;
        let counted = 0;
        let inARow = 0;
        for (;;) {
          const verdict: Verdict = cut.next().value ? "ABANDONED" : "FAILED";
          const next = nextAfter(state, verdict, schedule, NOW);
          const isFree = verdict === "ABANDONED" && inARow < 3;
          if (isFree) {
            inARow++;
            expect(next).toEqual({
              status: "pending",
              waitMs: 0,
              exhausted: false,
              ...state,
              resumeAt: undefined,
              abandoned: inARow,
            });
          } else {
            inARow = 0;
            counted++;
            expect(next.abandoned).toBe(0);
          }
          if (next.status !== "pending") break;
          state = following(next);
        }
        expect(counted).toBe(schedule.length + 1);
      }),
    );
  });
});

describe("any attempt", () => {
  it("that succeeds ends its delivery", () => {
    fc.assert(
      fc.property(tried, schedules, retryAfters, (state, schedule, asked) => {
        const next = nextAfter(state, "SUCCEEDED", schedule, NOW, asked);
        expect(next).toMatchObject({ status: "succeeded", waitMs: null, abandoned: 0, exhausted: false });
      }),
    );
  });

  it("leaves a delivery that waits for a time that is not past, or one that ends", () => {
    fc.assert(
      fc.property(tried, verdicts, schedules, retryAfters, (state, verdict, schedule, asked) => {
        const { status, waitMs, exhausted, tries } = nextAfter(state, verdict, schedule, NOW, asked);
        expect(waitMs === null).toBe(status !== "pending");
        expect(waitMs ?? 0).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(waitMs ?? 0)).toBe(true);
        if (exhausted) expect(status).toBe("failed");
        expect(tries - state.tries).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("a replay", () => {
  it("of a delivery that waits goes on with its schedule where it was", () => {
    fc.assert(
      fc.property(fc.nat(9), fc.integer({ min: -1e9, max: 1e9 }), schedules, (tries, away, schedule) => {
        const state: Tried = { ...fresh, trigger: "replay", tries, resumeAt: new Date(NOW.getTime() + away) };
        const next = nextAfter(state, "FAILED", schedule, NOW);
        expect(next).toMatchObject({ status: "pending", trigger: "retry", tries, waitMs: Math.max(0, away) });
      }),
    );
  });

  it("of a single delivery has no retries and disables nothing", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const state: Tried = { ...fresh, trigger: "replay", tries: 1_000_000 };
        expect(nextAfter(state, "FAILED", schedule, NOW)).toMatchObject({ status: "failed", exhausted: false });
      }),
    );
  });

  it("of what was missed has the whole schedule, and then disables as an event does", () => {
    fc.assert(
      fc.property(fc.array(seconds, { minLength: 1, maxLength: 8 }), (schedule) => {
        let state: Tried = { ...fresh, trigger: "replay" };
        let attempts = 1;
        let next = nextAfter(state, "FAILED", schedule, NOW);
        for (; next.status === "pending"; attempts++, next = nextAfter(state, "FAILED", schedule, NOW))
          state = following(next);
        expect([attempts, next.exhausted]).toEqual([schedule.length + 1, true]);
      }),
    );
  });
});

describe("a test event", () => {
  it("is sent once, again only when it was cut off, and disables nothing", () => {
    fc.assert(
      fc.property(schedules, retryAfters, (schedule, asked) => {
        const state: Tried = { ...fresh, trigger: "test" };
        expect(nextAfter(state, "FAILED", schedule, NOW, asked)).toMatchObject({ status: "failed", exhausted: false });
        expect(nextAfter(state, "ABANDONED", schedule, NOW)).toMatchObject({ status: "pending", trigger: "test" });
        const last = nextAfter({ ...state, abandoned: 3 }, "ABANDONED", schedule, NOW);
        expect(last).toMatchObject({ status: "failed", exhausted: false });
      }),
    );
  });
});
