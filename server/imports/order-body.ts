/** Owns how rows become the body of an order, and which cell is to blame for what is wrong with it (contract §39.3). */

import { countryCode } from "@/lib/addresses/country";
import { withCompany } from "@/lib/addresses/party";
import { digitsOf } from "@/lib/addresses/phone";
import { callingCode, readPhone } from "@/lib/addresses/phone-number";
import { STREET_LINE, wrapStreet } from "@/lib/addresses/street-lines";
import type { ParsedAddress } from "@/lib/contracts/address-parse";
import type { Defaults } from "@/lib/contracts/defaults";
import type { Problem } from "@/lib/errors";
import type { Loose } from "@/lib/loose";
import { MAX_PASTE } from "@/lib/orders/choices";
import { readAmount, readPlain } from "@/lib/tables/copied-cells";
import { ITEM_COLUMNS, type OrderColumn } from "@/lib/tables/order-csv";
import type { RowProblem } from "@/server/db/tables/imports";
import type { RuledImport } from "@/server/orders";
import { type Cells, lengthOf, weightOf } from "./cells";

type ShipType = "local" | "intl";

/** What a saved item says, by its sku. */
type KnownItem = {
  sku: string;
  bar_code_eid: string | null;
  name: string;
  hscode: string | null;
  origin: string | null;
  unit_value: string | null;
  currency: string | null;
  unit: string | null;
  weight: string | null;
  battery_type: string | null;
  battery_location: string | null;
};

/** What fills blank cells. */
export type Filling = {
  defaults: Pick<Defaults, ShipType>;
  items: ReadonlyMap<string, KnownItem>;
  /** Codes of services by their names as people write them. */
  services: ReadonlyMap<string, string>;
  /** When the courier comes next, within the hours of the defaults, by service. */
  collections: ReadonlyMap<string, Loose>;
  /** What the account's rules make of a body. */
  rule: (body: Loose, has: { provider: unknown; isBoxed: boolean }) => RuledImport;
  /** Address blocks that are parted. */
  parse: (text: string, country: string | null) => ParsedAddress;
};

/** A problem of a row of the order: `row` counts from 0. */
export type OrderProblem = RowProblem & { row: number };

const SHIP_TYPE_WORDS = new Map<string, ShipType>([
  ...["local", "domestic", "本地", "本港", "香港", "國內"].map((word) => [word, "local"] as const),
  ...["intl", "international", "overseas", "國際", "海外", "外國"].map((word) => [word, "intl"] as const),
]);

/** `undefined` where nothing is given, so that defaults fill it. */
const given = <T>(value: T | "" | undefined): T | undefined => (value === "" ? undefined : value);
const linesOf = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
const oneLine = (text: string, joint: string) => linesOf(text).join(joint);
const nameOf = (text: string) => text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
/** Names of services, as they are compared. */
export const serviceKey = nameOf;

/** A quantity: spreadsheets may write a whole number with decimals. */
const quantityOf = (text: string) => readPlain(text).replace(/^(\d+)\.0+$/, "$1");

/** The kind of an order: as it says, else by its country. */
function shipTypeOf({ ship_type, recipient_country }: Cells): ShipType | undefined {
  if (ship_type !== undefined) return SHIP_TYPE_WORDS.get(nameOf(ship_type));
  const country = recipient_country && countryCode(recipient_country);
  return country && country !== "HK" ? "intl" : "local";
}

/** The fields of a recipient, before they are those of a kind of order. */
type Recipient = Partial<
  Record<
    | "name"
    | "company"
    | "mobile"
    | "prefix"
    | "email"
    | "address"
    | "country"
    | "state"
    | "city"
    | "post_code"
    | "code"
    | "rest",
    string
  >
>;

/** Fills what a whole block in the cell of the address says, where the other cells are blank. */
function parted(cells: Cells, shipType: ShipType, { parse }: Filling): Recipient {
  const read: Recipient = {
    name: cells.recipient_name,
    company: cells.recipient_company,
    mobile: cells.recipient_mobile,
    prefix: cells.recipient_mobile_prefix,
    email: cells.recipient_email,
    address: cells.recipient_address,
    country: cells.recipient_country,
    state: cells.recipient_state,
    city: cells.recipient_city,
    post_code: cells.recipient_postal_code,
    code: cells.recipient_delivery_code,
  };
  const { address } = read;
  const isBlock = !read.name && !read.mobile;
  const isWhole = shipType === "intl" && !read.city && !read.state && !read.post_code;
  if (!address || address.length > MAX_PASTE || !(isBlock || isWhole)) return read;
  const country = (read.country && countryCode(read.country)) || null;
  const found = parse(address, shipType === "local" ? "HK" : country);
  const { name, company, mobile, email, rest, delivery_code } = found;
  // What would get no cell of its own stays where it is.
  const isLost =
    found.address === null ||
    (isBlock
      ? [company && read.company, email && read.email]
      : [name, company, mobile, email, rest, delivery_code]
    ).some(Boolean);
  if (isLost) return read;
  return {
    name: read.name ?? name ?? undefined,
    company: read.company ?? company ?? undefined,
    mobile: read.mobile ?? mobile ?? undefined,
    prefix: read.prefix ?? (read.mobile ? undefined : found.mobile_prefix) ?? undefined,
    email: read.email ?? email ?? undefined,
    address: found.address ?? undefined,
    country: read.country ?? found.country ?? undefined,
    state: read.state ?? found.state ?? undefined,
    city: read.city ?? found.city ?? undefined,
    post_code: read.post_code ?? found.postal_code ?? undefined,
    code: read.code ?? delivery_code ?? undefined,
    rest: rest ?? undefined,
  };
}

