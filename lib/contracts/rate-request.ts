// Loaded late: the schemas of prices, while a form is being filled in.

import type { Path } from "@/lib/errors";
import { type Loose, list, object } from "@/lib/loose";
import { judgeDecimal } from "./common";
import { also, judge } from "./judge";
import { normalise } from "./normalise";
import { splitDeliveryCode } from "./order-parts";
import { type RateRequest, rateRequest } from "./rate";
import { rateRules } from "./rate-rules";

const pick = (from: Loose, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, from[name]]));
const decimalOrNothing = (value: unknown) =>
  typeof value === "string" && judgeDecimal(value) === undefined ? value : undefined;

const MEASURES = ["act_weight", "length", "width", "height", "insurance_fee"] as const;

function intlRequest(body: Loose): Loose {
  const detail = object(body.shipment_detail);
  const options = object(body.shipment_options);
  // Values affect the price only if the sender pays the duties; otherwise a half-written one must not hold up the
  // price.
  const value = options.tax_party === "sender" ? (given: unknown) => given : decimalOrNothing;
  return {
    ship_type: "intl",
    recipient: pick(object(body.recipient), ["country", "state"]),
    shipment_detail: {
      ...pick(detail, ["package_type", "currency"]),
      parcel_list: list(detail.parcel_list).map((parcel) => ({
        ...pick(parcel, MEASURES),
        declaration_list: list(parcel.declaration_list).map(({ qty, single_price, battery }) => ({
          qty: value(qty),
          single_price: value(single_price),
          battery,
        })),
      })),
    },
    shipment_options: pick(options, ["tax_party", "recipient_signature"]),
  };
}

function localRequest(body: Loose): Loose {
  const detail = object(body.shipment_detail);
  return {
    ship_type: "local",
    recipient: pick(object(body.recipient), ["address"]),
    shipment_detail: {
      ...pick(detail, ["package_type"]),
      parcel_list: list(detail.parcel_list).map((parcel) => pick(parcel, MEASURES)),
    },
    ...pick(body, ["is_local_insurance", "cod", "cod_amount", "delivery_proof"]),
  };
}

/** Fields that an order needs and a rate request does not: a quote without them would not hold for the order. */
function missingFor(request: Loose): Path[] {
  const missing: Path[] = [];
  const detail = object(request.shipment_detail);
  if (request.ship_type === "local") {
    const { address } = object(request.recipient);
    if (typeof address !== "string" || [...splitDeliveryCode(address).address.trim()].length < 5)
      missing.push(["recipient", "address"]);
    return missing;
  }
  list(detail.parcel_list).forEach((parcel, index) => {
    for (const side of ["length", "width", "height"])
      if (parcel[side] === undefined) missing.push(["shipment_detail", "parcel_list", index, side]);
  });
  return missing;
}

/** A request for prices, or the fields that are still missing or wrong. */
export type RateQuestion = { request: RateRequest } | { missing: Path[] };

/**
 * The fields of an order that its price depends on, as `POST /rates/get` takes them; or which of them are still missing
 * or wrong. Asked this way the quote holds for the order.
 */
export function rateRequestOf(values: Loose): RateQuestion {
  const body = normalise(values);
  const request = normalise(body.ship_type === "intl" ? intlRequest(body) : localRequest(body));
  const missing = missingFor(request).map((path) => ({ path, key: "required" as const }));
  const { problems } = judge(
    rateRequest,
    request,
    rateRules,
    also(() => missing),
  );
  return problems ? { missing: problems.map(({ path }) => path) } : { request: request as RateRequest };
}
