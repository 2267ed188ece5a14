import type { CallInput } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";

// In the order of the page; `battery` is one choice of type and place.
const FIELDS = [
  "sku",
  "name",
  "bar_code_eid",
  "warehouse_location",
  "low_stock_mark",
  "weight",
  "length",
  "width",
  "height",
  "hscode",
  "origin",
  "battery",
  "unit_value",
  "currency",
  "unit",
] as const;
export type ProductField = (typeof FIELDS)[number];
/** What the form of a product holds: text of every field, empty where nothing is given. */
export type ProductValues = Record<ProductField, string>;

export const BATTERIES = [
  "chargeable-inside",
  "chargeable-outside",
  "nonchargeable-inside",
  "nonchargeable-outside",
] as const;

/** The values of the form for a new product, or for one that is being changed. */
export function valuesOfProduct(product?: Product): ProductValues {
  const text = (field: ProductField): string => {
    if (!product) return field === "currency" ? "HKD" : "";
    if (field === "battery") return product.battery ? `${product.battery.type}-${product.battery.location}` : "";
    return product[field] ?? "";
  };
  return Object.fromEntries(FIELDS.map((field) => [field, text(field)])) as ProductValues;
}

function givenValues(fields: readonly ProductField[], values: ProductValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      if (field !== "battery" || values.battery === "") return [field, values[field]];
      const [type, location] = values.battery.split("-");
      return [field, { type, location }];
    }),
  );
}

/** The product that a form describes, as the API reads it. */
export function productOfValues(values: ProductValues): Record<string, unknown> {
  // A currency without a value means nothing.
  const kept = values.unit_value.trim() === "" ? { ...values, currency: "" } : values;
  return givenValues(FIELDS, kept);
}

/** The body that makes the product. */
export function bodyOfProduct(values: ProductValues): CallInput<"createProduct"> {
  return productOfValues(values) as CallInput<"createProduct">;
}

/** The body that changes what is different and clears what was emptied; null when nothing is different. */
export function changeOfProduct(
  product: Product,
  values: ProductValues,
): Omit<CallInput<"updateProduct">, "product_id"> | null {
  const before = valuesOfProduct(product);
  const changed = FIELDS.filter((field) => values[field].trim() !== before[field].trim());
  if (changed.length === 0) return null;
  const clear = changed.filter((field) => values[field].trim() === "");
  const set = changed.filter((field) => !clear.includes(field));
  return { ...givenValues(set, values), ...(clear.length ? { clear } : {}) } as Omit<
    CallInput<"updateProduct">,
    "product_id"
  >;
}