/** A telephone number without its prefix, and the prefix in digits: as written, else that of the country. */
function phoneOf({ mobile = "", prefix = "", country }: Recipient, shipType: ShipType) {
  const own = digitsOf(readPlain(prefix).replace(/^00/, ""));
  const code = country === undefined ? null : countryCode(country);
  const usual = shipType === "local" ? "852" : ((code && callingCode(code)) ?? "");
  const read = readPhone(mobile, own || usual);
  return { mobile: given(read.mobile), prefix: read.prefix ?? (own || usual) };
}

function localRecipient(recipient: Recipient): Loose {
  const { mobile, prefix } = phoneOf(recipient, "local");
  const { name, company, email, address, code } = recipient;
  const place = address === undefined ? undefined : oneLine(address, " ");
  return {
    // A local party has one name.
    name: withCompany(name, company),
    ...{ mobile, mobile_prefix: prefix, email },
    address: place !== undefined && code ? `${place}^${readPlain(code)}` : place,
  };
}

const wordsOf = (text: string) =>
  text
    .split(/[\s,，]+/)
    .filter(Boolean)
    .join(" ");

/** The lines of an international address: as the cell has them, else wrapped; null: it has too many. */
function streetLines(address: string): readonly string[] | null {
  const own = linesOf(address);
  const isShort = (line: string) => [...line].length <= STREET_LINE;
  if (own.length <= 3 && own.every(isShort)) return own;
  const whole = own.join(", ");
  if (isShort(whole)) return [whole];
  const lines = wrapStreet([whole, "", ""]);
  // Chinese may be parted anywhere, words of others may not.
  return lines && (/\p{Script=Han}/u.test(whole) || wordsOf(lines.join(" ")) === wordsOf(whole)) ? lines : null;
}

function intlRecipient(recipient: Recipient, problems: OrderProblem[]): Loose {
  const { mobile, prefix } = phoneOf(recipient, "intl");
  const { name, company, email, country, state, city, post_code } = recipient;
  const lines = streetLines(recipient.address ?? "");
  if (!lines)
    problems.push({ row: 0, column: "recipient_address", key: "addressLines", params: { lines: 3, max: STREET_LINE } });
  const [first = "", second = "", third = ""] = lines ?? [];
  return {
    ...{ name, company_name: company, mobile, mobile_prefix: prefix && `+${prefix}`, email, country },
    // A wrong one is told once.
    ...{ address: lines ? given(first) : "-----", address_line_2: given(second), address_line_3: given(third) },
    ...{ state, city, post_code: post_code && readPlain(post_code) },
  };
}

/** The saved item of a row. */
const knownOf = ({ item_sku }: Cells, { items }: Filling) => (item_sku === undefined ? undefined : items.get(item_sku));

/** What only a saved item says of goods. */
function detailsOf({ unit, weight, battery_type: type, battery_location: location }: KnownItem): Loose {
  return {
    ...(unit && { unit }),
    ...(weight && { single_weight: weight }),
    ...(type && location && { battery: { type, location } }),
  };
}

function itemOf(cells: Cells, shipType: ShipType, filling: Filling, fallback: string | undefined): Loose {
  const known = knownOf(cells, filling);
  const name = cells.item_name ?? known?.name ?? fallback;
  const qty = cells.item_qty === undefined ? "1" : quantityOf(cells.item_qty);
  // Local values are HKD.
  const own = shipType === "intl" || !known?.currency || known.currency === "HKD" ? known?.unit_value : undefined;
  const value = cells.item_value === undefined ? (own ?? undefined) : readAmount(cells.item_value);
  const codes = { sku: cells.item_sku, bar_code_eid: known?.bar_code_eid ?? undefined };
  if (shipType === "intl")
    return {
      description: name && oneLine(name, " "),
      ...{ qty, single_price: value, ...codes },
      hscode: cells.item_hscode ?? known?.hscode ?? undefined,
      origin: cells.item_origin ?? known?.origin ?? undefined,
      ...(known && detailsOf(known)),
    };
  const currency = cells.item_currency && readPlain(cells.item_currency).toUpperCase();
  return { name: name && oneLine(name, " "), qty, single_value: value, currency, ...codes };
}

