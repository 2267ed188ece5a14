import type { CallInput } from "@/lib/api-client";
import { type Item, itemInput } from "@/lib/contracts/item";
import { normalise } from "@/lib/contracts/normalise";
import { judgeValue } from "@/lib/forms/judge-body";
import type { Language } from "@/lib/i18n/validation";

// In the order of the page; `battery` is one choice of type and place.
const FIELDS = [
  "sku",
  "bar_code_eid",
  "name",
  "description",
  "hscode",
  "origin",
  "battery",
  "unit",
  "single_price",
  "currency",
  "single_weight",
] as const;
export type ItemField = (typeof FIELDS)[number];
/** What the form of an item holds: text of every field, empty where nothing is given. */
export type ItemValues = Record<ItemField, string>;

/** The values of the form for a new item, or for one that is being changed. */
export function valuesOfItem(item?: Item): ItemValues {
  const text = (field: ItemField): string => {
    if (!item) return { currency: "HKD", unit: "PCS" }[field as string] ?? "";
    if (field === "battery") return item.battery ? `${item.battery.type}-${item.battery.location}` : "";
    return item[field] ?? "";
  };
  return Object.fromEntries(FIELDS.map((field) => [field, text(field)])) as ItemValues;
}

/** The item that a form describes, as the API reads it; a currency without a price means nothing. */
function itemOfValues(values: ItemValues, fields: readonly ItemField[] = FIELDS): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      if (field === "currency" && values.single_price.trim() === "") return [field, ""];
      if (field !== "battery" || values.battery === "") return [field, values[field]];
      const [type, location] = values.battery.split("-");
      return [field, { type, location }];
    }),
  );
}

/** Judges the form as the API does, in the reader's language. An item that is there keeps a SKU. */
export function judgeItem(values: ItemValues, language: Language, isNew: boolean) {
  return judgeValue(isNew ? itemInput : itemInput.required({ sku: true }), normalise(itemOfValues(values)), language);
}

/** The body that makes the item. */
export function bodyOfItem(values: ItemValues): CallInput<"createItem"> {
  return itemOfValues(values) as CallInput<"createItem">;
}

/** The body that changes what is different and clears what was emptied; null when nothing is different. */
export function changeOfItem(item: Item, values: ItemValues): Omit<CallInput<"updateItem">, "id"> | null {
  const [before, now] = [valuesOfItem(item), itemOfValues(values)];
  const changed = FIELDS.filter((field) => values[field].trim() !== before[field].trim());
  const clear = changed.filter((field) => now[field] === "" || values[field].trim() === "");
  const set = itemOfValues(
    values,
    changed.filter((field) => !clear.includes(field)),
  );
  if (changed.length === 0) return null;
  return { ...set, ...(clear.length ? { clear } : {}) } as Omit<CallInput<"updateItem">, "id">;
}
