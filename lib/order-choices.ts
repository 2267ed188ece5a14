// What forms and contracts choose from. It stands apart from the schemas, which pages load later than their controls.

export const MAX_PARCELS = 50;
export const MAX_ITEMS = 200;

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

/** Bounds of the pickup window (specification §2.8). */
export const PICKUP_WINDOW = {
  start: { from: "09:30", to: "18:00" },
  end: { from: "12:00", to: "20:30" },
  minutes: 150,
} as const;

/** Splits `address^delivery_code` at the last caret (decisions §3.15). */
export function splitDeliveryCode(address: string): { address: string; deliveryCode: string | null } {
  const caret = address.lastIndexOf("^");
  if (caret < 0) return { address, deliveryCode: null };
  return { address: address.slice(0, caret).trimEnd(), deliveryCode: address.slice(caret + 1) };
}