function parcelOf(cells: Cells, parcel: Loose = {}): Loose {
  const measure = (column: OrderColumn, read: (text: string) => string, standing: unknown) =>
    cells[column] === undefined ? standing : read(cells[column]);
  return {
    act_weight: measure("weight_kg", weightOf, parcel.act_weight),
    length: measure("length_cm", lengthOf, parcel.length),
    width: measure("width_cm", lengthOf, parcel.width),
    height: measure("height_cm", lengthOf, parcel.height),
  };
}

/** Characters of `consignment_declaration`. */
const DECLARATION = 35;

/** What a shipment contains: as the defaults say, else its first item. */
function declarationOf(standing: unknown, first: Loose): unknown {
  const name = first.name ?? first.description;
  if (standing !== undefined || typeof name !== "string") return standing;
  return [...name].slice(0, DECLARATION).join("").trim();
}

/** What is to be collected; null: nothing. */
function codOf({ cod_amount }: Cells): string | null {
  const cod = cod_amount === undefined ? "" : readAmount(cod_amount);
  return cod === "" || /^0+(\.0+)?$/.test(cod) ? null : cod;
}

function localBody(rows: readonly Cells[], head: Cells, recipient: Recipient, filling: Filling): Loose {
  const { sender, parcel, consignment_declaration, package_type } = filling.defaults.local;
  const items = rows.map((cells) => itemOf(cells, "local", filling, consignment_declaration));
  const cod = codOf(head);
  return {
    sender,
    recipient: localRecipient(recipient),
    shipment_detail: {
      package_type: package_type ?? "parcel",
      consignment_declaration: declarationOf(consignment_declaration, items[0] ?? {}),
      parcel_list: [{ ...parcelOf(head, parcel), parcel_items: items }],
    },
    ...(cod !== null && { cod: "Y", cod_amount: cod }),
  };
}

function intlBody(
  rows: readonly Cells[],
  head: Cells,
  recipient: Recipient,
  filling: Filling,
  problems: OrderProblem[],
): Loose {
  const { sender, parcel, package_type, reason_of_export, currency, tax_party } = filling.defaults.intl;
  // That of a saved item belongs to its value.
  const currencies = rows.map((cells) =>
    cells.item_currency === undefined
      ? cells.item_value === undefined && knownOf(cells, filling)?.currency
      : readPlain(cells.item_currency).toUpperCase(),
  );
  const first = currencies.find((each) => each) || undefined;
  for (const [row, own] of currencies.entries())
    if (own && own !== first) problems.push({ row, column: "item_currency", key: "lineDiffers", params: { row: 0 } });
  const items = rows.map((cells) => itemOf(cells, "intl", filling, undefined));
  const cod = codOf(head);
  return {
    sender,
    recipient: intlRecipient(recipient, problems),
    shipment_detail: {
      package_type: package_type ?? "parcel",
      consignment_declaration: declarationOf(undefined, items[0] ?? {}),
      reason_of_export,
      currency: first ?? currency,
      parcel_list: [{ ...parcelOf(head, parcel), declaration_list: items }],
    },
    ...(tax_party && { shipment_options: { tax_party } }),
    // Refused at its own field: only local orders have it.
    ...(cod !== null && { cod: "Y", cod_amount: cod }),
  };
}

/** Codes whose digits a spreadsheet may have rounded away. */
const CODES: ReadonlySet<string> = new Set<OrderColumn>([
  "reference",
  "recipient_mobile",
  "recipient_mobile_prefix",
  "recipient_postal_code",
  "recipient_delivery_code",
  "item_hscode",
  "item_sku",
]);
/** Where digits are lost, and where further rows of an order contradict its first. */
function cellProblems(rows: readonly Cells[]): OrderProblem[] {
  const [head = {}] = rows;
  return rows.flatMap((cells, row) =>
    Object.entries(cells).flatMap(([column, value]): OrderProblem[] => {
      if (CODES.has(column) && /^-?\d(\.\d+)?E\+\d+$/i.test(value))
        return [{ row, column, key: "digitsLost", params: { value } }];
      const isOther = row > 0 && !ITEM_COLUMNS.includes(column) && value !== head[column];
      return isOther ? [{ row, column, key: "lineDiffers", params: { row: 0 } }] : [];
    }),
  );
}

/** The most characters of a cell that is read. */
const LONGEST = 2000;

