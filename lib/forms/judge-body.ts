import type { z } from "zod";
import type { Contract } from "../contracts/contract";
import { judge, type Rules } from "../contracts/judge";
import { normalise } from "../contracts/normalise";
import { type Language, validationMessage } from "../i18n/validation";
import { fieldName } from "./form-paths";

/** What is wrong with a value, in the reader's language; fields by their paths with points. */
type Found = { field: string; message: string }[];

/** What the API would refuse in an operation's body: empty fields are not given, and the contract's rules apply. */
export function judgeContract(
  { body, rules }: Pick<Contract, "body" | "rules">,
  values: Record<string, unknown>,
  language: Language,
): Found {
  return body ? judgeValue(body, normalise(values), language, rules) : [];
}

/** The same of a part of a body, by its schema. */
export function judgeValue(schema: z.ZodType, value: unknown, language: Language, rules?: Rules): Found {
  return (judge(schema, value, ...(rules ? [rules] : [])).problems ?? []).map(({ path, key, params }) => ({
    field: fieldName(path),
    message: validationMessage(key, params, language),
  }));
}
