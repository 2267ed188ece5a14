import { DISTRICTS } from "@/lib/addresses/districts";
import { digitsOf } from "@/lib/addresses/phone";
import { fold } from "@/server/search";

/** What a search finds an order by. */
type Searched = {
  id: string;
  numbers: readonly string[];
  reference?: string | null | undefined;
  client_remarks?: string | null | undefined;
  recipient: Readonly<Record<string, unknown>>;
  items: readonly Record<string, unknown>[];
};

const OF_RECIPIENT = [
  ...(["name", "company_name", "address", "address_line_2", "address_line_3", "city", "state", "post_code"] as const),
];

/** A mobile number's digits with its prefix, and as pages show it where it begins with the zero of its own country. */
export function mobilesOf({ mobile_prefix: prefix, mobile }: Searched["recipient"]): string[] {
  if (typeof mobile !== "string") return [];
  const [code, digits] = [digitsOf(typeof prefix === "string" ? prefix : ""), digitsOf(mobile)];
  return digits.startsWith("0") ? [code + digits, code + digits.replace(/^0+/, "")] : [code + digits];
}

const textOf = (fields: readonly unknown[]) =>
  fields.flatMap((field) => (typeof field === "string" && field !== "" ? [fold(field)] : [])).join("\n");

/** The text that searches of an order look in (contract §5.11), without its district, which {@link withDistrict} adds. */
export function searchTextOf({ id, numbers, recipient, items, ...order }: Searched): string {
  return textOf([
    ...[id, ...numbers, order.reference],
    ...OF_RECIPIENT.map((field) => recipient[field]),
    ...mobilesOf(recipient),
    ...items.flatMap(({ description, sku }) => [description, sku]),
    order.client_remarks,
  ]);
}

/** The text with the names of a district, by its English one. */
export function withDistrict(text: string, district: string | null): string {
  const names = DISTRICTS.find(([english]) => english === district)?.slice(0, 2) ?? [];
  return [text, textOf(names)].join("\n").trim();
}
