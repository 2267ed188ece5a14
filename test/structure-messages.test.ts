import { describe, expect, it } from "vitest";
import { imports, sources } from "./sources";

const textOf = new Map(sources.map(({ path, text }) => [path, text]));
const fileOf = (to: string) => [to, `${to}.ts`, `${to}.tsx`, `${to}/index.ts`].find((path) => textOf.has(path));
const below = new Map<string, string[]>();
/** The same without what is loaded late. */
const atOnce = new Map<string, string[]>();
for (const { from, to, typeOnly, late } of imports) {
  const file = typeOnly ? undefined : fileOf(to);
  if (!file) continue;
  below.set(from, [...(below.get(from) ?? []), file]);
  if (!late) atOnce.set(from, [...(atOnce.get(from) ?? []), file]);
}

const sourceOf = (path: string) => textOf.get(path) ?? "";
const OWN_PARTS = namesIn(/OWN_PARTS = \[([^\]]*)\]/.exec(sourceOf("components/page-messages.tsx"))?.[1] ?? "");

function namesIn(list: string): string[] {
  return [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
}

/** The parts that a file's own `PageMessages`, or those it is loaded with, give to what it renders; null if it has none. */
function given(path: string): string[] | null {
  const uses = [
    ...sourceOf(path).matchAll(/<PageMessages(?:\s+parts=\{(\[[\s\S]*?\])\})?\s*>|withLateMessages\(\w+, (\[.*?\])\)/g),
  ];
  return uses.length === 0 ? null : uses.flatMap(([, page = "", late = ""]) => namesIn(page + late));
}

/** The parts that the nearest layout around a page gives. */
function givenAround(path: string): string[] {
  const folder = path.slice(0, path.lastIndexOf("/"));
  if (!folder.includes("/")) return given("app/layout.tsx") ?? [];
  const layout = `${folder}/layout.tsx`;
  return (path === layout ? null : given(layout)) ?? givenAround(folder);
}

/** Messages that a file asks for only where a page did not bring its own. */
const ASKED_FOR_BY_FEW: Record<string, readonly string[]> = {
  // The names of an order's fields; a field of another form has a title.
  "components/forms/form-fields.tsx": ["orderForm"],
  // The columns of what is imported, with which its page comes.
  "components/import/use-column-label.ts": ["products", "addresses"],
  "components/import/grid/grid-table.tsx": ["products"],
  "components/import/import-rail.tsx": ["products"],
};

/** What the browser renders of an entry, as `file: part` for each part of the messages that is missing there. */
function missingBelow(entry: string): string[] {
  const missing = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string, parts: readonly string[], isClient: boolean) => {
    const runs = isClient || /^"use client"/.test(sourceOf(path));
    const here = path === entry ? parts : [...parts, ...(given(path) ?? [])];
    const key = `${path} ${runs} ${here.length}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (runs)
      for (const [, part = ""] of sourceOf(path).matchAll(/useTranslations\(["`](\w+)/g))
        if (OWN_PARTS.includes(part) && !here.includes(part) && !ASKED_FOR_BY_FEW[path]?.includes(part))
          missing.add(`${entry} > ${path}: ${part}`);
    for (const file of below.get(path) ?? []) if (/^(app|components)\//.test(file)) visit(file, here, runs);
  };
  visit(entry, given(entry) ?? givenAround(entry), false);
  return [...missing];
}

const isServer = (path: string) => path.startsWith("server/");

describe("the messages of a page", () => {
  const entries = [...textOf.keys()].filter((path) =>
    /^app\/(.*\/)?(page|layout|loading|error|not-found|template)\.tsx$/.test(path),
  );

  it("hold what each of its components says in the browser", () => {
    expect(entries.length).toBeGreaterThan(90);
    expect(OWN_PARTS.length).toBeGreaterThan(20);
    expect(entries.flatMap(missingBelow)).toEqual([]);
  });

  it("that come late come with scripts that come late, and those of mails with none", () => {
    const found = new Set(entries);
    for (const path of found) for (const file of atOnce.get(path) ?? []) if (!isServer(file)) found.add(file);
    expect(found.size).toBeGreaterThan(500);
    expect([...found]).not.toContain("components/late-messages.tsx");
    const inPages = imports.filter(
      ({ from, to }) => to.startsWith("lib/i18n/mails") && !/^(server|test|lib\/i18n\/mails)\//.test(from),
    );
    expect(inPages).toEqual([]);
    const whole = imports.filter(({ to, typeOnly }) => !typeOnly && /^lib\/i18n\/(messages|[\w-]+\.json)$/.test(to));
    expect(whole.map(({ from }) => from).filter((from) => /^(app|components)\//.test(from))).toEqual([]);
  });
});
