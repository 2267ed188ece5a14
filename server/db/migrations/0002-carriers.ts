import type { Kysely, Migration } from "kysely";
import { SAMPLE } from "@/server/db/sample";

/** The initial rows of the sample services, tariffs and pickup points. */
export const carriers: Migration = {
  async up(db: Kysely<Record<string, object>>) {
    const insert = async (table: string, rows: readonly object[]) => {
      await db.insertInto(table).values(rows).execute();
    };
    await insert(
      "providers",
      SAMPLE.providers.map(({ account_rule, ...row }) => ({
        ...row,
        account_rule: account_rule && JSON.stringify(account_rule),
      })),
    );
    await insert("zones", SAMPLE.zones);
    await insert("tariffs", SAMPLE.tariffs);
    await insert("surcharges", SAMPLE.surcharges);
    await insert("fuel_rates", SAMPLE.fuelRates);
    await insert("currency_rates", SAMPLE.currencyRates);
    await insert("holidays", SAMPLE.holidays);
    await insert("remote_areas", SAMPLE.remoteAreas);
    await insert("pickup_points", SAMPLE.pickupPoints);
  },
};
