import { type Catalogue, type Consignment, priceConsignment } from "@/server/carriers";
import { buildCatalogue } from "@/server/carriers/catalogue";
import type { CatalogueRows } from "@/server/carriers/queries";
import { SAMPLE } from "@/server/db/sample";
import { type DatedRows, sheetsOf } from "@/server/db/sheets";

export const DAY = "2026-11-20";
export const LOCAL = ["LOCAL_DOOR", "LOCAL_POINT", "LOCAL_SAMEDAY"];
export const INTL = ["INTL_ECON", "INTL_EXPR", "EXPR_EXPORT"];
export const sample = withRows({});

export type Parcel = Consignment["parcels"][number];

/** A parcel of a weight, with its sides. */
export function parcel(
  weight: string,
  sides: [string, string, string] | null = null,
  values: Partial<Parcel> = {},
): Parcel {
  const [length, width, height] = sides ?? [null, null, null];
  return { weight, length, width, height, insuredValue: "0", declaredValue: "0", ...values };
}

/** A consignment of 1 kg to Japan, changed. */
export function consignment(change: Partial<Consignment>): Consignment {
  return {
    shipType: "intl",
    packageType: "parcel",
    country: "JP",
    address: null,
    deliveryCode: null,
    parcels: [parcel("1")],
    currency: "HKD",
    codAmount: null,
    insured: false,
    deliveryProof: "N",
    taxParty: null,
    signature: "N",
    hasBattery: false,
    ...change,
  };
}

/** A local consignment of 1 kg, changed. */
export function local(change: Partial<Consignment> = {}): Consignment {
  return consignment({ shipType: "local", country: "HK", address: "九龍旺角彌敦道700號", ...change });
}

/** The price; a refusal fails the test. */
export function priced(provider: string, of: Consignment, { date = DAY, catalogue = sample } = {}) {
  const price = priceConsignment(catalogue, provider, of, date);
  if (!price.ok) throw new Error(`${provider}: ${price.problem.key} ${JSON.stringify(price.problem.params)}`);
  return price;
}

/** The refusal; a price fails the test. */
export function refused(provider: string, of: Consignment, catalogue: Catalogue = sample) {
  const price = priceConsignment(catalogue, provider, of, DAY);
  if (price.ok) throw new Error(`${provider} takes it for ${price.price}`);
  return price;
}

/** The breakdown by code. */
export function linesOf(provider: string, of: Consignment): Record<string, string> {
  return Object.fromEntries(priced(provider, of).breakdown.map(({ code, amount }) => [code, amount]));
}

/** The sample with other rows in some tables, those of sheets as the migrations make sheets of them. */
export function withRows(change: Partial<CatalogueRows & DatedRows>): Catalogue {
  const rows = { ...SAMPLE, ...change };
  return buildCatalogue("1", { ...rows, sheets: sheetsOf(rows) });
}
