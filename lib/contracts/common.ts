import { z } from "zod";
import { isRealDate } from "@/lib/calendar";
import { atLeast, DECIMAL, INTEGER } from "@/lib/decimal";
import type { MessageKey, MessageParams } from "@/lib/i18n/validation";

/** What a rule says of a value that breaks it: the key of its words, with their parameters. */
export type Verdict = MessageKey | [MessageKey, MessageParams] | undefined;

/** A check whose verdict names words in both languages; `lib/contracts/problems.ts` reads them back. */
export function rule<T>(judge: (value: T) => Verdict) {
  return (value: T, ctx: z.core.$RefinementCtx<T>): void => {
    const verdict = judge(value);
    if (verdict === undefined) return;
    const [key, params] = typeof verdict === "string" ? [verdict, undefined] : verdict;
    ctx.addIssue({ code: "custom", params: { key, params } });
  };
}

// Cc but newline and tab; lone surrogates break UTF-8 and NUL breaks PostgreSQL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const BROKEN_LINE = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const BROKEN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** Length in code points (decisions §3.3). */
export function lengthOf(value: string): number {
  let length = value.length;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      length--;
      i++;
    }
  }
  return length;
}

type TextLimits = { min?: number; max?: number; lines?: boolean };

function judgeText({ min = 0, max = 10_000, lines = false }: TextLimits): (value: string) => Verdict {
  const broken = lines ? BROKEN_LINES : BROKEN_LINE;
  return (value) => {
    if (broken.test(value)) return "controlCharacters";
    const length = lengthOf(value);
    if (length > max) return ["tooLong", { max, length }];
    if (length < min) return length === 0 ? "required" : ["tooShort", { min }];
    return undefined;
  };
}

function limits({ min, max }: TextLimits) {
  return { ...(min ? { minLength: min } : {}), ...(max ? { maxLength: max } : {}) };
}

/** Free text that must be there: trimmed, then counted in code points (decisions §3.3). */
export function text(options: TextLimits = {}) {
  const bounds = { min: 1, ...options };
  return z
    .string()
    .trim()
    .superRefine(rule(judgeText(bounds)))
    .meta(limits(bounds));
}

/** Free text that may be left out; blank is the same as left out. */
export function optionalText(options: TextLimits = {}) {
  return z
    .string()
    .trim()
    .superRefine(rule((value) => (value === "" ? undefined : judgeText(options)(value))))
    .meta(limits(options))
    .optional();
}

/** A code or identifier, judged as it comes: not trimmed (decisions §3.3). */
export function code(max: number) {
  return z
    .string()
    .superRefine(rule(judgeText({ max })))
    .meta({ maxLength: max });
}

type DecimalLimits = { min?: string; above?: string; places?: number };

/** Judges a decimal string; the same for schemas and rules. */
export function judgeDecimal(value: string, { min, above, places }: DecimalLimits = {}): Verdict {
  if (!DECIMAL.test(value)) return "decimal";
  if (min !== undefined && !atLeast(value, min)) return ["minimum", { min }];
  if (above !== undefined && atLeast(above, value)) return ["moreThan", { min: above }];
  if (places !== undefined && (value.split(".")[1]?.length ?? 0) > places) return ["decimalPlaces", { places }];
  return undefined;
}

/** A decimal string in ASCII digits (decisions §3.2). */
export function decimalText(options: DecimalLimits = {}) {
  return z
    .string()
    .superRefine(rule((value) => judgeDecimal(value, options)))
    .meta({ pattern: "^\\d{1,12}(\\.\\d{1,6})?$", ...(options.min ? { description: `At least ${options.min}` } : {}) });
}

/** An integer string of at least `min` (decisions §3.2). */
export function integerText(min: number) {
  return z
    .string()
    .superRefine(
      rule((value) =>
        !INTEGER.test(value) ? "integer" : atLeast(value, String(min)) ? undefined : ["minimum", { min }],
      ),
    )
    .meta({ pattern: "^\\d{1,12}$" });
}

/** One of a closed list. */
export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values);
}

export const yesNo = choice(["Y", "N"]);

/** One `@` with something on both sides, no blank, at most 254 (decisions §3.3). */
export const email = z
  .string()
  .superRefine(
    rule((value) =>
      lengthOf(value) <= 254 && /^[^@\s]+@[^@\s]+$/u.test(value) && !BROKEN_LINE.test(value) ? undefined : "email",
    ),
  )
  .meta({ maxLength: 254 });

/** `YYYY-MM-DD`, a real day. */
export const date = z
  .string()
  .superRefine(rule((value) => (isRealDate(value) ? undefined : "date")))
  .meta({ format: "date" });

/** `HH:MM`, a real time of day. */
export const time = z
  .string()
  .superRefine(rule((value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : "time")))
  .meta({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" });

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** ISO 8601 with offset, years 2000 to 2099, at most 30 days ahead of now: a typing error must not block later scans. */
export const timestamp = z
  .string()
  .superRefine(
    rule((value) => {
      const day = TIMESTAMP.exec(value)?.[1];
      if (!day || !isRealDate(day) || !day.startsWith("20")) return "timestamp";
      return Date.parse(value) > Date.now() + 30 * 86_400_000 ? ["tooFarAhead", { days: 30 }] : undefined;
    }),
  )
  .meta({ format: "date-time" });

/** An order's identifier: at most 15 digits (decisions §4.1). */
export const orderId = z
  .string()
  .superRefine(rule((value) => (/^\d{1,15}$/.test(value) ? undefined : "orderId")))
  .meta({ pattern: "^\\d{1,15}$" });

/** Orders' identifiers in a query, at most `max` of them. */
export function orderIds(max: number) {
  return z
    .string()
    .superRefine(
      rule((value) => {
        const ids = value.split(",");
        if (ids.length > max) return ["tooMany", { max }];
        return ids.every((id) => /^\d{1,15}$/.test(id)) ? undefined : "orderId";
      }),
    )
    .meta({ description: `Comma separated order ids, at most ${max}; those that are not found are left out` });
}

/** A country: alpha-2 in any case or an English name (decisions §3.9). `lib/country.ts` reads it. */
export const limit = z
  .string()
  .superRefine(
    rule((value) =>
      /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 100
        ? undefined
        : ["range", { min: 1, max: 100 }],
    ),
  )
  .default("20")
  .meta({ description: "How many rows.", type: "integer", minimum: 1, maximum: 100, default: 20 });

export const offset = z
  .string()
  .superRefine(rule((value) => (/^\d{1,9}$/.test(value) ? undefined : "atLeastZero")))
  .default("0")
  .meta({ description: "How many rows to skip.", type: "integer", minimum: 0, default: 0 });

/** The paging fields of every list (decisions §2.2). Unlike other fields an empty value is an error. */
export const paging = { limit, offset };

export const pagination = z
  .object({
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    total_pages: z.int(),
  })
  .meta({ id: "Pagination" });