/** The body of an order, with what is wrong with its rows beyond what the judgement of the body finds. */
export function orderOf(
  given: readonly Cells[],
  filling: Filling,
): { body: Loose; problems: OrderProblem[]; ruled: RuledImport } {
  const isLong = (value: string) => value.length > LONGEST;
  const long = given.flatMap((cells, row) =>
    Object.entries(cells)
      .filter(([, value]) => isLong(value))
      .map(([column, { length }]): OrderProblem => ({ row, column, key: "tooLong", params: { max: LONGEST, length } })),
  );
  // No field takes so much, and reading it would take long.
  const rows = given.map((cells) => Object.fromEntries(Object.entries(cells).filter(([, value]) => !isLong(value))));
  const [head = {}] = rows;
  const problems = [...long, ...cellProblems(rows)];
  const shipType = shipTypeOf(head);
  if (!shipType) problems.push({ row: 0, column: "ship_type", key: "shipTypeWord" });
  const kind = shipType ?? "local";
  const recipient = parted(head, kind, filling);
  const country = head.recipient_country && countryCode(head.recipient_country);
  if (kind === "local" && head.recipient_country !== undefined && country !== "HK")
    problems.push({ row: 0, column: "recipient_country", key: country ? "localAbroad" : "country" });
  const own = filling.defaults[kind];
  const named = head.shipping_provider && readPlain(head.shipping_provider);
  const provider = named === undefined ? undefined : (filling.services.get(nameOf(named)) ?? named);
  if (!own.sender) problems.push({ row: 0, column: "sender", key: "senderMissing" });
  const body = {
    ship_type: kind,
    ...(kind === "intl"
      ? intlBody(rows, head, recipient, filling, problems)
      : localBody(rows, head, recipient, filling)),
    client_remarks: [head.remarks, recipient.rest].filter(Boolean).join(" ") || undefined,
    reference: head.reference,
  };
  const ruled = filling.rule(body, { provider, isBoxed: SIDES.some((side) => head[side] !== undefined) });
  const service = provider ?? ruled.provider ?? own.shipping_provider;
  const collection = kind === "local" ? filling.collections.get(String(service)) : undefined;
  return {
    ...{ problems, ruled },
    body: { ...ruled.body, shipping_provider: service, ...(collection && { pickup_arrange: collection }) },
  };
}

const SIDES = ["length_cm", "width_cm", "height_cm"] as const;

/** Fields of an order, without the places of parcels and items, by the column that says them. */
const COLUMN_OF_FIELD: Readonly<Record<string, OrderColumn>> = {
  reference: "reference",
  ship_type: "ship_type",
  shipping_provider: "shipping_provider",
  "recipient.name": "recipient_name",
  "recipient.company_name": "recipient_company",
  "recipient.mobile": "recipient_mobile",
  "recipient.mobile_prefix": "recipient_mobile_prefix",
  "recipient.email": "recipient_email",
  "recipient.address": "recipient_address",
  "recipient.address_line_2": "recipient_address",
  "recipient.address_line_3": "recipient_address",
  "recipient.country": "recipient_country",
  "recipient.state": "recipient_state",
  "recipient.city": "recipient_city",
  "recipient.post_code": "recipient_postal_code",
  "shipment_detail.currency": "item_currency",
  "shipment_detail.consignment_declaration": "item_name",
  "shipment_detail.parcel_list.act_weight": "weight_kg",
  "shipment_detail.parcel_list.length": "length_cm",
  "shipment_detail.parcel_list.width": "width_cm",
  "shipment_detail.parcel_list.height": "height_cm",
  "shipment_detail.parcel_list.insurance_fee": "item_value",
  cod: "cod_amount",
  cod_amount: "cod_amount",
  client_remarks: "remarks",
};
const COLUMN_OF_ITEM: Readonly<Record<string, OrderColumn>> = {
  name: "item_name",
  description: "item_name",
  qty: "item_qty",
  single_value: "item_value",
  single_price: "item_value",
  currency: "item_currency",
  hscode: "item_hscode",
  origin: "item_origin",
  sku: "item_sku",
  bar_code_eid: "item_sku",
};

/** The row and the cell that a problem of the body is about; what no cell says keeps its field's name. */
export function cellOf({ path, key, params, reason }: Problem, head: Cells): OrderProblem {
  const kept = { key, ...(params && { params }), ...(reason && { reason }) };
  const [, , , list, item, field] = path;
  if ((list === "parcel_items" || list === "declaration_list") && typeof item === "number")
    return { row: item, column: COLUMN_OF_ITEM[String(field ?? "name")] ?? "item_name", ...kept };
  const name = path.filter((part) => typeof part === "string").join(".");
  // A point that is closed or full is named by its code.
  const isPoint = reason === "PICKUP_POINT_UNAVAILABLE" && head.recipient_delivery_code !== undefined;
  const column = isPoint ? "recipient_delivery_code" : (COLUMN_OF_FIELD[name] ?? name);
  return { row: 0, column, ...kept };
}
