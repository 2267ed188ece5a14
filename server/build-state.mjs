// Knows whether the build is that of the sources. Plain JavaScript, for what runs before anything is built.
import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const BUILD_ID = join(ROOT, ".next/BUILD_ID");
export const CACHE = join(ROOT, "node_modules/.cache");
/** There while a build runs, and after one that did not end well: Next writes BUILD_ID before its last steps. */
export const UNFINISHED = join(CACHE, "sampan-build.unfinished");
/** What `server/bundle.mjs` makes. */
const PROGRAM = join(ROOT, ".next/programs/server.cjs");
const SOURCES = [
  ...["app", "components", "lib", "server", "public"],
  ...["next.config.mjs", "package.json", "package-lock.json", "proxy.ts", "postcss.config.mjs"],
].map((name) => join(ROOT, name));

/** A folder counts with its own time too, which tells that a file in it went. */
function hasNewer(path, than) {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  if (stat.mtimeMs > than) return true;
  return stat.isDirectory() && readdirSync(path).some((name) => hasNewer(join(path, name), than));
}

/** Whether a whole build is there, and no source is newer. */
export function isCurrent() {
  const built = statSync(BUILD_ID, { throwIfNoEntry: false });
  if (!built || !existsSync(PROGRAM) || existsSync(UNFINISHED)) return false;
  return !SOURCES.some((path) => hasNewer(path, built.mtimeMs));
}
