// The steps of the gate and of `npm run test:full`. How they are run, tried again and reported is in `steps.mjs`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { runSteps } from "./steps.mjs";

// Prints the name of every Debian package that is missing.
const MISSING_PACKAGES = `
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || echo postgresql
  [ -x /usr/bin/chromium ] || echo chromium
  # The same browser without a window, which takes a fifth less of the machine.
  [ -x /usr/bin/chromium-headless-shell ] || echo chromium-headless-shell
  fc-list 2>/dev/null | grep -qi 'noto.*cjk' || echo fonts-noto-cjk
  command -v pdftoppm >/dev/null || echo poppler-utils
  command -v zbarimg >/dev/null || echo zbar-tools
  command -v qpdf >/dev/null || echo qpdf
  command -v curl >/dev/null || echo curl`;

async function install(tools) {
  const { said } = await tools.command(["bash", "-c", MISSING_PACKAGES], { quiet: true });
  const missing = said.split("\n").filter(Boolean);
  if (missing.length) {
    await tools.download(["apt-get", "update", "-qq"]);
    await tools.download(["apt-get", "install", "-y", "-qq", ...missing], { DEBIAN_FRONTEND: "noninteractive" });
  }
  // What npm wrote last into the folder that it made.
  const installed = "node_modules/.package-lock.json";
  const isFresh = existsSync(installed) && statSync(installed).mtimeMs > statSync("package-lock.json").mtimeMs;
  if (!isFresh) await tools.download(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

let cluster = null;

/** The settings for a step on PostgreSQL, on a server of this run's own that the first such step starts. */
async function onPostgres(tools) {
  // Not below another folder of ours: PostgreSQL runs as a user who may not look into that.
  cluster ??= { folder: mkdtempSync("/tmp/sampan-ci.") };
  cluster.started ??= tools.command([".ci/postgres", cluster.folder], { quiet: true });
  return { TEST_DATABASE_URL: (await cluster.started).said.trim() };
}

// Those that kill servers and workers again and again run by `npm run test:full`, for a quarter of an hour.
const FAULTS = ["gate", "start", "sign-in", "disk", "request-log", "two-instances", "processes"];
const faults = async (tools, some) => tools.vitest(["npm", "run", "test:faults", "--"], await onPostgres(tools), some);
const vitest = (...words) => ["npx", "vitest", "run", ...words];

const check = (tools) => tools.command(["npm", "run", "check"]);
// Printed pages, read back by a scanner, and started programs.
const slow = (tools) => tools.vitest(["npm", "run", "test:slow", "--"]);
const build = (tools) => tools.command(["npm", "run", "build"]);
/** Journeys, all or `some`, in the looks of `test/journeys/fixtures.ts`. */
const journeys = (tools, looks, some = [], env = {}) =>
  tools.journeys(["npm", "run", "test:journeys", "--", ...some], { LOOKS: looks, ...env });

// A stage after the other; the steps of one run side by side, because one of them leaves a core idle.
const GATE = [
  { install },
  { check },
  {
    build,
    engine: async (tools) => {
      const filter = "--tags-filter=engine || large";
      await tools.vitest(vitest("--project=engine", filter), await onPostgres(tools));
    },
  },
  { test: (tools) => tools.vitest(["npm", "test", "--"]) },
  { slow, faults: (tools) => faults(tools, FAULTS) },
  { journeys: (tools) => journeys(tools, "one", ["--grep=@gate"]) },
];

const FULL = [
  { install },
  { check },
  {
    test: (tools) =>
      tools.vitest(vitest("--project=node", "--project=dom", "--project=replaced"), { FUZZ_SECONDS: "60" }),
  },
  { build, slow },
  // What is drawn in a browser knows no database: it was tested above. Each operation is compared, as the server itself
  // and as Next's route answers it.
  {
    "test-postgresql": async (tools) =>
      tools.vitest(vitest("--project=node", "--project=programs", "--project=both-ways"), {
        ...(await onPostgres(tools)),
        BOTH_WAYS: "1",
      }),
  },
  // Together each page at its widths in either language and scheme.
  { journeys: (tools) => journeys(tools, "each") },
  // Each also in the language and scheme that it was not opened in above.
  { "journeys-postgresql": async (tools) => journeys(tools, "other", [], await onPostgres(tools)) },
  // Servers that are killed are waited for most of the time; the other versions of Node have folders of their own.
  { faults: (tools) => faults(tools, []), nodes: (tools) => tools.command(["npm", "run", "test:nodes"]) },
];

const always = ["install"];
const settings = {
  always,
  diskNeededGb: 6,
  // A server that did not start has nothing to stop.
  finish: (tools) =>
    cluster && tools.command([".ci/postgres", "stop", cluster.folder], { quiet: true }).catch(() => {}),
};

/** All parts but those that have passed since the last complete run: what fell is corrected, and the rest follows. */
async function runFull(names) {
  const kept = ".test/full.json";
  const before = existsSync(kept) && !names.length ? JSON.parse(readFileSync(kept, "utf8")) : [];
  const parts = FULL.flatMap(Object.keys).filter((name) => !always.includes(name));
  const left = parts.filter((name) => !before.some((part) => part.name === name));
  const commit = execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  const passed = (name, seconds) => {
    if (names.length || always.includes(name)) return;
    before.push({ name, seconds, commit });
    mkdirSync(".test", { recursive: true });
    if (before.length === parts.length) rmSync(kept, { force: true });
    else writeFileSync(kept, JSON.stringify(before));
  };
  const took = before.map(({ name, seconds, commit }) => [`${name}, passed before at ${commit}`, seconds]);
  await runSteps(FULL, { ...settings, names: names.length ? names : left, took, passed });
}

/** Types, lint and structure of everything, and of the rest what a change since `revision` may have broken. */
async function runChanged(revision = "HEAD") {
  let found = null;
  const changed = async (tools) => {
    const command = ["node", "--import", "tsx", "test/changed.ts", revision];
    found ??= tools.command(command, { quiet: true }).then(({ said }) => JSON.parse(said));
    return await found;
  };
  const test = async (tools) => {
    const { files, tests } = await changed(tools);
    tools.say(`${files.length} files have changed since ${revision}; tested: ${tests.join(" ") || "nothing"}`);
    if (tests.length) await tools.vitest(["npm", "test", "--", "--project=programs", "--passWithNoTests"], {}, tests);
  };
  const changedJourneys = async (tools) => {
    const { journeys: some, manyPages } = await changed(tools);
    if (manyPages) tools.say(`${manyPages} pages show what has changed: .ci/run journeys tries them.`);
    if (some.length) await journeys(tools, "one", ["--grep=@gate", ...some]);
  };
  await runSteps([{ install }, { check }, { test }, { journeys: changedJourneys }], { ...settings, names: [] });
}

const [first, ...rest] = process.argv.slice(2);
if (first === "--full") await runFull(rest);
else if (first === "--changed") await runChanged(...rest);
else await runSteps(GATE, { ...settings, names: process.argv.slice(2) });
