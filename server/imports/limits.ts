import { MAX_CELL } from "@/lib/contracts/import";
import { invalid } from "@/lib/errors";
import type { MessageKey, MessageParams } from "@/lib/i18n/validation";

/** What a file of orders or products may have (contract §39.1). */
const MAX_FILE_ROWS = 5000;
export const MAX_FILE_COLUMNS = 200;
export const MAX_UNPACKED_MIB = 100;

/** Why a file cannot be read. */
export const unreadable = (key: MessageKey, params?: MessageParams) =>
  invalid({ path: ["file"], key, ...(params && { params }) });

/** Takes the lines of a file one after the other, and refuses those that are too many or too large. */
export class Lines {
  readonly rows: string[][] = [];

  /** `line`: its number in the file, counted from 1. @throws ApiError 400 at `file` */
  take(cells: string[], line: number): void {
    let width = cells.length;
    while (width > 0 && cells[width - 1]?.trim() === "") width--;
    if (width === 0) return;
    if (width > MAX_FILE_COLUMNS) throw unreadable("fileColumns", { line, max: MAX_FILE_COLUMNS });
    const long = cells.find((cell) => cell.length > MAX_CELL);
    if (long !== undefined) throw unreadable("fileCell", { line, max: MAX_CELL });
    this.rows.push(cells.slice(0, width));
    // With the names of the columns.
    if (this.rows.length > MAX_FILE_ROWS + 1) throw unreadable("fileRows", { max: MAX_FILE_ROWS });
  }
}
