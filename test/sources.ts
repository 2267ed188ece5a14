import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, "..");
/** The folders that hold code. */
export const ROOMS = ["app", "components", "lib", "server", "test"];

/** The paths of all files below a folder, none if it does not exist. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Every file of code with its text, its path from the project's folder. */
export const sources = [
  ...ROOMS.flatMap((room) => filesBelow(join(ROOT, room))),
  ...readdirSync(ROOT).map((name) => join(ROOT, name)),
]
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith(".d.ts"))
  .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, "utf8") }));

type Import = { from: string; to: string; typeOnly: boolean };

function importsOf({ path, text }: { path: string; text: string }): Import[] {
  const found = [...text.matchAll(/^\s*(import|export)(\s+type)?\b[^;'"]*?\bfrom\s+["']([^"']+)["']/gm)]
    .map((match) => ({ to: match[3] ?? "", typeOnly: match[2] !== undefined }))
    .concat(
      [...text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)].map((match) => ({
        to: match[1] ?? "",
        typeOnly: false,
      })),
    );
  return found
    .filter(({ to }) => to.startsWith("@/") || to.startsWith("."))
    .map(({ to, typeOnly }) => ({
      from: path,
      to: to.startsWith("@/") ? to.slice(2) : relative(ROOT, resolve(ROOT, dirname(path), to)),
      typeOnly,
    }));
}

/** Every import of one of our own files. */
export const imports = sources.flatMap(importsOf);
