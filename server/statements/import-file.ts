import { judge } from "@/lib/contracts/judge";
import {
  IMPORT_ROWS,
  type ImportLine,
  type InvoiceRow,
  type PayoutRow,
  weightOrAdjustment,
} from "@/lib/contracts/statement-import";
import { invalid, type Problem } from "@/lib/errors";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { readCsv } from "@/lib/tables/csv-file";
import type { ImportKind } from "@/lib/tables/statement-csv";
import { MAX_IMPORT_LINES, readImportTable } from "@/lib/tables/statement-csv";

/** A line before anything is known of it but its cells; `given` null: they are wrong. */
export type Draft<Row> = { given: Row | null; shown: ImportLine };
type RowOf = { CARRIER_INVOICE: InvoiceRow; PAYOUTS: PayoutRow };

/** Cells may be of any length; what is shown of them is not. */
const SHOWN = 60;

/** Says what is wrong with a line, in the reader's language. */
export function wrong(
  line: ImportLine,
  problems: readonly Pick<Problem, "path" | "key" | "params">[],
  language: Language,
): void {
  line.state = "WRONG";
  for (const { path, key, params } of problems)
    line.problems.push({ column: String(path[0]), message: validationMessage(key, params, language) });
}

function shownOf(row: number, cells: Readonly<Record<string, string>>): ImportLine {
  const cell = (name: string) => cells[name]?.slice(0, SHOWN) ?? null;
  const line = cell("line") ?? String(row);
  return {
    row,
    // A spreadsheet drops zeros.
    line: /^\d+$/.test(line) ? line.replace(/^0+(?=\d)/, "") : line,
    state: "READY",
    problems: [],
    account_id: cell("account"),
    account_name: null,
    order_id: null,
    tracking_number: cell("tracking_number"),
    weight: cell("weight"),
    charged: null,
    charge: cell("charge"),
    difference: null,
    paid_on: cell("paid_on"),
    reason: cell("reason") ?? cell("reference"),
    amount: cell("amount") ?? cell("adjustment"),
  };
}

/**
 * The lines of a CSV file of a kind, each judged by its own cells.
 * @throws ApiError 400 at `csv` for a file without lines, with more than 5,000, or without a column that it needs
 */
export function readImportFile<K extends ImportKind>(
  kind: K,
  text: string,
  language: Language,
): { drafts: Draft<RowOf[K]>[]; ignored: string[] } {
  const { missing, ignored, rows } = readImportTable(kind, readCsv(text));
  const path = ["csv"];
  if (missing !== null) throw invalid({ path, key: "fileColumn", params: { column: missing } });
  if (rows.length === 0) throw invalid({ path, key: "fileEmpty" });
  if (rows.length > MAX_IMPORT_LINES) throw invalid({ path, key: "tooMany", params: { max: MAX_IMPORT_LINES } });
  const rules = kind === "CARRIER_INVOICE" ? [weightOrAdjustment] : [];
  const firstRow = new Map<string, number>();
  const drafts = rows.map(({ row, cells }): Draft<RowOf[K]> => {
    const { data, problems = [] } = judge(IMPORT_ROWS[kind], cells, ...rules);
    const shown = shownOf(row, cells);
    const before = firstRow.get(shown.line);
    if (before === undefined) firstRow.set(shown.line, row);
    const repeated =
      before === undefined ? [] : [{ path: ["line"], key: "lineRepeated", params: { row: before } } as const];
    const all = [...problems, ...repeated];
    if (all.length > 0) wrong(shown, all, language);
    return { given: all.length > 0 ? null : ((data ?? null) as RowOf[K] | null), shown };
  });
  return { drafts, ignored };
}
