import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { programOf } from "../programs";

/** The lines of a start in which something happens to processes, as long as they are wanted. */
async function linesOf<T>(what: "killed" | "dying", read: (line: string) => T | undefined): Promise<T | undefined> {
  const start = spawn(process.execPath, [await programOf("test/process/supervised.ts"), what], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(start, "close");
  try {
    for await (const line of createInterface({ input: start.stdout })) {
      const found = read(line);
      if (found !== undefined) return found;
    }
    return undefined;
  } finally {
    start.kill();
    await ended;
  }
}

it("a start outlives a message to a process that has just died, and replaces that one", async () => {
  expect(await linesOf("killed", (line) => (line === "replaced" ? line : undefined))).toBe("replaced");
});

it("a process that always ends is replaced after longer and longer pauses", async () => {
  const pauses: number[] = [];
  const found = await linesOf("dying", (line) => {
    if (line.startsWith("{")) pauses.push(JSON.parse(line).pause);
    return pauses.length === 3 ? pauses : undefined;
  });
  expect(found).toEqual([1000, 2000, 4000]);
});
