import { useLocale } from "next-intl";
import { useMemo, useState } from "react";
import { type CellNotes, type CellWarning, judgeCells, judgeRepeats, warnOfCells } from "@/lib/goods/product-rules";
import type { ProductCells, ProductColumn, ProductTable } from "@/lib/tables/product-csv";
import type { Sent } from "./send-rows";

/** A row of the file with its changes. */
export type ImportRow = {
  line: number;
  cells: ProductCells;
  /** The errors of the row by itself, and the server's. */
  errors: CellNotes<string>;
  warnings: CellNotes<CellWarning>;
  /** Cells that were changed here: they stay open for editing. */
  edited: readonly ProductColumn[];
};

/** The rows of a file while they are checked and corrected. */
export function useRows(table: ProductTable) {
  const language = useLocale();
  const [rows, setRows] = useState<readonly ImportRow[]>(() =>
    table.rows.map(({ line, cells }) => ({
      line,
      cells,
      errors: judgeCells(cells, language),
      warnings: warnOfCells(cells),
      edited: [],
    })),
  );
  // A corrected sku may repeat another row's, or stop repeating it.
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
        const edited = row.edited.includes(column) ? row.edited : [...row.edited, column];
        return { ...row, cells, edited, errors: judgeCells(cells, language), warnings: warnOfCells(cells) };
      }),
    );
  }

  /** Removes the imported rows, and keeps the refused ones with their reasons. */
  function settle({ done, refused }: Pick<Sent<ImportRow>, "done" | "refused">) {
    const gone = new Set(done.map(({ line }) => line));
    const notes = new Map([...refused].map(([{ line }, note]) => [line, note]));
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
