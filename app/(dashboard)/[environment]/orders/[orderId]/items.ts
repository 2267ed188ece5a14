import type { useTranslations } from "next-intl";
import type { FieldLabel } from "@/components/forms/form-fields";
import type { TableItem } from "@/components/orders/item-table";
import type { OrderRecord } from "@/lib/contracts/order";

type Parcel = OrderRecord["shipment_detail"]["parcel_list"][number];
type Form = ReturnType<typeof useTranslations<"orderForm">>;

/** The items of a parcel in one shape, declared for customs or not; their origins are codes. */
export function itemsOf(parcel: Parcel, currency: string, form: Form): TableItem[] {
  if ("declaration_list" in parcel)
    return parcel.declaration_list.map((item) => ({
      name: item.description ?? "",
      qty: item.qty ?? "0",
      unit: item.unit && item.unit !== "PCS" ? form(`units.${item.unit}` as "units.PCS") : null,
      unitValue: item.single_price ?? "0",
      currency,
      hscode: item.hscode,
      origin: item.origin,
      facts: factsOf(item, form),
    }));
  return parcel.parcel_items.map((item) => ({
    name: item.name ?? "",
    qty: item.qty ?? "0",
    unitValue: item.single_value ?? "0",
    currency: item.currency ?? "HKD",
    hscode: null,
    origin: null,
    facts: factsOf(item, form),
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
function factsOf(item: Record<string, unknown>, form: Form): { name: string; value: string }[] {
  return Object.entries(item).flatMap(([field, value]) => {
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
