import type { DatedRows } from "@/server/db/sheets";

/** The date from which the sample rows are valid. */
export const VALID_FROM = "2026-01-01";

const ZONES: Record<string, string> = {
  Z1: "CN MO TW",
  Z2: "JP KR SG MY TH PH VN ID",
  Z3: "US PR CA AU NZ",
  Z4: "GB AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE",
  // Every country without its own row.
  Z5: "REST",
  // No international tariff has this zone: such consignments are local.
  HOME: "HK",
};

/** Destinations and their zones. */
export const ZONE_ROWS: DatedRows["zones"] = Object.entries(ZONES).flatMap(([zone, countries]) =>
  countries.split(" ").map((country) => ({ country, zone, valid_from: VALID_FROM })),
);
