/** What steps of the schema may do, so that the build before them keeps running on it (docs/recipes.md). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The last step that built an index on a table of others while no process could write. */
const LAST_TO_WAIT = "0054";
const FOLDER = join(import.meta.dirname, "../server/db/migrations");

/** What an old build would stumble over, or what would make all processes wait. */
function faultsOf(source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replace(/\s+/g, " ");
  const own = new Set(
    [...text.matchAll(/create table (?:if not exists )?(\w+)|createTable\("(\w+)"/gi)].map(([, a, b]) => a ?? b),
  );
  const takes = /breaks: true/.test(text)
    ? []
    : [
        ...text.matchAll(
          /drop (?:table|column) \w+|drop(?:Table|Column)\(|\brename\b|set not null|alter column \w+ (?:set data )?type/gi,
        ),
      ];
  const demands = [...text.matchAll(/add column (?:if not exists )?(\w+)([^,;`]*)/gi)]
    .filter(([, , rest = ""]) => /not null/i.test(rest) && !/default|generated/i.test(rest))
    .map(([, name]) => `column ${name} without a default`);
  const waits = [...text.matchAll(/create (?:unique )?index (\S+) on (\w+)/gi)]
    .filter(([, , table = ""]) => !own.has(table))
    .map(([, name]) => `index ${name} while nobody can write: let it be one of \`indexes\``);
  return [...takes.map(([words]) => words), ...demands, ...waits];
}

describe("a step of the schema", () => {
  it.each([
    ["takes a column away", "sql`alter table orders drop column tags`", ["drop column tags"]],
    ["gives a column another type", "sql`alter table orders alter column tags type text`", ["alter column tags type"]],
    ["renames", "sql`alter table orders rename to old_orders`", ["rename"]],
    ["demands a value", "sql`alter table orders add column x int not null`", ["column x without a default"]],
    [
      "keeps everybody waiting",
      "sql`create index orders_x on orders (x)`",
      ["index orders_x while nobody can write: let it be one of `indexes`"],
    ],
    ["says that it breaks", "{ breaks: true, up: sql`alter table orders drop column tags` }", []],
    [
      "only adds",
      "sql`create table x (id int)`; sql`create index x_id on x (id)`; sql`alter table orders add a int`",
      [],
    ],
  ])("that %s is recognised", (_what, source, faults) => {
    expect(faultsOf(source)).toEqual(faults);
  });

  it("only adds, and keeps no request waiting", () => {
    const steps = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));
    const found = steps.flatMap((name) =>
      faultsOf(readFileSync(join(FOLDER, name), "utf8")).map((fault) => `${name.slice(0, 4)} ${fault}`),
    );
    expect(found.filter((fault) => !fault.includes(" index ") || fault.slice(0, 4) > LAST_TO_WAIT)).toEqual([]);
  });
});
