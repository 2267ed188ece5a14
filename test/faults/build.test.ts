import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as faults from "./server";

const ROOT = join(import.meta.dirname, "../..");
/** Exists while a build runs (`server/ensure-build.mjs`). */
const UNFINISHED = join(ROOT, "node_modules/.cache/sampan-build.unfinished");
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sampan-build-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeStale(): void {
  const now = new Date();
  utimesSync(join(ROOT, "proxy.ts"), now, now);
}

function ensureBuild(): ChildProcess {
  return spawn(process.execPath, ["server/ensure-build.mjs"], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
}

describe("npm start with sources that are newer than the build", () => {
  it("leaves nothing running when it is stopped while it builds, and the next start builds again", async () => {
    makeStale();
    const { child, exited } = faults.launch({ dataDir: join(root, "early"), port: await faults.freePort(), npm: true });
    while (!existsSync(UNFINISHED)) await wait(20);
    child.kill("SIGTERM");
    await exited;
    // The next build waits until the one before is gone.
    const builder = ensureBuild();
    const [code] = await once(builder, "exit");
    expect(code).toBe(0);
    expect(existsSync(UNFINISHED)).toBe(false);
  });

  it("builds once when two start at once, and both serve it", async () => {
    makeStale();
    const both = await Promise.all(
      ["one", "two"].map((name) => faults.serve({ dataDir: join(root, name), npm: true })),
    );
    for (const { url } of both) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const { child } of both) child.kill("SIGTERM");
    for (const { exited } of both) expect(await exited).toMatchObject({ code: 143 });
    const builder = ensureBuild();
    let said = "";
    for (const stream of [builder.stdout, builder.stderr]) {
      stream?.on("data", (chunk) => {
        said += chunk;
      });
    }
    await once(builder, "close");
    expect(said).toBe("");
  });
});
