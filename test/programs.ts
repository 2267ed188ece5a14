import { mkdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".test/programs");
const made = new Map<string, Promise<string>>();

async function bundle(source: string): Promise<string> {
  const file = join(FOLDER, basename(source).replace(/\.ts$/, ".mjs"));
  const own = `${file}.${process.pid}`;
  await mkdir(FOLDER, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: [source],
    outfile: own,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  await rename(own, file);
  return file;
}

/**
 * A program, by its path in the project, as one file; made once in a process. Started from its sources, it would
 * translate them first, for longer than most tests of it take.
 */
export function programOf(source: string): Promise<string> {
  const known = made.get(source) ?? bundle(source);
  made.set(source, known);
  return known;
}
