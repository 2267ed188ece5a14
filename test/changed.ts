/** Which tests a change needs: `node --import tsx test/changed.ts [REVISION]` prints them for `.ci/run --changed`. */
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { addressOf, BELOW, imports, MODULES, moduleOf, opened, ROOT, resolved } from "./sources";

/** A part that more pages use than this is not tried on all of them. */
const MOST_PAGES = 8;
const EVERYTHING = "test/";

type Tests = {
  /** Folders or files of tests, `test/` for all. */
  tests: string[];
  journeys: string[];
  /** How many pages the change reaches where these are too many for their journeys, else 0. */
  manyPages: number;
};

/** The tests of the modules that are changed and of all that build on them, and the journeys of the pages that use it. */
export function testedBy(files: readonly string[]): Tests {
  const tests = new Set(files.flatMap(testsOf));
  const pages = new Set(files.flatMap(pagesWith).map(addressOf));
  const isMany = pages.size > MOST_PAGES;
  const journeys = [...opened].flatMap(([path, named]) => (named.some((page) => pages.has(page)) ? [path] : []));
  const changed = files.filter((path) => path.endsWith(".journey.ts"));
  return {
    tests: tests.has(EVERYTHING) ? [EVERYTHING] : [...tests].sort(),
    journeys: [...new Set([...changed, ...(isMany ? [] : journeys)])].sort(),
    manyPages: isMany ? pages.size : 0,
  };
}

function testsOf(path: string): string[] {
  const [top = "", name = "", ...rest] = path.split("/");
  if (!/\.(tsx?|mjs|json|css|sql|txt|gz)$/.test(path)) return [];
  if (top === "app" && name === "v1")
    return imports.flatMap(({ from, to }) => (from === path ? above(moduleOf(to)) : []));
  if (top === "app" || top === "components") return ["test/components/", "test/pages/"];
  if (top === "server") return moduleOf(path) ? above(moduleOf(path)) : [EVERYTHING];
  if (top !== "test") return [EVERYTHING];
  if (rest.length === 0) return name.startsWith("structure") ? [] : [EVERYTHING];
  if (["journeys", "faults", "bench", "timed"].includes(name)) return [];
  if (/\.test\.tsx?$/.test(path)) return [path];
  return MODULES.includes(name) ? above(name) : [`test/${name}/`];
}

/** The test folders of a module and of all that build on it. */
function above(module: string | null): string[] {
  if (!module) return [];
  const found = new Set([module]);
  for (const name of found) for (const [upper, below] of BELOW) if (below.includes(name)) found.add(upper);
  return [...found].map((name) => `test/${name}/`);
}

const users = new Map<string, string[]>();
for (const { from, to } of imports) {
  const target = resolved(to);
  if (target) users.set(target, [...(users.get(target) ?? []), from]);
}

/** The pages that show something of this file. */
function pagesWith(path: string): string[] {
  if (!/^(app|components)\//.test(path)) return [];
  const found = new Set([path]);
  for (const each of found)
    for (const user of users.get(each) ?? []) if (/^(app|components)\//.test(user)) found.add(user);
  return [...found].filter((each) => each.endsWith("/page.tsx"));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);
  const revision = process.argv[2] ?? "HEAD";
  const files = [...git("diff", "--name-only", revision), ...git("ls-files", "--others", "--exclude-standard")];
  console.log(JSON.stringify({ files, ...testedBy(files) }));
}
