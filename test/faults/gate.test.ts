// The gate, with steps of its own: what falls is tried again, and its last lines say why it is closed.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const STEPS = join(ROOT, ".ci/steps.mjs");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const PLAYWRIGHT = join(ROOT, "node_modules/@playwright/test/cli.js");

/** Falls as often as it is told, counted over processes by a file. */
const falls = (times: number) => `
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  const n = existsSync("count") ? Number(readFileSync("count", "utf8")) : 0;
  writeFileSync("count", String(n + 1));
  if (n < ${times}) throw new Error("fell for the " + (n + 1) + ". time");`;

type Played = { steps: string; files: Readonly<Record<string, string>>; names?: readonly string[]; stopWhen?: RegExp };

/** Runs a gate with the given steps in a folder with the given files, until it ends. */
async function play({ steps, files, names = [], stopWhen }: Played) {
  const folder = mkdtempSync(join(tmpdir(), "sampan-gate-test-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const gate = `import { runSteps } from ${JSON.stringify(STEPS)};
    const VITEST = ["node", ${JSON.stringify(VITEST)}, "run"], PLAYWRIGHT = ["node", ${JSON.stringify(PLAYWRIGHT)}, "test"];
    await runSteps(${steps}, { names: ${JSON.stringify(names)}, diskNeededGb: 1 });`;
  for (const [name, text] of Object.entries({ ...files, "gate.mjs": gate })) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "tmp"));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, TMPDIR: join(folder, "tmp"), A_SECRET: "not to be told" } as unknown as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, ["gate.mjs"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
      if (stopWhen?.test(said)) child.kill("SIGTERM");
    });
  const code = await new Promise((resolve) => child.once("close", resolve));
  const kept = readFileSync(/the whole output: (.*)/.exec(said)?.[1] ?? "nowhere", "utf8");
  rmSync(folder, { recursive: true, force: true });
  return { code, said, kept, last: said.trimEnd().split("\n").slice(-60).join("\n") };
}

it("tries a file again in a new process, goes on, and lists what was flaky", async () => {
  const { code, said, last, kept } = await play({
    steps: `[{ unit: (tools) => tools.vitest(VITEST, {}, ["good", "bad"]) }, { after: (tools) => tools.command(["echo", "went on"]) }]`,
    files: {
      "good.test.ts": `import { it } from "vitest"; it("is good", () => console.log("good ran"));`,
      "bad.test.ts": `import { describe, it } from "vitest";
        describe("a group", () => it("falls once", () => {${falls(1).replace(/import .*/, "")}}));
        import { existsSync, readFileSync, writeFileSync } from "node:fs";`,
    },
  });
  expect(last).toContain("flaky: bad.test.ts > a group > falls once");
  expect(code).toBe(0);
  expect(said).toContain("went on");
  // What was good is not run again.
  expect(said.match(/good ran/g)).toHaveLength(1);
  expect(kept).toContain("went on");
  expect(said).toMatch(/^date: .*\nfolder: .*\nuser: .*umask \d{3}\nfree disk: .*1 GB are needed\n/);
  expect(said).toMatch(/^variables: .*A_SECRET/m);
  expect(said).not.toContain("not to be told");
});

it("is closed by what falls three times, and names it with its error", async () => {
  const { code, last } = await play({
    steps: `[{ unit: (tools) => tools.vitest(VITEST) }, { after: (tools) => tools.command(["echo", "went on"]) }]`,
    files: {
      "bad.test.ts": `import { it } from "vitest"; it("is broken", () => { throw new Error("as it is"); });`,
      "hook.test.ts": `import { beforeAll, it } from "vitest"; beforeAll(() => { throw new Error("no hook"); }); it("waits", () => {});`,
      "syntax.test.ts": `import nothing from "./nowhere";`,
    },
  });
  expect(code).toBe(1);
  expect(last).toContain("FAILED: unit");
  for (const words of [
    "bad.test.ts > is broken",
    "Error: as it is",
    "hook.test.ts > the file itself",
    "syntax.test.ts",
  ])
    expect(last).toContain(words);
  expect(last).not.toContain("went on");
});

it("tries nothing again when more than ten fell, or when a command failed, and says of that what it said", async () => {
  const { code, said, last } = await play({
    steps: `[{ unit: (tools) => tools.vitest(VITEST) }]`,
    files: {
      "bad.test.ts": `import { it } from "vitest"; for (let n = 0; n < 30; n++) it("is broken " + n, () => { throw new Error("as it is"); });`,
    },
  });
  expect(code).toBe(1);
  expect(last).toContain("more than 10 fell");
  expect(said).not.toContain("once more");

  const command = await play({
    steps: `[{ first: (tools) => tools.command(["echo", "not asked for"]) }, { types: (tools) => tools.command(["sh", "-c", "echo error TS1; exit 2"]) }]`,
    files: {},
    names: ["types"],
  });
  expect(command.code).toBe(1);
  expect(command.last).toMatch(/FAILED: types[\s\S]*error TS1/);
  expect(command.said).not.toContain("not asked for");
});

it("lets Playwright try again, and says where the page was", async () => {
  const { code, last } = await play({
    steps: `[{ journeys: (tools) => tools.journeys(PLAYWRIGHT) }]`,
    files: {
      "package.json": `{ "type": "module" }`,
      "once.spec.ts": `import { test } from "@playwright/test";
        import { existsSync, readFileSync, writeFileSync } from "node:fs";
        test("falls twice", () => {${falls(2).replace(/import .*/, "")}});
        test("is broken", async ({}, info) => {
          await info.attach("page", { contentType: "text/plain", body: "page: http://localhost/orders\\nconsole: oh" });
          throw new Error("as it is");
        });`,
    },
  });
  expect(code).toBe(1);
  expect(last).toContain("flaky: once.spec.ts > falls twice");
  expect(last).toMatch(
    /FAILED: journeys[\s\S]*once.spec.ts > is broken\n +Error: as it is[\s\S]*page: http:\/\/localhost\/orders\n +console: oh/,
  );
});

it("says when it is stopped what was being done, and leaves no process behind", async () => {
  const { code, last } = await play({
    steps: `[{ unit: (tools) => tools.vitest(VITEST) }]`,
    files: {
      "slow.test.ts": `import { it } from "vitest"; it("hangs", async () => { console.log("hangs now"); await new Promise(() => setInterval(() => {}, 1000)); }, 0);`,
    },
    stopWhen: /hangs now/,
  });
  expect(code).toBe(143);
  expect(last).toMatch(/stopped by SIGTERM in the step "unit"[\s\S]*not finished: slow.test.ts/);
});

it("runs the steps of a stage side by side, ends them all when one falls, and says how long each took", async () => {
  const both = await play({
    steps: `[{ left: (tools) => tools.command(["sh", "-c", "touch left; until [ -e right ]; do sleep 0.05; done; echo met"]),
      right: (tools) => tools.command(["sh", "-c", "touch right; until [ -e left ]; do sleep 0.05; done; echo met"]) },
      { after: (tools) => tools.command(["echo", "went on"]) }]`,
    files: {},
  });
  expect(both.code).toBe(0);
  expect(both.said).toMatch(/^left \| met$/m);
  expect(both.said).toMatch(/^right \| met$/m);
  expect(both.said).toMatch(/^went on$/m);
  for (const name of ["left", "right", "after"]) expect(both.last).toMatch(new RegExp(`^${name} +\\d+ s$`, "m"));

  const one = await play({
    steps: `[{ slow: (tools) => tools.command(["sleep", "600"]), broken: (tools) => tools.command(["false"]) }]`,
    files: {},
  });
  expect(one.code).toBe(1);
  expect(one.last).toContain("FAILED: broken");
});
