import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A product whose `next` is this script; null: it has none. */
function product(next: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), "sampan-build-"));
  made.push(folder);
  for (const name of ["server/db", "node_modules/next/dist/bin"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"module","dependencies":{"next":"1","tsx":"1"}}');
  for (const name of ["ensure-build.mjs", "build-state.mjs", "db/data-folder-lock.ts"])
    cpSync(join(ROOT, "server", name), join(folder, "server", name));
  symlinkSync(join(ROOT, "node_modules/tsx"), join(folder, "node_modules/tsx"));
  if (next === null) return folder;
  writeFileSync(join(folder, "node_modules/next/package.json"), '{"type":"commonjs"}');
  writeFileSync(join(folder, "node_modules/next/dist/bin/next"), next);
  return folder;
}

async function start(folder: string): Promise<{ code: unknown; stderr: string }> {
  const run = promisify(execFile)(process.execPath, ["server/ensure-build.mjs"], { cwd: folder });
  return run.then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error) => error,
  );
}

describe("the build before a start (contract §2.1)", () => {
  it("says which packages are missing, and what to do", async () => {
    const { code, stderr } = await start(product(null));
    expect([code, stderr]).toEqual([1, "Sampan cannot start. Packages are missing (next): run npm install.\n"]);
  });

  it("ends a failed build with a line, without stacks", async () => {
    const { code, stderr } = await start(product('throw new Error("no compiler for this machine")'));
    expect(code).toBe(1);
    expect(stderr).toContain("Error: no compiler for this machine\n");
    expect(stderr).toMatch(/\nSampan cannot start\. The build failed, [^\n]* run npm ci[^\n]*\n$/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("ends with a line where it cannot write", async () => {
    const folder = product("");
    writeFileSync(join(folder, "node_modules/.cache"), "");
    const { code, stderr } = await start(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Sampan cannot start\. The build cannot be made: E[^\n]*\n$/);
  });
});
