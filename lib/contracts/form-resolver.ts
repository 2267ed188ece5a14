import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { hongKongDate } from "@/lib/calendar";
import type { Problem } from "@/lib/errors";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { normalised } from "./normalise";
import { orderInput } from "./order";
import { codedProblems, orderProblems, pickPackProblems } from "./order-rules";
import { inDocumentOrder, memberFor, problemsOf } from "./problems";

type Loose = Record<string, unknown>;

export type Judge = {
  /** The account's items need sku and barcode (§4.2 rule 1). */
  pickPack?: boolean;
  /** The date in Hong Kong. */
  today?: string;
  /** Rules that need more than the order: the carriers' calendar, a price that was not agreed to. */
  more?: (body: Loose) => Problem[];
};

/**
 * Judges an order as `POST /order/create` does, but for the rules that need the catalogue: the same schema, the same
 * rules, the same order of problems. `body` is what would be sent.
 */
export function judgeOrder(values: Loose, { pickPack = false, today, more }: Judge = {}) {
  const body = normalised(values);
  const schema = memberFor(orderInput, body);
  const parsed = schema.safeParse(body, { reportInput: true });
  const read = parsed.success ? (parsed.data as Loose) : body;
  const problems = [
    ...(parsed.success ? [] : problemsOf(parsed.error)),
    ...orderProblems(read, today ?? hongKongDate(new Date())),
    ...(pickPack ? pickPackProblems(read) : []),
    ...(more?.(body) ?? []),
  ];
  return { body, problems: inDocumentOrder(codedProblems(problems, body), schema) };
}

// Lists stay lists: react-hook-form moves their errors along when rows are added and removed.
function put(errors: Loose, path: Problem["path"], error: Loose): void {
  let at: Loose = errors;
  path.forEach((step, index) => {
    if (index === path.length - 1) at[String(step)] = error;
    else {
      at[String(step)] ??= typeof path[index + 1] === "number" ? [] : {};
      at = at[String(step)] as Loose;
    }
  });
}

/** Problems as react-hook-form keeps them. */
export function errorsOf(problems: readonly Problem[], words: (problem: Problem) => string): FieldErrors {
  const errors: Loose = {};
  for (const problem of problems) {
    // Its parts have fields of their own: an error of the whole stands beside them.
    const isWhole = problem.path.at(-1) === "parcel_list" || problem.path.at(-1) === "pickup_arrange";
    put(errors, isWhole ? [...problem.path, "root"] : problem.path, { type: "rule", message: words(problem) });
  }
  return errors as FieldErrors;
}

/** The resolver of the order form: its verdict is the API's own, in the reader's language. */
export function orderResolver(options: {
  judge: () => Judge;
  language: Language;
  /** Words that name things as the form does, in place of the API's. */
  words?: (problem: Problem) => string | undefined;
}): Resolver<FieldValues> {
  const words = (problem: Problem) =>
    options.words?.(problem) ?? validationMessage(problem.key, problem.params, options.language);
  return (values) => {
    const { body, problems } = judgeOrder(values, options.judge());
    return problems.length === 0 ? { values: body, errors: {} } : { values: {}, errors: errorsOf(problems, words) };
  };
}
