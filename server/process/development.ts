/** `npm run dev`: what answers requests of the API and what works in the background is bundled again after a change. */
import { watch } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { bundling } from "@/server/bundling.mjs";
import type { Database } from "@/server/db/database";
import type { Handlers } from "@/server/http/server";
import { log } from "@/server/log";
import type { Worker } from "@/server/process/worker";

const FOLDER = ".next/development";
/** Editors write several files at once. */
const SETTLED_MS = 200;

/**
 * A module from its sources as they are now, in less than a second, with the modules that listen to orders. What exists
 * once in the process stays.
 */
async function bundleModule<Module>(entry: string): Promise<() => Promise<Module>> {
  const { context } = await import("esbuild");
  const root = process.cwd();
  const file = join(root, FOLDER, `${basename(entry)}.cjs`);
  const contents = `
    import { registerListeners } from "./server/listeners";
    registerListeners();
    export * from "./${entry}";`;
  const bundle = await context({
    ...bundling,
    stdin: { contents, resolveDir: root, loader: "ts" },
    outfile: file,
    outExtension: undefined,
  } as Parameters<typeof context>[0]);
  const require = createRequire(join(root, "package.json"));
  return async () => {
    await bundle.rebuild();
    delete require.cache[file];
    return require(file);
  };
}

function onChange(tell: () => void): void {
  for (const folder of ["server", "lib"]) watch(folder, { recursive: true }, tell).unref();
}

/** The API: the first request after a change has it bundled again. */
export async function apiInDevelopment(): Promise<Handlers["api"]> {
  const load = await bundleModule<typeof import("../http/api")>("server/http/api");
  let current: ReturnType<typeof load> | undefined;
  onChange(() => {
    current = undefined;
  });
  return (request, response, target) => {
    current ??= load();
    current
      .then(({ serveApi }) => serveApi(request, response, target))
      .catch((error: unknown) => {
        // esbuild has said where.
        log().error({ err: error }, "the API cannot be bundled");
        current = undefined;
        response.writeHead(500).end();
      });
  };
}

/** The background work, which a change ends and starts again. */
export async function workerInDevelopment(database: Database): Promise<Worker> {
  const load = await bundleModule<typeof import("./worker")>("server/process/worker");
  let worker = (await load()).startWorker(database);
  let isStopped = false;
  const again = async () => {
    const { startWorker } = await load();
    if (isStopped) return;
    await worker.stop();
    if (!isStopped) worker = startWorker(database);
  };
  // One after the other, so that no worker is left running.
  let changing = Promise.resolve();
  let settling: NodeJS.Timeout | undefined;
  onChange(() => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      changing = changing
        .then(again)
        .catch((error: unknown) => log().error({ err: error }, "the worker cannot be bundled"));
    }, SETTLED_MS);
  });
  return {
    stop() {
      isStopped = true;
      return worker.stop();
    },
  };
}
