import { z } from "zod";
import { isRealDate } from "@/lib/calendar";
import { atLeast, DECIMAL, INTEGER } from "@/lib/decimal";
import type { Verdict } from "@/lib/i18n/validation";
import { tidyNumber } from "@/lib/tidy-number";

/** A check whose verdict names a message in both languages; `lib/contracts/problems.ts` reads it back. */
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

/** Length in code points (contract §12.3). */
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

type TextLimits = {
  min?: number;
  max?: number;
  lines?: boolean;
  /** A name or an address: part of it must be visible (contract §3.10). */
  visible?: boolean;
};

// White space, characters that are never drawn, combining marks without a letter, the empty braille pattern.
const SEEN = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything of the text (contract §3.10). */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}

function judgeText({ min = 0, max = 10_000, lines = false, visible = false }: TextLimits): (value: string) => Verdict {
  const broken = lines ? BROKEN_LINES : BROKEN_LINE;
  return (value) => {
    if (broken.test(value)) return "controlCharacters";
    const length = lengthOf(value);
    if (length > max) return ["tooLong", { max, length }];
    if (length < min) return length === 0 ? "required" : ["tooShort", { min }];
    return visible && !isVisible(value) ? "nothingVisible" : undefined;
  };
}

function limits({ min, max }: TextLimits) {
  return { ...(min ? { minLength: min } : {}), ...(max ? { maxLength: max } : {}) };
}

/** Required free text: trimmed, then counted in code points (contract §12.3). */
export function text(options: TextLimits = {}) {
  const bounds = { min: 1, ...options };
  return z
    .string()
    .trim()
    .superRefine(rule(judgeText(bounds)))
    .meta(limits(bounds));
}

/** Free text that may be left out; empty, or only spaces, is the same as left out. */
export function optionalText(options: TextLimits = {}) {
  return z
    .string()
    .trim()
    .superRefine(rule((value) => (value === "" ? undefined : judgeText(options)(value))))
    .meta(limits(options))
    .optional();
}

/** A code or identifier, judged exactly as it is sent: not trimmed (contract §12.3). */
export function code(max: number) {
  return z
    .string()
    .superRefine(rule(judgeText({ max })))
    .meta({ maxLength: max });
}

/** A tariff code of the Harmonised System in digits, however it is parted: `min` to 10 of them (contract §12.14). */
export function hsCode(min: 1 | 6) {
  return z
    .string()
    .overwrite((value) => value.normalize("NFKC").replace(/[.\p{Zs}\p{Pd}]/gu, ""))
    .superRefine(
      rule((value) => (/^\d{1,10}$/.test(value) && value.length >= min ? undefined : ["hsCode", { min, max: 10 }])),
    )
    .meta({
      description: `Customs tariff code of the Harmonised System: ${min} to 10 digits; dots, spaces and hyphens between them fall away`,
    });
}

type DecimalLimits = { min?: string; above?: string; max?: string; places?: number };

/** Judges a decimal string; schemas and rules share it. */
export function judgeDecimal(value: string, { min, above, max, places }: DecimalLimits = {}): Verdict {
  if (!DECIMAL.test(value)) return "decimal";
  if (min !== undefined && !atLeast(value, min)) return ["minimum", { min }];
  if (above !== undefined && atLeast(above, value)) return ["moreThan", { min: above }];
  if (max !== undefined && !atLeast(max, value)) return ["maximum", { max }];
  if (places !== undefined && (value.split(".")[1]?.length ?? 0) > places) return ["decimalPlaces", { places }];
  return undefined;
}

/** A decimal string in ASCII digits (contract §12.2). */
export function decimalText(options: DecimalLimits = {}) {
  return z
    .string()
    .superRefine(rule((value) => judgeDecimal(value, options)))
    .meta({ pattern: "^\\d{1,12}(\\.\\d{1,6})?$" });
}

/**
 * The upper limits of every order, rate and product, for all providers: cm, kg, a sum of money, units (contract §3.2).
 */
export const BOUNDS = { side: "1000", weight: "10000", money: "9999999.99", quantity: "1000000" } as const;

/** A side in cm. */
export function side(options: Pick<DecimalLimits, "above"> = {}) {
  return decimalText({ ...options, max: BOUNDS.side }).meta({
    bounds: `cm, ${options.above ? `more than ${options.above} and ` : ""}at most ${BOUNDS.side}`,
  });
}

/** A weight in kg. */
export function weight(options: Pick<DecimalLimits, "min"> = {}) {
  return decimalText({ ...options, max: BOUNDS.weight }).meta({
    bounds: `kg, ${options.min ? `at least ${options.min} and ` : ""}at most ${BOUNDS.weight}`,
  });
}

/** A sum of money; the field's description says in which currency. */
export function amount() {
  return decimalText({ max: BOUNDS.money }).meta({ bounds: `at most ${BOUNDS.money}` });
}

