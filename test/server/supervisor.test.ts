import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";

it("a start outlives a message to a process that has just died, and replaces that one", async () => {
  const command = ["--import", "tsx", join(import.meta.dirname, "supervised.ts")];
  const start = spawn(process.execPath, command, {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(start, "close");
  try {
    const said = new Promise<string>((resolve) => {
      createInterface({ input: start.stdout }).on("line", (line) => line === "replaced" && resolve(line));
    });
    expect(await Promise.race([said, ended])).toBe("replaced");
  } finally {
    start.kill();
    await ended;
  }
});
