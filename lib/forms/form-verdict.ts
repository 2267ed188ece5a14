import { toNestErrors } from "@hookform/resolvers";
import type { FieldValues, ResolverOptions, ResolverResult } from "react-hook-form";

/** What is wrong with the values of a form, by the path of the field with dots. */
export type FieldProblems = readonly { field: string; message: string }[];

/** What a resolver of react-hook-form answers: the values, or every problem at its field. */
export function verdictOf(
  values: FieldValues,
  problems: FieldProblems,
  options: ResolverOptions<FieldValues>,
): ResolverResult<FieldValues> {
  if (problems.length === 0) return { values, errors: {} };
  const errors = problems.map(({ field, message }) => [field, { type: "rule", message }]);
  return { values: {}, errors: toNestErrors(Object.fromEntries(errors), options) };
}
