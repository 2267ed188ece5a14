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

/** `late`: by `import()`. */
type Import = { from: string; to: string; typeOnly: boolean; late: boolean };

function importsOf({ path, text }: { path: string; text: string }): Import[] {
  const found = [...text.matchAll(/^\s*(import|export)(\s+type)?\b[^;'"]*?\bfrom\s+["']([^"']+)["']/gm)]
    .map((match) => ({ to: match[3] ?? "", typeOnly: match[2] !== undefined, late: false }))
    .concat(
      [...text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)].map((match) => ({
        to: match[1] ?? "",
        typeOnly: false,
        late: true,
      })),
    );
  return found
    .filter(({ to }) => to.startsWith("@/") || to.startsWith("."))
    .map(({ to, ...how }) => ({
      ...how,
      from: path,
      to: to.startsWith("@/") ? to.slice(2) : relative(ROOT, resolve(ROOT, dirname(path), to)),
    }));
}

/** Every import of one of our own files. */
export const imports = sources.flatMap(importsOf);

/** The file that an import names, if it is one of ours. */
export function resolved(to: string): string | undefined {
  return [to, `${to}.ts`, `${to}.tsx`, `${to}/index.ts`].find((path) => paths.has(path));
}

const paths = new Set(sources.map(({ path }) => path));

/** The modules: folders below `server/` that others see only by their index. */
export const MODULES = readdirSync(join(ROOT, "server")).filter((name) =>
  existsSync(join(ROOT, "server", name, "index.ts")),
);

/** The module of a file, null if it belongs to none. */
export function moduleOf(path: string): string | null {
  const [top, name] = path.split("/");
  return top === "server" && name && MODULES.includes(name) ? name : null;
}

/** Which modules each module builds on: the arrows of the picture in docs/architecture.md. */
export const BELOW = new Map(MODULES.map((name): [string, string[]] => [name, []]));
const ARROW = /^ {4}([\w-]+) --> ([\w &-]+)$/gm;
for (const [, from = "", to = ""] of readFileSync(join(ROOT, "docs/architecture.md"), "utf8").matchAll(ARROW))
  BELOW.set(from, to.split(" & "));

/** The address of a page from its file: `/[environment]/orders`. */
export const addressOf = (file: string): string =>
  file
    .replace(/^app/, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\/page\.tsx$/, "") || "/";

/** The addresses of all pages. */
export const pages = sources
  .map(({ path }) => path)
  .filter((path) => /^app\/(.*\/)?page\.tsx$/.test(path))
  .map(addressOf);

/** What the gate's journeys open (`opens` in test/journeys/fixtures.ts), by the file of the journey. */
export const opened = new Map(
  sources
    .filter(({ path }) => path.endsWith(".journey.ts"))
    .map(({ path, text }) => [
      path,
      [...text.matchAll(/\bopens\(([^)]*)\)/g)].flatMap(([, list = ""]) =>
        [...list.matchAll(/"([^"]+)"/g)].map(([, page = ""]) => page),
      ),
    ]),
);
