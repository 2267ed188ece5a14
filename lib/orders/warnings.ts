import type { isPossiblePhone } from "@/lib/addresses/phone-number";
import type { Path } from "@/lib/errors";
import { type Loose, list, object, text } from "@/lib/loose";
import { HAVE_POSTCODES, HAVE_STATES, isLooseBattery, mayHaveIoss } from "@/lib/orders/customs-needs";
import { heavierThan, NET_WARNED } from "@/lib/orders/net-weight";

/** What the form warns about. A warning never blocks: the form refuses only what the API refuses. */
type WarningKey =
  | "vagueDescription"
  | "hsShort"
  | "hsMissing"
  | "originMissing"
  | "looseBattery"
  | "stateMissing"
  | "postcodeMissing"
  | "iossMissing"
  | "cpscMissing"
  | "nonLatin"
  | "phoneNotPossible"
  | "iossForm"
  | "eoriForm"
  | "barcodeCheckDigit"
  | "itemsHeavier";

export type Warning = { path: Path; key: WarningKey; params?: Record<string, string> };

const VAGUE_WORDS = new Set(
  `gift gifts present presents sample samples part parts spare accessory accessories goods good item items product
  products stuff thing things article articles merchandise misc miscellaneous various other others commodity
  commodities cargo material materials equipment personal effects belongings general daily necessities commercial the
  a an of and for my some assorted`.split(/\s+/),
);
const VAGUE_CHINESE =
  /^(禮物|禮品|樣本|樣品|樣辦|樣版|零件|配件|部件|貨品|貨物|物品|產品|商品|用品|日用品|雜物|雜項|私人物品|個人物品|其他)+$/u;

/** Whether a description is too general for customs: words that fit anything. */
export function isVague(description: string): boolean {
  const given = description.trim().toLowerCase();
  if (given === "") return false;
  if (VAGUE_CHINESE.test(given.replace(/[\s,，、及和]/gu, ""))) return true;
  const words = given.split(/[^\p{L}]+/u).filter(Boolean);
  return words.length > 0 && words.every((word) => VAGUE_WORDS.has(word));
}

/** Whether a text has letters of a script other than Latin. */
export function isNonLatin(value: string): boolean {
  return /(?!\p{Script=Latin})\p{L}/u.test(value);
}

/** GS1's check digit: from the right weights 3, 1, 3 …; only numbers of a GTIN's length are judged. */
export function isCheckDigitWrong(barcode: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(barcode)) return false;
  const digits = [...barcode].map(Number);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 !== check;
}

function partyWarnings(
  side: "sender" | "recipient",
  party: Loose,
  isIntl: boolean,
  isPossible?: typeof isPossiblePhone,
) {
  const warnings: Warning[] = [];
  if (isIntl) {
    const names = ["name", "company_name", "address", "address_line_2", "address_line_3", "city", "state"];
    for (const name of names) if (isNonLatin(text(party[name]))) warnings.push({ path: [side, name], key: "nonLatin" });
    const country = text(party.country).toUpperCase();
    if (HAVE_STATES.has(country) && !text(party.state)) warnings.push({ path: [side, "state"], key: "stateMissing" });
    if (HAVE_POSTCODES.has(country) && !text(party.post_code))
      warnings.push({ path: [side, "post_code"], key: "postcodeMissing" });
  }
  const [prefix, mobile] = [text(party.mobile_prefix), text(party.mobile)];
  // Short or malformed numbers are already refused.
  if (isPossible && prefix && mobile.replace(/\D/g, "").length >= 4 && !isPossible(prefix, mobile))
    warnings.push({ path: [side, "mobile"], key: "phoneNotPossible" });
  const eori = text(party.eori_number);
  if (side === "recipient" && eori && !/^[A-Z]{2}[A-Za-z0-9]{1,15}$/.test(eori))
    warnings.push({ path: [side, "eori_number"], key: "eoriForm" });
  return warnings;
}

const CPSC_IDS = ["cpsc_product_id", "cpsc_certifier_id", "cpsc_version_id"] as const;

function declarationWarnings(item: Loose, path: Path): Warning[] {
  const warnings: Warning[] = [];
  const description = text(item.description);
  if (isLooseBattery(description)) warnings.push({ path: [...path, "battery"], key: "looseBattery" });
  // A line that is not begun needs nothing yet.
  if (description && !text(item.hscode)) warnings.push({ path: [...path, "hscode"], key: "hsMissing" });
  if (description && !text(item.origin)) warnings.push({ path: [...path, "origin"], key: "originMissing" });
  if (isVague(description)) warnings.push({ path: [...path, "description"], key: "vagueDescription" });
  const hs = text(item.hscode);
  if (hs && hs.replace(/\D/g, "").length < 6) warnings.push({ path: [...path, "hscode"], key: "hsShort" });
  if (item.is_cpsc_registered === "Y")
    for (const id of CPSC_IDS) if (!text(item[id])) warnings.push({ path: [...path, id], key: "cpscMissing" });
  return warnings;
}

function parcelWarnings(parcel: Loose, index: number, isIntl: boolean): Warning[] {
  const path: Path = ["shipment_detail", "parcel_list", index];
  const key = isIntl ? "declaration_list" : "parcel_items";
  const warnings: Warning[] = [];
  list(parcel[key]).forEach((item, row) => {
    const at = [...path, key, row];
    if (isIntl) warnings.push(...declarationWarnings(item, at));
    if (isCheckDigitWrong(text(item.bar_code_eid)))
      warnings.push({ path: [...at, "bar_code_eid"], key: "barcodeCheckDigit" });
  });
  return warnings;
}

function iossWarnings(body: Loose): Warning[] {
  const path: Path = ["shipment_options", "ioss_number"];
  const number = text(object(body.shipment_options).ioss_number);
  if (number) return /^IM\d{10}$/.test(number) ? [] : [{ path, key: "iossForm" }];
  return mayHaveIoss(object(body.recipient).country, body.shipment_detail) ? [{ path, key: "iossMissing" }] : [];
}

/** What a merchant should look at twice in an order, complete or not (contract §12.8). */
export function orderWarnings(values: unknown, isPossible?: typeof isPossiblePhone): Warning[] {
  const body = object(values);
  const isIntl = body.ship_type === "intl";
  const parcels = list(object(body.shipment_detail).parcel_list);
  return [
    ...partyWarnings("sender", object(body.sender), isIntl, isPossible),
    ...partyWarnings("recipient", object(body.recipient), isIntl, isPossible),
    ...heavierThan(body, NET_WARNED).map((found): Warning => ({ ...found, key: "itemsHeavier" })),
    ...parcels.flatMap((parcel, index) => parcelWarnings(parcel, index, isIntl)),
    ...(isIntl ? iossWarnings(body) : []),
  ];
}
