// What tests that fake the clock must not touch: the embedded database, whose timers never end once time runs
// backwards, and the files that the same process tests next.
import { vi } from "vitest";

type Clock = { Date: DateConstructor; setTimeout: typeof setTimeout; hasOverflown: boolean };
const KEY = Symbol.for("sampan.test-clock");
const globals = globalThis as typeof globalThis & { [KEY]?: Clock };

/** The machine's clock, as the process found it. */
function clock(): Clock {
  if (!globals[KEY]) {
    const found: Clock = { Date, setTimeout, hasOverflown: false };
    process.on("warning", ({ name }) => {
      if (name === "TimeoutOverflowWarning") found.hasOverflown = true;
    });
    globals[KEY] = found;
  }
  return globals[KEY];
}

let faked: DateConstructor = Date;
let inside = 0;

/** Does something while `Date` is the machine's, whatever a test made of it. */
export async function onMachineTime<T>(work: () => Promise<T>): Promise<T> {
  const machines = clock().Date;
  if (inside++ === 0) {
    faked = globalThis.Date;
    globalThis.Date = machines;
  }
  try {
    return await work();
  } finally {
    // The test may have faked it meanwhile, or gone back to the machine's.
    if (--inside === 0 && globalThis.Date === machines && vi.isFakeTimers()) globalThis.Date = faked;
  }
}

/** Throws where the clock is not the machine's, or a timer was set by one that was not. */
export function requireMachineTime(): void {
  const found = clock();
  // By its prototype: Next puts a Date of its own around the machine's.
  if (Date.prototype !== found.Date.prototype || setTimeout !== found.setTimeout)
    throw new Error("A test file that ran before in this process left a fake clock behind: vi.useRealTimers()");
  if (found.hasOverflown) {
    found.hasOverflown = false;
    throw new Error("A timer of this process ends in weeks: it was set while a test had faked the clock");
  }
}
