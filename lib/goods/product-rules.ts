import { normalise } from "@/lib/contracts/normalise";
import { productInput } from "@/lib/contracts/product";
import { judgeValue } from "@/lib/forms/judge-body";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { isCheckDigitWrong } from "@/lib/orders/warnings";
import { columnOfField, type ProductCells, type ProductColumn, productOfCells } from "@/lib/tables/product-csv";

/** Judges a product as the API does, in the reader's language; fields by their paths with points. */
export function judgeProduct(product: Record<string, unknown>, language: Language) {
  return judgeValue(productInput, normalise(product), language);
}

export type CellWarning = "checkDigit" | "shortened" | "blanks";
/** Notes on single cells. */
export type CellNotes<T> = Partial<Record<ProductColumn, T>>;

/** What the API would refuse in a row, by cell. */
export function judgeCells(cells: ProductCells, language: Language): CellNotes<string> {
  const notes: CellNotes<string> = {};
  for (const { field, message } of judgeProduct(productOfCells(cells), language)) {
    const column = columnOfField(field);
    if (column) notes[column] ??= message;
  }
  return notes;
}

/** What to check again in a row; it never blocks. */
export function warnOfCells({ sku = "", bar_code_eid = "", hscode = "" }: ProductCells): CellNotes<CellWarning> {
  const warnings: CellNotes<CellWarning> = {};
  for (const [column, value] of Object.entries({ sku, bar_code_eid, hscode }) as [ProductColumn, string][]) {
    // 4.89765E+12 is what a spreadsheet makes of a barcode.
    if (/^\d([.,]\d+)?E\+?\d+$/i.test(value)) warnings[column] = "shortened";
    else if (value !== value.trim()) warnings[column] = "blanks";
  }
  if (isCheckDigitWrong(bar_code_eid)) warnings.bar_code_eid = "checkDigit";
  return warnings;
}

/** The errors of rows that repeat an earlier row's sku or barcode, by row index. */
export function judgeRepeats(
  rows: readonly { line: number; cells: ProductCells }[],
  language: Language,
): Map<number, CellNotes<string>> {
  const repeats = new Map<number, CellNotes<string>>();
  for (const column of ["sku", "bar_code_eid"] as const) {
    const first = new Map<string, number>();
    for (const [index, { line, cells }] of rows.entries()) {
      const value = cells[column];
      if (!value) continue;
      const before = first.get(value);
      if (before === undefined) first.set(value, line);
      else {
        const message = validationMessage("productRepeated", { row: before }, language);
        repeats.set(index, { ...repeats.get(index), [column]: message });
      }
    }
  }
  return repeats;
}
