import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Column } from "@/server/db/columns";
import { TABLES } from "@/server/db/tables";
import { unscoped } from "./scoped-sql";

const WRITERS = new Map(
  Object.entries(TABLES).flatMap(([writer, tables]) => Object.keys(tables).map((table) => [table, writer])),
);
const SCOPED = Object.values(TABLES)
  .flatMap((tables) => Object.entries<Record<string, Column>>(tables))
  .filter(([, { account_id, environment }]) => environment && account_id?.isNullable === false)
  .map(([table]) => table);

/** Who reads or writes rows of accounts without the condition of a scope, and why. Migrations do, too. */
const BEYOND_SCOPE: Record<string, readonly string[]> = {
  "staff see the accounts within their reach": [
    "cases/changes.ts lock",
    "cases/changes.ts claimCases",
    "cases/changes.ts releaseCases",
    "cases/changes.ts closeCases",
    "cases/figures.ts readCaseFigures",
    "cases/read.ts countCases",
    "cases/read.ts listCases",
    "orders/list/at-points.ts atPoints",
    "orders/list/recent.ts recentOrderCounts",
    "pick-pack/list.ts fromOf",
    "pick-pack/list.ts listPickPack",
    "pick-pack/store.ts IS_SINGLE",
    "pick-pack/store.ts accountsOf",
    "pick-pack/wave-changes.ts release",
    "pick-pack/waves.ts COLUMNS",
    "pick-pack/waves.ts STATUS",
    "pick-pack/waves.ts createWave",
    "pick-pack/waves.ts listWaves",
    "pick-pack/waves.ts waveFor",
  ],
  "support searches over all accounts": [
    "orders/list/search-all.ts byText",
    "orders/list/search-all.ts rowsOf",
    "orders/list/search-all.ts searchAll",
    "request-log/read.ts accountOfCall",
  ],
  "support imports files about all accounts": [
    "orders/money/billed.ts billedOrders",
    "orders/money/billed.ts existingOrders",
    "orders/money/billed.ts lockOrders",
    "orders/money/billed.ts parcelsByNumber",
    "statements/import-files.ts chargedBefore",
    "statements/imported-lines.ts billedBefore",
    "statements/imported-lines.ts markApplied",
    "statements/lines.ts between",
    "statements/payout-rules.ts readCash",
    "statements/payout-rules.ts readLedgers",
  ],
  "support tries a tariff on the newest orders of all accounts": ["orders/list/recent.ts recentOrders"],
  "a tracking number is unique everywhere, and names the account": [
    "pick-pack/find.ts placeOf",
    "tracking/queries.ts findByNumber",
    "tracking/queries.ts findPublic",
  ],
  "an account in both environments": [
    "accounts/merchants.ts ROW",
    "personal-data/account.ts eraseAccount",
    "personal-data/account.ts statements",
    "personal-data/export.ts linked",
  ],
  "workers serve every account": [
    "addresses/uses.ts countBatch",
    "personal-data/orders.ts eraseOld",
    "cases/keep.ts STATE",
    "cases/keep.ts keepCases",
    "clean-up.ts OVER",
    "documents/jobs/print-worker.ts progress",
    "documents/jobs/print-worker.ts finish",
    "documents/jobs/print-worker.ts release",
    "orders/list/counts.ts foldBatch",
    "orders/list/index-orders.ts indexDue",
    "orders/list/index-orders.ts indexEarlier",
    "orders/list/index-orders.ts read",
    "request-log/alerts.ts recent",
    "webhooks/claims.ts WITH_WORK",
    "webhooks/claims.ts takeOver",
    "webhooks/claims.ts RELEASE_LATE",
    "webhooks/claims.ts FINISH",
    "webhooks/disabling.ts holdWaiting",
    "webhooks/disabling.ts finishExhausted",
  ],
  "found by an id that is unique everywhere, of an endpoint or event that is in the scope": [
    "webhooks/deliveries.ts listDeliveries",
    "webhooks/deliveries.ts find",
    "webhooks/endpoints.ts select",
  ],
  "the rows that the statement around it gives have their scope": [
    "cases/keep.ts ANSWERED_BY",
    "cases/keep.ts IS_STILL_LATE",
    "documents/jobs/print-log.ts IS_WHOLE",
    "orders/list/search.ts orderHasWords",
    "orders/list/search.ts unfoldedMatches",
    "webhooks/events.ts eventSql",
  ],
  "a session and an account, in the environment of the request": ["accounts/access.ts BY_SESSION"],
  "one person's drafts, or one account's warehouse, over both environments or all accounts": [
    "accounts/audit/audit-read.ts objectNames",
    "accounts/merchants.ts requireEmptyWarehouse",
    "orders/drafts.ts requireRoom",
  ],
};

const folder = join(import.meta.dirname, "../server");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.startsWith("db/migrat"))
  .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));

const isBelow = (path: string, writer: string | undefined) => path === writer || path.startsWith(`${writer}/`);

/** What says nothing about a person: catalogues, figures, states of work. The rest has a row in docs/privacy.md. */
const OF_NOBODY = [
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
        ({ path }) => !["clean-up.ts", "db/scoped.ts", "jobs/queue.ts", "search/fold-new.ts", "seal.ts"].includes(path),
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
    expect([...WRITERS.keys()].filter((table) => !named.has(table)).sort()).toEqual(OF_NOBODY.sort());
  });

  it("are read and written within a scope, but for what is named", () => {
    const product = sources.filter(({ path }) => path !== "db/scoped.ts");
    expect(unscoped(product, SCOPED).sort()).toEqual(Object.values(BEYOND_SCOPE).flat().sort());
  });
});
