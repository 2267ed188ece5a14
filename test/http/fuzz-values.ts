// What the fuzzer puts into requests.
import fc from "fast-check";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The text after a round trip through UTF-8. */
export const wellFormed = (text: string) => Buffer.from(text).toString();
/** A text as a segment of an address. */
export const step = (text: string) => encodeURIComponent(wellFormed(text)) || "%20";

const TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\udfff",
  "\ud83d\ude00",
  "\ufeff",
  "\u202e",
  "e\u0301",
  "１２３",
  "٣",
  "\\u0000",
  "\\",
  '"',
  "^",
  "a^^",
  "%",
  "%00",
  "../..",
  "'",
  "';--",
  "{}",
  "[]",
  "null",
  "true",
  "0",
  "-0",
  "-1",
  "1e999",
  "1e-999",
  "0x10",
  "1".repeat(16),
  "9".repeat(400),
  "0.0000001",
  "NaN",
  "Infinity",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "2024-02-30",
  "0000-00-00",
  "9999-12-31",
  "10000-01-01",
  "24:00",
  "HK",
  "US",
  "PR",
  "Y",
  "N",
  "LOCAL_POINT",
  "EXPR_EXPORT",
  "KLN-L001",
  "2026-11-21T00:00:00Z",
  "2026-11-21T23:59:60+23:59",
  "order.created",
  "order.cancelled",
  "https://x/",
  "https://[",
  "x".repeat(36),
  "😀".repeat(600),
  "字".repeat(20_000),
];
/** Any UTF-16, including broken surrogates. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units));
/** Texts that have broken software before, and arbitrary ones. */
export const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  anyText,
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string(),
);
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 5e-324, 1e21, 1.7e308, 2 ** 53, 0.1),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);
/** Names of fields, including those that every object has. */
export const key = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "length", "0", "ship_type", "country", "~", "/", "a/b"),
  text,
);

/** An object whose `__proto__` is a key like any other. */
export function objectOf(pairs: readonly (readonly [string, Json])[]): { [key: string]: Json } {
  const object = {};
  for (const [name, value] of pairs)
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  return object;
}
/** Arbitrary JSON. */
export const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false),
    text,
    number,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie("json")), { maxLength: 4 }).map(objectOf),
  ),
}));
