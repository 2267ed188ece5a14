import { MAX_CELL } from "@/lib/contracts/import";
import { invalid } from "@/lib/errors";
import type { MessageKey, MessageParams } from "@/lib/i18n/validation";

/** What a file may have (contract §39.1). */
export const MAX_FILE_ROWS = 5000;
export const MAX_FILE_COLUMNS = 200;
export const MAX_UNPACKED_MIB = 100;
/** Characters of all cells: texts that many cells share take more than what is unpacked. */
const MAX_CHARACTERS = 32 * 1_048_576;

/** Why a file cannot be read. */
export const unreadable = (key: MessageKey, params?: MessageParams) =>
  invalid({ path: ["file"], key, ...(params && { params }) });

/** What PostgreSQL takes of a text: no NUL, and no half of a pair. */
export const clean = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, "\ufffd");

/** Takes the lines of a file one after the other, and refuses those that are too many or too large. */
export class Lines {
  readonly rows: string[][] = [];
  private characters = 0;

  /** `line`: its number in the file, counted from 1. @throws ApiError 400 at `file` */
  take(cells: string[], line: number): void {
    let width = cells.length;
    while (width > 0 && cells[width - 1]?.trim() === "") width--;
    if (width === 0) return;
    if (width > MAX_FILE_COLUMNS) throw unreadable("fileColumns", { line, max: MAX_FILE_COLUMNS });
    const long = cells.find((cell) => cell.length > MAX_CELL);
    if (long !== undefined) throw unreadable("fileCell", { line, max: MAX_CELL });
    for (const cell of cells) this.characters += cell.length;
    if (this.characters > MAX_CHARACTERS) throw unreadable("fileUnpacked", { max: MAX_UNPACKED_MIB });
    this.rows.push(cells.slice(0, width).map(clean));
    // With the names of the columns.
    if (this.rows.length > MAX_FILE_ROWS + 1) throw unreadable("fileRows", { max: MAX_FILE_ROWS });
  }
}
