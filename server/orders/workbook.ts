import writeExcelFile, { type CellObject, type Row } from "write-excel-file/node";
import type { ExportColumn } from "@/lib/export-columns";

type Kind = { read: (text: string) => Date | number; format: string };

// A workbook has no time zones: what it shows is Hong Kong's clock.
const TIME: Kind = { read: (iso) => new Date(`${iso.slice(0, 19)}Z`), format: "yyyy-mm-dd hh:mm:ss" };
const DAY: Kind = { read: (day) => new Date(`${day}T00:00:00Z`), format: "yyyy-mm-dd" };
const AMOUNT: Kind = { read: Number, format: "0.00" };

/** The columns that are not text. */
const KINDS: Partial<Record<ExportColumn, Kind>> = {
  create_time: TIME,
  confirm_time: TIME,
  pickup_date: DAY,
  parcels: { read: Number, format: "0" },
  chargeable_weight: { read: Number, format: "0.###" },
  quote_price: AMOUNT,
  cod_amount: AMOUNT,
};

/** The width of a column, in characters. */
const WIDTH = 18;

function cellOf(column: ExportColumn, text: string | null): CellObject | null {
  if (text === null || text === "") return null;
  const kind = KINDS[column];
  if (!kind) return { value: text, type: String };
  const value = kind.read(text);
  return value instanceof Date
    ? { value, type: Date, format: kind.format }
    : { value, type: Number, format: kind.format };
}

/** A workbook of one sheet: the columns' names, then a line of texts for each order. */
export function writeWorkbook(
  columns: readonly ExportColumn[],
  lines: readonly (readonly (string | null)[])[],
): Promise<Buffer> {
  const head: Row = columns.map((name) => ({ value: name, type: String, fontWeight: "bold" }));
  const rows = lines.map((cells) => columns.map((column, at) => cellOf(column, cells[at] ?? null)));
  return writeExcelFile([head, ...rows], {
    sheet: "Orders",
    columns: columns.map(() => ({ width: WIDTH })),
    stickyRowsCount: 1,
  }).toBuffer();
}
