import type { z } from "zod";
import { judge, type Rules } from "./contracts/judge";
import { fieldName } from "./form-paths";
import { type Language, validationMessage } from "./i18n/validation";

/** What is wrong with a body by a contract's schema and rules, in the reader's language; fields by their paths with points. */
export function judgeBody(
  schema: z.ZodType,
  body: unknown,
  language: Language,
  ...rules: readonly Rules[]
): { field: string; message: string }[] {
  return (judge(schema, body, ...rules).problems ?? []).map(({ path, key, params }) => ({
    field: fieldName(path),
    message: validationMessage(key, params, language),
  }));
}
