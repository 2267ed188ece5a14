import { type RawBuilder, type Selectable, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type Scope, scoped } from "@/server/db/scoped";
import type { Sheet } from "@/server/db/sheets";
import type { Db } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";

type Rows<T extends keyof Tables> = readonly Readonly<Selectable<Tables[T]>>[];

/** The carriers' tables. */
export type CatalogueRows = {
  providers: Rows<"providers">;
  sheets: readonly Sheet[];
  remoteAreas: Rows<"remote_areas">;
  pickupPoints: Rows<"pickup_points">;
  sizeLimits: Rows<"size_limits">;
  /** Times as ISO 8601. */
  suspensions: readonly (Pick<Selectable<Tables["service_suspensions"]>, "provider" | "notice_en" | "notice_zh"> & {
    starts_at: string;
    ends_at: string | null;
  })[];
};

// As text: in JSON a numeric would become a float.
function exact<Name extends string>(column: Name) {
  return sql<string>`${sql.ref(column)}::text`.as(column);
}

function exactOrNull<Name extends string>(column: Name) {
  return sql<string | null>`${sql.ref(column)}::text`.as(column);
}

/** Whether another sheet has taken the place of `v` before a day. */
const isOver = (day: RawBuilder<unknown>) => sql<boolean>`exists (
  select from tariff_versions n
  where n.state = 'APPROVED' and n.kind = v.kind and coalesce(n.provider, '') = coalesce(v.provider, '')
    and n.valid_from > v.valid_from and n.valid_from <= ${day})`;
// Prices are of today or later. Two days more, because processes and database have clocks of their own.
const IS_OVER = isOver(sql`current_date - 2`);

/** The approved sheets that hold on a day, and all later ones. */
export async function readSheetsSince(db: Db, day: string): Promise<readonly Sheet[]> {
  return db
    .selectFrom("tariff_versions as v")
    .select(["kind", "provider", "valid_from", "rows"])
    .where("state", "=", "APPROVED")
    .where(isOver(sql`${day}::date`), "=", false)
    .execute();
}

/** Reads all the carriers' tables and their version in one statement, and so in one snapshot. */
export async function readCatalogueRows(db: Db): Promise<CatalogueRows & { version: string }> {
  return db
    .selectFrom("catalogue_version")
    .select((eb) => [
      exact("version"),
      jsonArrayFrom(
        eb
          .selectFrom("providers")
          .select([
            "code",
            "ship_type",
            "name_en",
            "name_zh",
            "volumetric_divisor",
            exact("max_weight"),
            exactOrNull("pallet_max_weight"),
            "package_types",
            "supports_cod",
            "supports_pickup_point",
            "supports_pickup_arrange",
            "pickup_weekdays",
            "pickup_on_holidays",
            "account_rule",
            "active",
            "position",
          ]),
      ).as("providers"),
      jsonArrayFrom(
        eb
          .selectFrom("tariff_versions as v")
          .select(["kind", "provider", "valid_from", "rows"])
          .where("state", "=", "APPROVED")
          .where(IS_OVER, "=", false),
      ).as("sheets"),
      jsonArrayFrom(eb.selectFrom("remote_areas").select(["name_en", "names_zh"])).as("remoteAreas"),
      jsonArrayFrom(
        eb
          .selectFrom("pickup_points")
          .select([
            "provider",
            "delivery_code",
            "point_type",
            "name_en",
            "name_zh",
            "address_en",
            "address_zh",
            "region_en",
            "region_zh",
            "district_en",
            "district_zh",
            "opening_hours",
            exact("max_weight"),
            exactOrNull("max_length"),
            exactOrNull("max_width"),
            exactOrNull("max_height"),
            "status",
          ]),
      ).as("pickupPoints"),
      jsonArrayFrom(
        eb
          .selectFrom("size_limits")
          .select(["provider", "packed", "valid_from", exactOrNull("max_side"), exactOrNull("max_sides_sum")]),
      ).as("sizeLimits"),
      jsonArrayFrom(
        eb
          .selectFrom("service_suspensions")
          // In JSON, times are text.
          .select((of) => [
            "provider",
            of.ref("starts_at").$castTo<string>().as("starts_at"),
            of.ref("ends_at").$castTo<string | null>().as("ends_at"),
            "notice_en",
            "notice_zh",
          ]),
      ).as("suspensions"),
    ])
    .executeTakeFirstOrThrow();
}

/** Stores a quote for the given minutes of database time. */
export async function insertQuote(
  db: Db,
  scope: Scope,
  quote: { id: string; prices: Record<string, unknown>; minutes: number },
): Promise<Date> {
  const { expires_at } = await scoped(db, scope)
    .insertInto("quotes", {
      id: quote.id,
      prices: JSON.stringify(quote.prices),
      expires_at: sql<Date>`now() + make_interval(mins => ${quote.minutes})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** The prices of a quote that has not expired. */
export async function selectQuote(db: Db, scope: Scope, id: string): Promise<Record<string, unknown> | undefined> {
  const row = await scoped(db, scope)
    .selectFrom("quotes")
    .select("prices")
    .where("id", "=", id)
    // Not now(), which does not advance within a transaction.
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row?.prices;
}
