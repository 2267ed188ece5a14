import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { pageAddresses } from "./server/page-addresses.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
/** As the build does for proxy.ts. */
const define = { PAGE_ADDRESSES: JSON.stringify(pageAddresses(root)) };
const alias = { "@": root.replace(/\/$/, "") };

/** Pages drawn as a printer would and read back by a scanner: slow, and only drawing breaks them. */
const PRINTED = "test/documents/*-print.test.ts";

/** The tests whose source has this. */
const withSource = (folder: string, source: RegExp) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${folder}${name}`)
    .filter((path) => source.test(readFileSync(root + path, "utf8")));

/** Start programs of their own, which takes seconds. */
const programs = withSource("test/", /from "(\.\.|@\/test)\/programs"/).filter((path) => !path.includes("-print."));

/** Needs the build. */
const BOTH_WAYS = "test/both-ways/*.test.ts";

/** The files with a test that has one of the tags below. */
const tagged = withSource("test/", /^\/\/ @module-tag (engine|large)$|tags: \["(engine|large)"\]/m);

/** So long that only what hangs meets them, however busy the machine is. */
const LIMITS = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

const COMPONENTS = "test/components/";
/** Tests that replace a module or the window: nothing else may see what they replace. */
const replacing = withSource(COMPONENTS, /vi\.mock\(|stubGlobal\("window"/);

const inDom = {
  environment: "jsdom",
  setupFiles: ["test/components/setup.ts"],
  ...LIMITS,
};

const onServer = {
  environment: "node",
  pool: "forks" as const,
  isolate: false,
  setupFiles: ["test/setup.ts"],
  globalSetup: ["test/global-setup.ts"],
  ...LIMITS,
};

export default defineConfig({
  test: {
    // Each process has a database of its own, so that none waits for another. One more than two cores: some tests wait.
    maxWorkers: Math.max(3, availableParallelism()),
    tags: [
      {
        name: "engine",
        description: "What PostgreSQL alone can break: locks, races, search, partitions, jobs, migrations, money.",
      },
      { name: "large", description: "On tables so large that making them is most of the test." },
    ],
    projects: [
      // Reads only the sources, and so needs nothing of the server.
      {
        resolve: { alias },
        test: { name: "structure", environment: "node", include: ["test/structure*.test.ts"], ...LIMITS },
      },
      {
        resolve: { alias },
        define,
        test: {
          ...onServer,
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: [
            "test/structure*",
            "test/faults/**",
            "test/timed/**",
            "test/journeys/**",
            "test/bench/**",
            BOTH_WAYS,
            PRINTED,
            ...programs,
          ],
        },
      },
      { resolve: { alias }, test: { ...onServer, name: "engine", include: tagged } },
      { resolve: { alias }, test: { ...onServer, name: "print", include: [PRINTED] } },
      { resolve: { alias }, test: { ...onServer, name: "programs", include: programs } },
      { resolve: { alias }, test: { ...onServer, name: "both-ways", include: [BOTH_WAYS] } },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          ...inDom,
          name: "dom",
          // What all pages share is loaded once for many files, which takes more than half of the time of isolated ones.
          isolate: false,
          include: [`${COMPONENTS}**/*.test.tsx`],
          exclude: replacing,
        },
      },
      { plugins: [react()], resolve: { alias }, test: { ...inDom, name: "replaced", include: replacing } },
    ],
  },
});
