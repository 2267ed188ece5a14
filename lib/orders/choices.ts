// What forms and contracts choose from. It is separate from the schemas, which pages load later than their controls.

export const MAX_PARCELS = 50;
export const MAX_ITEMS = 200;

export const CANCEL_REASONS = ["CUSTOMER_REQUEST", "WRONG_INFO", "DUPLICATE", "OTHER"] as const;

/** The most orders in one print job. */
export const MAX_PRINT_JOB = 1000;
/** The dashboard prints up to this many orders at once; more become a job with progress. */
export const MAX_AT_ONCE = 50;
/** The dashboard exports up to this many orders at once; more become a job with progress. */
export const MAX_EXPORT_AT_ONCE = 1000;
/** The most orders in one bulk action. */
export const MAX_BULK = 10_000;
/** How long labels and other files that jobs made are kept. */
export const JOB_FILE_HOURS = 24;

export const CURRENCIES = [
  "HKD",
  "USD",
  "EUR",
  "CNY",
  "GBP",
  "AED",
  "ARS",
  "AUD",
  "BRL",
  "CAD",
  "CHF",
  "CZK",
  "DKK",
  "EGP",
  "HUF",
  "IDR",
  "ILS",
  "INR",
  "JPY",
  "KES",
  "KRW",
  "MOP",
  "MXN",
  "MYR",
  "NOK",
  "NZD",
  "PHP",
  "PLN",
  "RUB",
  "SAR",
  "SEK",
  "SGD",
  "THB",
  "TRY",
  "TWD",
  "ZAR",
] as const;

export const EXPORT_REASONS = [
  "Gift",
  "Return of goods",
  "Sale of goods",
  "Commercial sample",
  "Documents",
  "Personal, Not for resale",
  "Personal effects (transfer of residence)",
  "Return of repair",
  "Return after repair",
  "Airsoft toys",
] as const;

export const UNITS = ["PCS", "BOX", "BG", "PRS", "CT", "SET", "DOZ", "OTH"] as const;
export const BATTERY_TYPES = ["chargeable", "nonchargeable"] as const;
export const BATTERY_LOCATIONS = ["inside", "outside"] as const;
export const INTL_PACKAGES = ["parcel", "document", "pallet"] as const;
export const LOCAL_PACKAGES = ["parcel", "document", "envelope"] as const;

/** Root fields that only the other kind of order has. */
export const OTHER_KIND_FIELDS = {
  intl: ["cod", "cod_amount", "is_local_insurance", "delivery_proof", "pickup_arrange"],
  local: ["shipment_options"],
} as const;

/** Bounds of the pickup window (contract §12.10). */
export const PICKUP_WINDOW = {
  start: { from: "09:30", to: "18:00" },
  end: { from: "12:00", to: "20:30" },
  minutes: 150,
} as const;

/** An address whose delivery code is as it is kept. */
export function withCodeInCapitals(address: string): string {
  const caret = address.lastIndexOf("^");
  return caret < 0 ? address : address.slice(0, caret) + address.slice(caret).toUpperCase();
}

/** Splits `address^delivery_code` at the last caret; a code is the same in any case (contract §12.11). */
export function splitDeliveryCode(address: string): { address: string; deliveryCode: string | null } {
  const caret = address.lastIndexOf("^");
  if (caret < 0) return { address, deliveryCode: null };
  return { address: address.slice(0, caret).trimEnd(), deliveryCode: address.slice(caret + 1).toUpperCase() };
}

/** The longest text that is parted, in characters (contract §34.1). */
export const MAX_PASTE = 2000;
