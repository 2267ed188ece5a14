import { hongKongDate, minutesOfDay } from "@/lib/calendar";
import { countryCode } from "@/lib/country";
import type { Path, Problem } from "@/lib/errors";
import type { MessageKey, MessageParams } from "@/lib/i18n/validation";
import { PICKUP_WINDOW } from "@/lib/order-choices";
import { judgeMobile, judgeMobileLength } from "@/lib/phone";
import { judgeDecimal } from "./common";

export { PICKUP_WINDOW } from "@/lib/order-choices";

// Rules see requests whose fields may still be wrong, so that all failures are told at once: they read, never assume.
type Loose = Record<string, unknown>;
const object = (value: unknown): Loose =>
  value && typeof value === "object" && !Array.isArray(value) ? (value as Loose) : {};
const list = (value: unknown): Loose[] => (Array.isArray(value) ? value.map(object) : []);
const string = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function problem(path: Path, key: MessageKey, params?: MessageParams): Problem {
  return params ? { path, key, params } : { path, key };
}

/** Every item of an order with its path, whatever the ship type. */
export function itemsOf(body: Loose): { item: Loose; path: Path }[] {
  const key = body.ship_type === "intl" ? "declaration_list" : "parcel_items";
  return list(object(body.shipment_detail).parcel_list).flatMap((parcel, p) =>
    list(parcel[key]).map((item, i) => ({ item, path: ["shipment_detail", "parcel_list", p, key, i] })),
  );
}

function mobileProblems(body: Loose): Problem[] {
  return ["sender", "recipient"].flatMap((side) => {
    const { mobile, mobile_prefix } = object(body[side]);
    if (typeof mobile !== "string" || typeof mobile_prefix !== "string" || judgeMobile(mobile)) return [];
    const verdict = judgeMobileLength(mobile, mobile_prefix);
    return verdict ? [problem([side, "mobile"], verdict as MessageKey)] : [];
  });
}

/** §4.2 rule 2: bar_code_eid needs sku. */
function barcodeProblems(body: Loose): Problem[] {
  return itemsOf(body)
    .filter(({ item }) => string(item.bar_code_eid) && !string(item.sku))
    .map(({ path }) => problem([...path, "sku"], "skuWithBarcode"));
}

function codProblems(body: Loose): Problem[] {
  if (body.cod !== "Y") return [];
  const amount = body.cod_amount;
  if (amount === undefined) return [problem(["cod_amount"], "required")];
  if (typeof amount !== "string") return [];
  const verdict = judgeDecimal(amount, { places: 2 });
  if (verdict)
    return [typeof verdict === "string" ? problem(["cod_amount"], verdict) : problem(["cod_amount"], ...verdict)];
  return judgeDecimal(amount, { above: "0" }) ? [problem(["cod_amount"], "codAmount")] : [];
}

/** Specification §2.8 with decisions §3.14; `today` is the date in Hong Kong. */
export function pickupProblems(arrange: unknown, today: string): Problem[] {
  const { pickup_date, pickup_start_time, pickup_end_time } = object(arrange);
  if (pickup_date === undefined && pickup_start_time === undefined && pickup_end_time === undefined) return [];
  const problems: Problem[] = [];
  const at = (field: string): Path => ["pickup_arrange", field];
  if (pickup_date === undefined) problems.push(problem(at("pickup_date"), "pickupDateRequired"));
  else if (typeof pickup_date === "string" && /^\d{4}-\d{2}-\d{2}$/.test(pickup_date) && pickup_date < today)
    problems.push(problem(at("pickup_date"), "pickupPast"));

  const minutes = (value: unknown, missing: string): number | undefined => {
    if (value === undefined) return minutesOfDay(missing);
    return typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? minutesOfDay(value) : undefined;
  };
  const start = minutes(pickup_start_time, PICKUP_WINDOW.start.from);
  const end = minutes(pickup_end_time, PICKUP_WINDOW.end.to);
  const outside = (value: number, { from, to }: { from: string; to: string }) =>
    value < minutesOfDay(from) || value > minutesOfDay(to);
  if (start !== undefined && outside(start, PICKUP_WINDOW.start))
    problems.push(problem(at("pickup_start_time"), "timeBetween", PICKUP_WINDOW.start));
  if (end !== undefined && outside(end, PICKUP_WINDOW.end))
    problems.push(problem(at("pickup_end_time"), "timeBetween", PICKUP_WINDOW.end));
  else if (start !== undefined && end !== undefined && end - start < PICKUP_WINDOW.minutes)
    problems.push(problem(at("pickup_end_time"), "pickupWindow", { minutes: PICKUP_WINDOW.minutes }));
  return problems;
}

/** The rules of an order across its fields (specification §4.2, decisions §3); the body may be incomplete. */
export function orderProblems(value: unknown, today = hongKongDate(new Date())): Problem[] {
  const body = object(value);
  const problems = [...mobileProblems(body), ...barcodeProblems(body)];
  if (body.ship_type === "intl") {
    const country = string(object(body.recipient).country);
    if (country && countryCode(country) === "HK")
      problems.push(problem(["recipient", "country"], "recipientInHongKong"));
  } else {
    problems.push(...codProblems(body), ...pickupProblems(body.pickup_arrange, today));
  }
  return problems;
}

/** §4.2 rule 1: on a pick-and-pack account each missing one of sku and bar_code_eid has its own 400438 entry. */
export function pickPackProblems(value: unknown): Problem[] {
  return itemsOf(object(value)).flatMap(({ item, path }) =>
    ["sku", "bar_code_eid"]
      .filter((field) => item[field] === undefined)
      .map(
        (field): Problem => ({
          path: [...path, field],
          key: "pickPackItem",
          reason: "PICKPACK_ITEM_SKU_BARCODE_REQUIRED",
        }),
      ),
  );
}

/** Gives a local sender's mobile its own code, 400421. */
export function codedProblems(problems: readonly Problem[], value: unknown): Problem[] {
  const local = object(value).ship_type === "local";
  return problems.map((each) =>
    local && each.path.join(".") === "sender.mobile" ? { ...each, reason: "SENDER_MOBILE_INVALID" } : each,
  );
}
