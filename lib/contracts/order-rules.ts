import { countryCode } from "@/lib/addresses/country";
import { judgeMobile, judgeMobileLength } from "@/lib/addresses/phone";
import { hongKongDate, minutesOfDay } from "@/lib/calendar";
import type { Path, Problem } from "@/lib/errors";
import type { MessageKey, MessageParams, Verdict } from "@/lib/i18n/validation";
import { type Loose, list, object, string } from "@/lib/loose";
import { OTHER_KIND_FIELDS, PICKUP_WINDOW } from "@/lib/orders/choices";
import { heavierThan, NET_REFUSED } from "@/lib/orders/net-weight";
import { BOUNDS, judgeDecimal } from "./common";
import { also, type Rules } from "./judge";
import { kindOf } from "./problems";

function problem(path: Path, key: MessageKey, params?: MessageParams): Problem {
  return params ? { path, key, params } : { path, key };
}

/** Every item of an order with its path, whatever the ship type. */
function itemsOf(body: Loose): { item: Loose; path: Path }[] {
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

/** A barcode names a product: bar_code_eid needs sku. */
function barcodeProblems(body: Loose): Problem[] {
  return itemsOf(body)
    .filter(({ item }) => string(item.bar_code_eid) && !string(item.sku))
    .map(({ path }) => problem([...path, "sku"], "skuWithBarcode"));
}

function judgeCodAmount(amount: unknown): Verdict {
  if (amount === undefined) return "required";
  if (typeof amount !== "string") return ["mustBeString", { given: kindOf(amount) }];
  return (
    judgeDecimal(amount, { places: 2, max: BOUNDS.money }) ??
    (judgeDecimal(amount, { above: "0" }) ? "codAmount" : undefined)
  );
}

/** Unless cod is Y the amount is ignored, whatever it is (contract §3.5). */
function codProblems(body: Loose): Problem[] {
  const verdict = body.cod === "Y" ? judgeCodAmount(body.cod_amount) : undefined;
  if (!verdict) return [];
  return [typeof verdict === "string" ? problem(["cod_amount"], verdict) : problem(["cod_amount"], ...verdict)];
}

/** An order with insurance must say what is insured (contract §3.4). */
function insuranceProblems(body: Loose): Problem[] {
  if (body.is_local_insurance !== "Y") return [];
  const fees = list(object(body.shipment_detail).parcel_list).map(({ insurance_fee: fee }) => fee ?? "0");
  // Fees that are not numbers have their own problems.
  const isKnown = fees.every((fee) => typeof fee === "string" && !judgeDecimal(fee));
  if (!fees.length || !isKnown || fees.some((fee) => !judgeDecimal(String(fee), { above: "0" }))) return [];
  return [problem(["shipment_detail", "parcel_list", 0, "insurance_fee"], "insuranceValue")];
}

function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === "N") return true;
  return typeof value === "object" && !Array.isArray(value) && Object.values(value).every(saysNothing);
}

/** Fields that are given although only the other kind of order has them (contract §3.3). */
export function otherKindProblems(body: Loose, shipType: "intl" | "local"): Problem[] {
  return OTHER_KIND_FIELDS[shipType]
    .filter((field) => !saysNothing(body[field]) && (field !== "cod_amount" || body.cod === "Y"))
    .map((field) => problem([field], shipType === "intl" ? "localOnly" : "intlOnly"));
}

/** The rules of a pickup window (contract §12.10); `today` is the date in Hong Kong. */
function pickupProblems(arrange: unknown, today: string): Problem[] {
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
  // A missing end is not an error: the latest end fits every start that is allowed (contract §3.6).
  else if (
    pickup_end_time !== undefined &&
    start !== undefined &&
    end !== undefined &&
    end - start < PICKUP_WINDOW.minutes
  )
    problems.push(problem(at("pickup_end_time"), "pickupWindow", { minutes: PICKUP_WINDOW.minutes }));
  return problems;
}

/** The problems of an order across its fields (contract §12); the body may be incomplete. */
export function orderProblems(body: Loose, today = hongKongDate(new Date())): Problem[] {
  const shipType = body.ship_type === "intl" ? "intl" : "local";
  const problems = [...mobileProblems(body), ...barcodeProblems(body), ...otherKindProblems(body, shipType)];
  if (shipType === "intl") {
    const country = string(object(body.recipient).country);
    if (country && countryCode(country) === "HK")
      problems.push(problem(["recipient", "country"], "recipientInHongKong"));
  } else {
    problems.push(...codProblems(body), ...insuranceProblems(body), ...pickupProblems(body.pickup_arrange, today));
  }
  return problems;
}

/** On a pick-and-pack account each missing one of sku and bar_code_eid has its own 400438 entry. */
export const pickPackRules = also((body) =>
  itemsOf(body).flatMap(({ item, path }) =>
    ["sku", "bar_code_eid"]
      .filter((field) => item[field] === undefined)
      .map(
        (field): Problem => ({
          path: [...path, field],
          key: "pickPackItem",
          reason: "PICKPACK_ITEM_SKU_BARCODE_REQUIRED",
        }),
      ),
  ),
);

/**
 * Items that weigh far more than their parcel. Only what is written now is judged: no order that is stored is refused
 * for it, nor one that is made like another (contract §12.13).
 */
export const netWeightRules: Rules = (body, found) => {
  if (body.ship_type !== "intl") return found;
  const isWrong = (parcel: string) => found.some(({ path }) => path.join(".").startsWith(`${parcel}.`));
  const heavier = heavierThan(body, NET_REFUSED)
    // A weight or a number that is wrong itself has its own problem.
    .filter(({ path }) => !isWrong(path.slice(0, -1).join(".")))
    .map(({ path, params }) => problem(path, "netWeight", params));
  return [...found, ...heavier];
};

/**
 * The rules of an order, the same for every caller who creates one (contract §12); a local sender's mobile has its own
 * code, 400421.
 */
export function orderRules(today?: string): Rules {
  return (body, found) =>
    [...found, ...orderProblems(body, today)].map((each) =>
      body.ship_type === "local" && each.path.join(".") === "sender.mobile"
        ? { ...each, reason: "SENDER_MOBILE_INVALID" }
        : each,
    );
}
