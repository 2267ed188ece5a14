import type { z } from "zod";
import type { ListView } from "./list-url";
import { PAGE_SIZES } from "./pagination";

/** The query of a page's address, as Next.js reads it. */
export type RawQuery = Record<string, string | string[] | undefined>;

/** The address of a page after its `?`, as browsers write it. */
export function addressOf(raw: RawQuery): string {
  const given = Object.entries(raw).flatMap(([name, values = []]) => [values].flat().map((value) => [name, value]));
  return new URLSearchParams(given).toString();
}

/**
 * The query of a list from its URL, each field judged by the contract's schema. A value that the schema refuses, or a
 * page size that is not offered, falls back to its default and is named in `wrong`, so that the page can say so.
 * `defaults`: those of the page, in place of the contract's.
 */
export function readListQuery<Query extends z.ZodObject>(
  contract: { query?: Query | undefined },
  raw: RawQuery,
  defaults: RawQuery = {},
): ListView<z.output<Query>> {
  type Field = keyof z.output<Query> & string;
  const wrong: Field[] = [];
  const query: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries<z.ZodType>((contract.query as Query).shape)) {
    const given = raw[field] === "" ? undefined : raw[field];
    const parsed = schema.safeParse(given ?? defaults[field]);
    const fits = parsed.success && (field !== "limit" || PAGE_SIZES.some((size) => size === parsed.data));
    if (!fits) wrong.push(field as Field);
    const value = fits ? parsed.data : schema.parse(defaults[field]);
    if (value !== undefined && value !== "") query[field] = value;
  }
  // Errors that appear only when the fields are read together.
  const whole = (contract.query as Query).safeParse(query);
  for (const field of whole.success ? [] : new Set(whole.error.issues.map(({ path }) => String(path[0])))) {
    wrong.push(field as Field);
    delete query[field];
  }
  const fields = Object.keys((contract.query as Query).shape) as Field[];
  return { query: query as z.output<Query>, wrong, fields, address: addressOf(raw) };
}
