import type { useTranslations } from "next-intl";
import type { FieldLabel } from "@/components/form-fields";
import type { OrderRecord } from "@/lib/contracts/order";

type Parcel = OrderRecord["shipment_detail"]["parcel_list"][number];
type Given = Record<string, unknown>;

/** What both kinds of item share; `all` holds the whole item as it was given. */
export type Item = {
  name: string;
  qty: string;
  unit: string | null;
  unitValue: string;
  currency: string;
  hscode: string | null;
  origin: string | null;
  all: Given;
};

/** The items of a parcel in one shape, declared for customs or not. */
export function itemsOf(parcel: Parcel, currency: string): Item[] {
  if ("declaration_list" in parcel)
    return parcel.declaration_list.map((item) => ({
      name: item.description ?? "",
      qty: item.qty ?? "0",
      unit: item.unit === "PCS" ? null : item.unit,
      unitValue: item.single_price ?? "0",
      currency,
      hscode: item.hscode,
      origin: item.origin,
      all: item,
    }));
  return parcel.parcel_items.map((item) => ({
    name: item.name ?? "",
    qty: item.qty ?? "0",
    unit: null,
    unitValue: item.single_value ?? "0",
    currency: item.currency ?? "HKD",
    hscode: null,
    origin: null,
    all: item,
  }));
}

// The row itself shows these.
const IN_ROW = ["description", "name", "qty", "unit", "single_price", "single_value", "currency", "hscode", "origin"];
const MEASURES: Record<string, string> = {
  single_weight: "kg",
  item_length: "cm",
  item_width: "cm",
  item_height: "cm",
};

/** Everything else that was given about an item, including the compliance fields, with the form's labels. */
export function itemFacts(
  { all }: Item,
  form: ReturnType<typeof useTranslations<"orderForm">>,
): { name: string; value: string }[] {
  return Object.entries(all).flatMap(([field, value]) => {
    if (IN_ROW.includes(field) || value === null || value === "") return [];
    if (field === "battery") {
      const { type, location } = value as { type: string; location: string };
      const kind = `batteries.${type}-${location}` as "batteries.none";
      return [{ name: form("fields.battery"), value: form(kind) }];
    }
    const name = form(`fields.${field as FieldLabel}`);
    if (field === "is_cpsc_registered") return [{ name, value: form(value === "Y" ? "yesNo.Y" : "yesNo.N") }];
    const measure = MEASURES[field];
    return [{ name, value: measure ? `${value} ${measure}` : String(value) }];
  });
}
