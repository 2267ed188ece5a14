// Loaded late: the schemas of orders, while a form is being filled in.

import type { FieldValues, Resolver } from "react-hook-form";
import type { Problem } from "@/lib/errors";
import { fieldName } from "@/lib/forms/form-paths";
import { verdictOf } from "@/lib/forms/form-verdict";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import type { Loose } from "@/lib/loose";
import { also, judge } from "./judge";
import { normalise } from "./normalise";
import { orderInput } from "./order";
import { netWeightRules, orderRules, pickPackRules } from "./order-rules";

export type Judge = {
  /** The account's items need sku and barcode: the warehouse finds them by these. */
  pickPack?: boolean;
  /** The date in Hong Kong. */
  today?: string;
  /** The parcels of a saved order, which are not checked again while they are as they were saved. */
  saved?: unknown;
  /** Rules that need more than the order: the carriers' calendar, a price that the person has not accepted. */
  more?: (body: Loose) => Problem[];
};

/**
 * Judges an order as `POST /order/create` does, except for the rules that need the catalogue: same schema, same rules,
 * same order of problems. `body` is what would be sent.
 */
export function judgeOrder(values: Loose, { pickPack = false, today, saved, more = () => [] }: Judge = {}) {
  const body = normalise(values);
  const isSaved = JSON.stringify(saved) === JSON.stringify(values.shipment_detail);
  const rules = [
    orderRules(today),
    ...(isSaved ? [] : [netWeightRules]),
    ...(pickPack ? [pickPackRules] : []),
    also(more),
  ];
  return { body, problems: judge(orderInput, body, ...rules).problems ?? [] };
}

/**
 * The field of a problem. The parts of these lists have fields of their own, so an error of the whole goes to `root`,
 * where it cannot replace theirs.
 */
function fieldOf({ path }: Problem): string {
  const isWhole = path.at(-1) === "parcel_list" || path.at(-1) === "pickup_arrange";
  return fieldName(isWhole ? [...path, "root"] : path);
}

/** The resolver of the order form: its verdict is the API's own, in the reader's language. */
export function orderResolver(options: {
  judge: () => Judge;
  language: Language;
  /** Wording that names things as the form does, instead of the API's. */
  messageOf?: (problem: Problem) => string | undefined;
}): Resolver<FieldValues> {
  const messageOf = (problem: Problem) =>
    options.messageOf?.(problem) ?? validationMessage(problem.key, problem.params, options.language);
  return (values, _context, fields) => {
    const { body, problems } = judgeOrder(values, options.judge());
    const found = problems.map((problem) => ({ field: fieldOf(problem), message: messageOf(problem) }));
    return verdictOf(body, found, fields);
  };
}
