import { normalised } from "@/lib/contracts/normalise";
import { problemsOf } from "@/lib/contracts/problems";
import { productInput } from "@/lib/contracts/product";
import { fieldName } from "@/lib/form-paths";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { isCheckDigitWrong } from "@/lib/order-warnings";
import { columnOfField, type ProductCells, type ProductColumn, productOfCells } from "@/lib/product-csv";

export type ProductProblem = { field: string; message: string };

/** Judges a product as the API does, in the reader's language; fields by their paths with points. */
export function judgeProduct(product: Record<string, unknown>, language: Language): ProductProblem[] {
  const parsed = productInput.safeParse(normalised(product), { reportInput: true });
  if (parsed.success) return [];
  return problemsOf(parsed.error, productInput).map(({ path, key, params }) => ({
    field: fieldName(path),
    message: validationMessage(key, params, language),
  }));
}

export type CellWarning = "checkDigit" | "shortened" | "blanks";
/** What is said of single cells. */
export type CellNotes<T> = Partial<Record<ProductColumn, T>>;

/** What the API would refuse of a row, by its cells. */
export function judgeCells(cells: ProductCells, language: Language): CellNotes<string> {
  const told: CellNotes<string> = {};
  for (const { field, message } of judgeProduct(productOfCells(cells), language)) {
    const column = columnOfField(field);
    if (column) told[column] ??= message;
  }
  return told;
}

/** What to look at twice in a row; it never blocks. */
export function warnOfCells({ sku = "", bar_code_eid = "", hscode = "" }: ProductCells): CellNotes<CellWarning> {
  const warnings: CellNotes<CellWarning> = {};
  for (const [column, value] of Object.entries({ sku, bar_code_eid, hscode }) as [ProductColumn, string][]) {
    // 4.89765E+12 is what a spreadsheet leaves of a barcode.
    if (/^\d([.,]\d+)?E\+?\d+$/i.test(value)) warnings[column] = "shortened";
    else if (value !== value.trim()) warnings[column] = "blanks";
  }
  if (isCheckDigitWrong(bar_code_eid)) warnings.bar_code_eid = "checkDigit";
  return warnings;
}

/** What is wrong with rows that say an earlier one's sku or barcode again, by their place among the rows. */
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
