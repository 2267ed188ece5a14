import { watch } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundling } from "@/server/bundling.mjs";
import { log } from "@/server/log";
import type { Handlers } from "./server";

const FOLDER = ".next/development";

/**
 * The API from its sources as they are now: the first request after a change has them bundled again, in less than a
 * second. What exists once in the process (`server/process-wide.ts`) stays, and so does the rest of the server.
 */
export async function apiInDevelopment(): Promise<Handlers["api"]> {
  const { context } = await import("esbuild");
  const bundle = await context({ ...bundling, entryPoints: ["server/http/api.ts"], outdir: FOLDER } as Parameters<
    typeof context
  >[0]);
  const require = createRequire(join(process.cwd(), "package.json"));
  const file = join(process.cwd(), FOLDER, "api.cjs");
  const load = async (): Promise<typeof import("./api")> => {
    await bundle.rebuild();
    delete require.cache[file];
    return require(file);
  };
  let current: ReturnType<typeof load> | undefined;
  for (const folder of ["server", "lib"]) watch(folder, { recursive: true }, () => (current = undefined)).unref();
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
