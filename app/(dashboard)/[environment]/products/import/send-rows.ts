import { ApiFailure } from "@/lib/api-client";
import { fieldOfPointer } from "@/lib/forms/form-paths";
import type { CellNotes } from "@/lib/goods/product-rules";
import { columnOfField, type ProductCells, productOfCells } from "@/lib/tables/product-csv";

export type Sent<Row> = {
  created: number;
  updated: number;
  /** Rows that were equal to what is stored. */
  unchanged: number;
  /** The rows that were imported. */
  done: Row[];
  /** The rows that the server refused, and why. */
  refused: Map<Row, CellNotes<string>>;
  /** Why some of the other rows were not sent; null: all were. */
  failure: unknown;
};

// A request limit passes within a minute; if it does not, it is reported as a failure.
const MOST_WAITS = 3;
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** What an answer says about each row of a batch, by its index; undefined: the answer is about something else. */
function notesByRow(error: ApiFailure): Map<number, CellNotes<string>> {
  const notes = new Map<number, CellNotes<string>>();
  for (const { pointer, message } of error.entries) {
    const [, row = "", field = ""] = /^product_list\.(\d+)\.?(.*)$/.exec(fieldOfPointer(pointer)) ?? [];
    if (row === "") continue;
    const index = Number(row);
    notes.set(index, { ...notes.get(index), [columnOfField(field) ?? "sku"]: message });
  }
  return notes;
}

/**
 * Sends rows in batches. A batch is written completely or not at all: rows that the server refuses are removed and the
 * others sent again, so that one wrong row blocks nothing. Sending a row twice gives the same product, by its sku.
 */
export async function sendRows<Row extends { cells: ProductCells }>(
  rows: readonly Row[],
  batchSize: number,
  send: (products: Record<string, unknown>[]) => Promise<{ created: number; updated: number; unchanged: number }>,
  onProgress: (done: number) => void,
): Promise<Sent<Row>> {
  const sent: Sent<Row> = { created: 0, updated: 0, unchanged: 0, done: [], refused: new Map(), failure: null };
  let waits = 0;
  for (let start = 0; start < rows.length; start += batchSize) {
    let batch = rows.slice(start, start + batchSize);
    while (batch.length > 0) {
      try {
        const { created, updated, unchanged } = await send(batch.map(({ cells }) => productOfCells(cells)));
        sent.created += created;
        sent.updated += updated;
        sent.unchanged += unchanged;
        sent.done.push(...batch);
        batch = [];
        waits = 0;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 429 && error.retryAfter && waits++ < MOST_WAITS) {
          await pause(error.retryAfter);
          continue;
        }
        const notes = error instanceof ApiFailure ? notesByRow(error) : new Map<number, CellNotes<string>>();
        if (notes.size === 0) return { ...sent, failure: error };
        for (const [index, row] of batch.entries()) {
          const note = notes.get(index);
          if (note) sent.refused.set(row, note);
        }
        const kept = batch.filter((row) => !sent.refused.has(row));
        // An error for a row that is not in the batch would repeat for ever.
        if (kept.length === batch.length) return { ...sent, failure: error };
        batch = kept;
      }
    }
    onProgress(sent.done.length + sent.refused.size);
  }
  return sent;
}
