import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { EventFeed, type ListedEvent } from "@/server/cli/listen-events";

afterEach(() => {
  vi.restoreAllMocks();
});

/** An event's time, and how much later it commits, in milliseconds from the start. */
type Committed = { at: number; lag: number };

const START = Date.parse("2026-03-02T04:00:00.000Z");
const END = 900_000;

/** The API as `listEvents` describes it, on a clock that moves only while requests are answered. */
function apiWith(events: readonly Committed[]) {
  let now = 0;
  let requests = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const rows = events.map(({ at, lag }, index) => ({
    commitsAt: at + lag,
    event: { event_id: `evt_${index}`, created_at: new Date(START + at).toISOString() } as ListedEvent,
  }));
  return {
    get requests() {
      return requests;
    },
    connect: async () => new Date(START),
    async get<T>(path: string): Promise<T> {
      if (now > END) throw new Error("over");
      requests++;
      const query = new URL(path, "http://api").searchParams;
      const [since, offset, limit] = [
        query.get("since") ?? "",
        Number(query.get("offset")),
        Number(query.get("limit")),
      ];
      const until = now + Number(query.get("wait")) * 1000;
      for (;;) {
        const found = rows
          .filter(({ commitsAt, event }) => commitsAt <= now && event.created_at >= since)
          .map(({ event }) => event)
          .sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
        const isOver = found.length > 0 || now >= until;
        now += 100;
        if (isOver) return { data: found.slice(offset, offset + limit), pagination: { total: found.length } } as T;
      }
    },
  };
}

async function followed(api: ReturnType<typeof apiWith>): Promise<string[]> {
  const feed = new EventFeed(api, ["order.created"]);
  await feed.begin();
  const ids: string[] = [];
  try {
    for await (const { event_id } of feed.events()) ids.push(event_id);
  } catch (error) {
    expect(error).toEqual(new Error("over"));
  }
  return ids;
}

it("gives every event once, however late within a minute it commits", async () => {
  const committed = fc.record({ at: fc.integer({ min: 1, max: 700_000 }), lag: fc.integer({ min: 0, max: 59_000 }) });
  // Also close together, so that many share a moment and late ones fall between them.
  const close = fc.record({ at: fc.integer({ min: 60_000, max: 61_000 }), lag: fc.integer({ min: 0, max: 59_000 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(committed, { maxLength: 40 }),
      fc.array(close, { maxLength: 150 }),
      async (spread, crowd) => {
        const events = [...spread, ...crowd];
        const ids = await followed(apiWith(events));
        expect(ids.toSorted()).toEqual(events.map((_, index) => `evt_${index}`).sort());
        vi.restoreAllMocks();
      },
    ),
    { numRuns: 60 },
  );
});

it("gives what commits nearly a minute late while others keep coming", async () => {
  const events = Array.from({ length: 200 }, (_, second) => [
    { at: second * 1000 + 1, lag: 0 },
    { at: second * 1000 + 500, lag: 59_000 },
  ]).flat();
  const ids = await followed(apiWith(events));
  expect(ids.toSorted()).toEqual(events.map((_, index) => `evt_${index}`).sort());
});

it("leaves out what was there before it began", async () => {
  const before = { at: -5000, lag: 0 };
  const late = { at: -3000, lag: 20_000 };
  expect(await followed(apiWith([before, late, { at: 40_000, lag: 0 }]))).toEqual(["evt_1", "evt_2"]);
});

it("asks little while nothing happens, and for a minute after an event", async () => {
  const api = apiWith([{ at: 100_000, lag: 0 }]);
  await followed(api);
  // 15 minutes of requests that each wait 15 s, plus the requests that look back.
  expect(api.requests).toBeLessThan(75);
});
