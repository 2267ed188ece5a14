import { describe, expect, it } from "vitest";
import { type RunProgress, runForMany } from "@/components/orders/bulk/bulk-run";
import { ApiFailure } from "@/lib/api-client";

describe("an operation for many", () => {
  const items = Array.from({ length: 10 }, (_, index) => index);
  const failing = (failure: Partial<ApiFailure> & { status: number }) => new ApiFailure({ message: "…", ...failure });
  const run = (perform: (item: number) => Promise<"DONE">, signal = new AbortController().signal) =>
    runForMany(items, perform, { signal, onProgress: () => {} });

  it.each([
    ["there is no network", failing({ status: 0, kind: "network" })],
    ["nobody is signed in", failing({ status: 401 })],
    ["it is not allowed", failing({ status: 403 })],
    ["the database is away", failing({ status: 503 })],
  ])("is not started for the rest once %s", async (_why, failure) => {
    const tried: number[] = [];
    const outcomes = await run(async (item) => {
      tried.push(item);
      if (item === 0) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return "DONE";
    });
    expect(tried).toEqual([0, 1, 2]);
    expect([...outcomes.keys()].sort()).toEqual([0, 1, 2]);
    expect(outcomes.get(0)).toEqual({ kind: "FAILED", error: failure });
  });

  it("goes on after a failure that concerns only one item", async () => {
    const outcomes = await run(async (item) => {
      if (item % 2) throw failing({ status: item === 1 ? 500 : 400 });
      return "DONE";
    });
    expect(items.map((item) => outcomes.get(item)?.kind)).toEqual(items.map((item) => (item % 2 ? "FAILED" : "DONE")));
  });

  it("reports how long it waits, also when others finish meanwhile, and continues with all", async () => {
    let limited = 2;
    const reported: RunProgress[] = [];
    const outcomes = await runForMany(
      items,
      async (item) => {
        if (item > 0 && limited-- > 0) throw failing({ status: 429, retryAfter: 0.2 });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return "DONE";
      },
      { signal: new AbortController().signal, onProgress: (progress) => reported.push(progress) },
    );
    expect(outcomes.size).toBe(10);
    expect(reported.slice(0, 3)).toEqual([
      { done: 0, waiting: 1 },
      { done: 0, waiting: 1 },
      { done: 1, waiting: 1 },
    ]);
    expect(reported.at(-1)).toEqual({ done: 10, waiting: null });
  });

  it("waits for nothing more once it is stopped", async () => {
    const stop = new AbortController();
    const outcomes = run(async () => {
      throw failing({ status: 429, retryAfter: 3600 });
    }, stop.signal);
    await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    expect((await outcomes).size).toBe(0);
  });
});
