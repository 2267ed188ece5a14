import { useLocale } from "next-intl";
import { useMemo, useState } from "react";
import type { ProductCells, ProductColumn, ProductTable } from "@/lib/product-csv";
import { type CellNotes, type CellWarning, judgeCells, judgeRepeats, warnOfCells } from "@/lib/product-rules";
import type { Sent } from "./send-rows";

/** A row of the file as it stands now. */
export type ImportRow = {
  line: number;
  cells: ProductCells;
  /** What the rules say of it alone, and what the server refused. */
  errors: CellNotes<string>;
  warnings: CellNotes<CellWarning>;
  /** Cells that were changed here: they stay open. */
  mended: readonly ProductColumn[];
};

/** The rows of a file while they are looked at and mended. */
export function useRows(table: ProductTable) {
  const language = useLocale();
  const [rows, setRows] = useState<readonly ImportRow[]>(() =>
    table.rows.map(({ line, cells }) => ({
      line,
      cells,
      errors: judgeCells(cells, language),
      warnings: warnOfCells(cells),
      mended: [],
    })),
  );
  // A mended sku may repeat another row's, or do so no more.
  const judged = useMemo(() => {
    const repeats = judgeRepeats(rows, language);
    return rows.map((row, index) => {
      const repeated = repeats.get(index);
      return repeated ? { ...row, errors: { ...repeated, ...row.errors } } : row;
    });
  }, [rows, language]);

  function edit(line: number, column: ProductColumn, value: string) {
    setRows((before) =>
      before.map((row) => {
        if (row.line !== line) return row;
        const cells = { ...row.cells, [column]: value };
        const mended = row.mended.includes(column) ? row.mended : [...row.mended, column];
        return { ...row, cells, mended, errors: judgeCells(cells, language), warnings: warnOfCells(cells) };
      }),
    );
  }

  /** Takes away what is in, and keeps what was refused with its reasons. */
  function settle({ done, refused }: Pick<Sent<ImportRow>, "done" | "refused">) {
    const gone = new Set(done.map(({ line }) => line));
    const notes = new Map([...refused].map(([{ line }, told]) => [line, told]));
    setRows((before) =>
      before
        .filter(({ line }) => !gone.has(line))
        .map((row) => ({ ...row, errors: { ...row.errors, ...notes.get(row.line) } })),
    );
  }

  return { rows: judged, edit, settle };
}

export const isWrong = ({ errors }: ImportRow) => Object.keys(errors).length > 0;
export const isDoubtful = ({ warnings }: ImportRow) => Object.keys(warnings).length > 0;