/** A number of units. */
export function quantity(min: number) {
  return integerText(min, BOUNDS.quantity).meta({
    bounds: `a whole number of units, at least ${min} and at most ${BOUNDS.quantity}`,
  });
}

/** An integer string of at least `min` (contract §12.2). */
export function integerText(min: number, max?: string) {
  return z
    .string()
    .superRefine(rule((value) => (INTEGER.test(value) ? judgeDecimal(value, { min: String(min), max }) : "integer")))
    .meta({ pattern: "^\\d{1,12}$" });
}

/** One of a closed list. */
export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values);
}

/** For how many hours the old secret still works after a new one was made. */
export const overlapHours = z
  .number()
  .superRefine(rule((hours) => (hours === 0 || hours === 24 ? undefined : ["choice", { choices: "0, 24" }])))
  .default(24)
  .meta({ enum: [0, 24] });

export const yesNo = choice(["Y", "N"]);

/** How often what people edit has changed; each change of it answers a higher one (contract §11.10). */
export const revision = z.int().min(0);
/** With a change: the revision that it was made from. */
export const sinceRevision = revision.optional().meta({
  description:
    "The `revision` that this was made from: what others have changed since is kept, and a field that both changed is a 409020 at it. Without it, the last change wins.",
});

/** One `@` with something on both sides, no space, at most 254 (contract §12.3). */
export const email = z
  .string()
  .superRefine(
    rule((value) =>
      lengthOf(value) <= 254 && /^[^@\s]+@[^@\s]+$/u.test(value) && !BROKEN_LINE.test(value) ? undefined : "email",
    ),
  )
  .meta({ description: "E-mail: one `@` with text on both sides, no space", maxLength: 254 });

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

/** ISO 8601 with offset, years 2000 to 2099, at most so many days ahead of now. */
export function timestampUpTo(days: number) {
  return (
    z
      .string()
      // In a query a plus that is not escaped arrives as a space.
      .overwrite((value) => value.replace(/^(\S+T\S+) (\d\d:\d\d)$/, "$1+$2"))
      .superRefine(
        rule((value) => {
          const day = TIMESTAMP.exec(value)?.[1];
          if (!day || !isRealDate(day) || !day.startsWith("20")) return "timestamp";
          return Date.parse(value) > Date.now() + days * 86_400_000 ? ["tooFarAhead", { days }] : undefined;
        }),
      )
      .meta({ format: "date-time" })
  );
}

/** When something was: at most 30 days ahead, because a typing error must not block later scans. */
export const timestamp = timestampUpTo(30);

/** Ids have only ASCII digits, as all numbers in fields do. */
const tidyId = (value: string) => (/^[\x20-\x7e]*$/.test(value) ? tidyNumber(value) : value);

/** An order's identifier: at most 15 digits, however it is written (contract §13.1). */
export const orderId = z
  .string()
  .overwrite(tidyId)
  .superRefine(rule((value) => (/^\d{1,15}$/.test(value) ? undefined : "orderId")))
  .meta({ description: "The order's id", pattern: "^\\d{1,15}$" });

/** Orders' identifiers in a query, at most `max` of them. */
export function orderIds(max: number) {
  return z
    .string()
    .overwrite((value) => value.split(",").map(tidyId).join(","))
    .superRefine(
      rule((value) => {
        const ids = value.split(",");
        if (ids.length > max) return ["tooMany", { max }];
        return ids.every((id) => /^\d{1,15}$/.test(id)) ? undefined : "orderId";
      }),
    )
    .meta({ description: `Comma separated order ids, at most ${max}; those that are not found are left out` });
}

/** A tracking number, or what may as well be an order's id, however it is written or scanned (contract §13.1). */
export const scannedNumber = z
  .string()
  .overwrite(tidyNumber)
  .superRefine(rule(judgeText({ min: 1, max: 40 })))
  .meta({
    maxLength: 40,
    description: "A tracking number or an order id",
    bounds: "also with spaces, hyphens and small letters, or as the address in the QR code",
  });

const limit = z
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

const offset = z
  .string()
  .superRefine(rule((value) => (/^\d{1,9}$/.test(value) ? undefined : "atLeastZero")))
  .default("0")
  .meta({ description: "How many rows to skip.", type: "integer", minimum: 0, default: 0 });

/** The paging fields of every list (contract §11.5). Unlike in other fields, an empty value is an error. */
export const paging = { limit, offset };

export const pagination = z
  .object({
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    total_pages: z.int(),
    total_is_at_least: z.literal(true).optional().meta({
      description:
        "There when counting stopped: there are more than `total`. `total_pages` follows `total`; an `offset` beyond it still works",
    }),
  })
  .meta({ id: "Pagination" });
