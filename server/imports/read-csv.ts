import iconv from "iconv-lite";
import Papa from "papaparse";
import { delimiterOf, textOfFile } from "@/lib/tables/csv-file";
import { type Lines, unreadable } from "./limits";

/** Characters that are read before others have their turn. */
const SLICE = 128 * 1024;

/** Slices without the end of a row: each reads the row from its beginning. */
const MOST_WAITED = 8;

/** Big5 as Hong Kong writes it: Node's own decoder knows no characters like 嘅 and 邨. */
function decodeBig5(bytes: Uint8Array): string | null {
  const text = iconv.decode(Buffer.from(bytes), "big5-hkscs");
  return text.includes("\ufffd") ? null : text;
}

/** Reads the lines of a CSV file. @throws ApiError 400 at `file` */
export function readCsvFile(bytes: Uint8Array, lines: Lines): Promise<void> {
  const decoded = textOfFile(bytes, decodeBig5);
  if (decoded === null || decoded.includes("\0")) throw unreadable("fileUnreadable");
  const [head = "", said] = /^\ufeff?sep=(.)\r?\n/i.exec(decoded) ?? [];
  const text = said ? decoded.slice(head.length) : decoded.replace(/^\ufeff/, "");
  let line = said ? 1 : 0;
  let waited = 0;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(text, {
      delimiter: said ?? delimiterOf(text),
      chunkSize: SLICE,
      chunk({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) {
        try {
          for (const cells of data) lines.take(cells, ++line);
          // Everything after it would be one cell. Of the row that a slice cuts, nothing is known yet.
          const isOpen = errors.some(
            ({ code, row = 0 }) => code === "MissingQuotes" || (code === "InvalidQuotes" && row < data.length),
          );
          waited = data.length > 0 ? 0 : waited + 1;
          if (isOpen || waited > MOST_WAITED) throw unreadable("fileQuote", { line: line + 1 });
          parser.pause();
          setImmediate(() => parser.resume());
        } catch (error) {
          // Ending it early counts as its end.
          reject(error);
          parser.abort();
        }
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}
