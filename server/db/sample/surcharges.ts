import type { DatedRows } from "@/server/db/sheets";
import { VALID_FROM } from "./zones";

type Surcharge = DatedRows["surcharges"][number];

function fixedSurcharge(ship_type: Surcharge["ship_type"], code: string, amount: string): Surcharge {
  return { code, ship_type, valid_from: VALID_FROM, kind: "FIXED", amount, minimum: "0" };
}

function percent(ship_type: Surcharge["ship_type"], code: string, amount: string, minimum: string): Surcharge {
  return { code, ship_type, valid_from: VALID_FROM, kind: "PERCENT", amount, minimum };
}

/** What `server/carriers/pricing.ts` adds to the base price: it decides when, these rows how much. */
export const SURCHARGES: readonly Surcharge[] = [
  fixedSurcharge("local", "REMOTE_AREA", "20"),
  percent("local", "COD", "2.5", "5"),
  percent("local", "INSURANCE", "0.5", "5"),
  fixedSurcharge("local", "PAPER_PROOF", "10"),
  percent("intl", "INSURANCE", "1", "20"),
  fixedSurcharge("intl", "SIGNATURE_O", "25"),
  fixedSurcharge("intl", "SIGNATURE_A", "45"),
  percent("intl", "DUTIES_PAID", "2", "120"),
  fixedSurcharge("intl", "BATTERY", "30"),
];
