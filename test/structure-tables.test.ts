import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TABLES } from "@/server/db/tables";

const WRITERS = new Map(
  Object.entries(TABLES).flatMap(([writer, tables]) => Object.keys(tables).map((table) => [table, writer])),
);
const folder = join(import.meta.dirname, "../server");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.startsWith("db/migrat"))
  .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));

const isBelow = (path: string, writer: string | undefined) => path === writer || path.startsWith(`${writer}/`);

/** What says nothing about a person: catalogues, figures, states of work. The rest has a row in docs/privacy.md. */
const IMPERSONAL = [
  ...["api_client_secrets", "access_tokens", "products", "order_count_deltas", "address_counting"],
  ...["providers", "size_limits", "remote_areas", "pickup_points", "service_suspensions", "catalogue_version"],
  ...["webhook_hours", "error_alerts", "request_log_writers", "order_search_progress"],
];

describe("tables", () => {
  const writing =
    /\b(?:insertInto|updateTable|deleteFrom)\("?(\w+)|\b(?:insert into|delete from) (\S+)|\bupdate (\S+)(?: (?:as )?\w+)?\s+set\b/g;

  it("are written by one module each", () => {
    const wrong = sources
      .filter(
        ({ path }) => !["clean-up.ts", "db/scoped.ts", "queue.ts", "search/fold-new.ts", "seal.ts"].includes(path),
      )
      // It erases what is personal, in all tables.
      .filter(({ path }) => !path.startsWith("personal-data/"))
      .flatMap(({ path, text }) =>
        [...text.replace(/^\s*(\*|\/\/|\/\*).*$/gm, "").matchAll(writing)]
          .map(([statement, built, written, changed]) => ({ statement, table: built ?? written ?? changed ?? "" }))
          .filter(({ table }) => !isBelow(path, WRITERS.get(table)))
          .map(({ statement }) => `${path}: ${statement}`),
      );
    expect(wrong).toEqual([]);
  });

  it("are in docs/privacy.md, or say nothing about a person", () => {
    const named = new Set(
      [...readFileSync(join(folder, "../docs/privacy.md"), "utf8").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""),
    );
    expect([...WRITERS.keys()].filter((table) => !named.has(table)).sort()).toEqual(IMPERSONAL.sort());
  });
});
