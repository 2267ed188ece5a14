/** Owns how a file becomes lines of texts, whatever it is. */
import { processWide } from "@/server/process-wide";
import { Lines, unreadable } from "./limits";
import { readCsvFile } from "./read-csv";
import { readWorkbook } from "./read-workbook";

const startsWith = (bytes: Uint8Array, signs: readonly number[]) => signs.every((sign, at) => bytes[at] === sign);
const ZIP = [0x50, 0x4b, 3, 4];
/** Workbooks of before 2007, and those with a password. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];

/** Files are read one after the other: each may take a hundred megabytes. */
const queue = processWide("imported-files", () => ({ last: Promise.resolve() as Promise<unknown> }));

/**
 * The lines of a CSV file or a workbook without the blank ones, as it says itself which of them it is: senders name the
 * type wrongly. @throws ApiError 400 at `file`, saying what to do
 */
export function readFile(bytes: Uint8Array): Promise<string[][]> {
  const read = queue.last.then(() => readLines(bytes));
  queue.last = read.catch(() => {});
  return read;
}

async function readLines(bytes: Uint8Array): Promise<string[][]> {
  const lines = new Lines();
  if (startsWith(bytes, OLD_WORKBOOK)) throw unreadable("fileOldWorkbook");
  if (startsWith(bytes, ZIP)) await readWorkbook(bytes, lines);
  else await readCsvFile(bytes, lines);
  return lines.rows;
}
