import { isCheckDigitWrong } from "@/lib/orders/warnings";

/** Why a cell of a product is looked at again. */
export const DOUBTS = ["checkDigit", "shortened", "blanks"] as const;
export type Doubt = (typeof DOUBTS)[number];

/** What to check again in a row of products, by column; it never blocks. */
export function productDoubts({
  sku = "",
  bar_code_eid = "",
  hscode = "",
}: Readonly<Record<string, string>>): Partial<Record<string, Doubt>> {
  const doubts: Partial<Record<string, Doubt>> = {};
  // 4.89765E+12 is what a spreadsheet makes of a barcode.
  for (const [column, value] of Object.entries({ sku, bar_code_eid, hscode }))
    if (/^\d([.,]\d+)?E\+?\d+$/i.test(value)) doubts[column] = "shortened";
    // They belong to a code, so one more makes another product.
    else if (value !== value.trim()) doubts[column] = "blanks";
  if (isCheckDigitWrong(bar_code_eid)) doubts.bar_code_eid = "checkDigit";
  return doubts;
}
