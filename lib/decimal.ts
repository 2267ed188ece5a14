import Big from "big.js";

Big.RM = Big.roundHalfUp;
// Exponents never appear in money or measures.
Big.NE = -20;
Big.PE = 30;

/** A decimal string of the API: at most 12 digits before and 6 after the point (contract §12.2). */
export const DECIMAL = /^\d{1,12}(\.\d{1,6})?$/;
/** An integer string of the API. */
export const INTEGER = /^\d{1,12}$/;

/** Exact decimal arithmetic on API decimal strings; never floats (contract §13.7). */
export function decimal(value: string | number | Big): Big {
  return new Big(value);
}

/** Money as text with two decimals, half up. */
export function money(value: string | Big): string {
  return new Big(value).toFixed(2);
}

/** A decimal without trailing zeros: `2.50` → `2.5`. */
export function plain(value: string | number | Big): string {
  return new Big(value).toString();
}

/** Whether a well-formed decimal string is at least `minimum`. Malformed text is not judged here. */
export function atLeast(value: string, minimum: string): boolean {
  return new Big(value).gte(minimum);
}

export type Decimal = Big;
