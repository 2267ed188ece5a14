// The steps of the gate, in their order. How steps are run, tried again and reported is in `steps.mjs`.
import { existsSync, mkdtempSync, statSync } from "node:fs";
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

/** The settings for a step on PostgreSQL, on a server of the gate's own that the first such step starts. */
async function onPostgres(tools) {
  if (!cluster) {
    // Not below another folder of ours: PostgreSQL runs as a user who may not look into that.
    const folder = mkdtempSync("/tmp/sampan-ci.");
    cluster = { folder, url: (await tools.command([".ci/postgres", folder], { quiet: true })).said.trim() };
  }
  return { TEST_DATABASE_URL: cluster.url };
}

// Those that kill servers and workers again and again run by `npm run test:faults`, for a quarter of an hour.
const FAULTS = ["gate", "start", "sign-in", "disk", "request-log", "two-instances", "processes"];

async function faults(tools) {
  await tools.vitest(["npm", "run", "test:faults", "--"], await onPostgres(tools), FAULTS);
}

const JOURNEYS = ["npm", "run", "test:journeys", "--"];

await runSteps(
  {
    install,
    check: (tools) => tools.command(["npm", "run", "check"]),
    test: (tools) => tools.vitest(["npm", "test", "--"], { FUZZ_SECONDS: "7" }),
    // What is drawn in a browser knows no database: it was tested above.
    "test-postgresql": async (tools) =>
      tools.vitest(["npx", "vitest", "run", "--project=node"], await onPostgres(tools)),
    // Printed pages, read back by a scanner.
    print: (tools) => tools.vitest(["npm", "run", "test:print", "--"]),
    build: (tools) => tools.command(["npm", "run", "build"]),
    faults,
    journeys: (tools) => tools.journeys(JOURNEYS),
    "journeys-postgresql": async (tools) => tools.journeys(JOURNEYS, await onPostgres(tools)),
  },
  {
    names: process.argv.slice(2),
    always: ["install"],
    diskNeededGb: 6,
    finish: (tools) => cluster && tools.command([".ci/postgres", "stop", cluster.folder], { quiet: true }),
  },
);
