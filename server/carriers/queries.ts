import { type Selectable, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db, Scope } from "@/server/context";
import type { Tables } from "@/server/db/types";

type Rows<T extends keyof Tables> = readonly Readonly<Selectable<Tables[T]>>[];

/** The carriers' tables. */
export type CatalogueRows = {
  providers: Rows<"providers">;
  zones: Rows<"zones">;
  tariffs: Rows<"tariffs">;
  surcharges: Rows<"surcharges">;
  fuelRates: Rows<"fuel_rates">;
  currencyRates: Rows<"currency_rates">;
  holidays: Rows<"holidays">;
  remoteAreas: Rows<"remote_areas">;
  pickupPoints: Rows<"pickup_points">;
};

// In JSON a numeric would become a float.
function exact<Name extends string>(column: Name) {
  return sql<string>`${sql.ref(column)}::text`.as(column);
}

function exactOrNull<Name extends string>(column: Name) {
  return sql<string | null>`${sql.ref(column)}::text`.as(column);
}

/** Reads all the carriers' tables and their version in one statement, hence in one snapshot. */
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
            exactOrNull("max_side"),
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
      jsonArrayFrom(eb.selectFrom("zones").select(["country", "zone", "valid_from"])).as("zones"),
      jsonArrayFrom(
        eb
          .selectFrom("tariffs")
          .select([
            "provider",
            "zone",
            "valid_from",
            exact("first_weight"),
            exact("first_price"),
            exact("step_weight"),
            exact("step_price"),
            exactOrNull("heavy_from"),
            exactOrNull("heavy_step_weight"),
            exactOrNull("heavy_step_price"),
            "min_days",
            "max_days",
          ]),
      ).as("tariffs"),
      jsonArrayFrom(
        eb
          .selectFrom("surcharges")
          .select(["code", "ship_type", "valid_from", "kind", exact("amount"), exact("minimum")]),
      ).as("surcharges"),
      jsonArrayFrom(eb.selectFrom("fuel_rates").select(["provider", "valid_from", exact("percent")])).as("fuelRates"),
      jsonArrayFrom(eb.selectFrom("currency_rates").select(["currency", "valid_from", exact("hkd")])).as(
        "currencyRates",
      ),
      jsonArrayFrom(eb.selectFrom("holidays").select(["date", "name_en", "name_zh", "source"])).as("holidays"),
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
    ])
    .executeTakeFirstOrThrow();
}

/** Keeps a quote for the given minutes of database time. */
export async function insertQuote(
  db: Db,
  scope: Scope,
  quote: { id: string; prices: Record<string, unknown>; minutes: number },
): Promise<Date> {
  const { expires_at } = await db
    .insertInto("quotes")
    .values({
      account_id: scope.accountId,
      environment: scope.environment,
      id: quote.id,
      prices: JSON.stringify(quote.prices),
      expires_at: sql<Date>`now() + make_interval(mins => ${quote.minutes})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** The prices of a quote that still holds. */
export async function selectQuote(db: Db, scope: Scope, id: string): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom("quotes")
    .select("prices")
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("id", "=", id)
    // Not now(), which stands still in a transaction.
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row?.prices;
}

/** Drops quotes that hold no longer. */
export async function deleteExpiredQuotes(db: Db): Promise<void> {
  await db.deleteFrom("quotes").where("expires_at", "<", sql<Date>`now()`).execute();
}
