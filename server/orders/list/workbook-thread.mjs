/** The thread that writes a workbook: it takes seconds, in which the server would answer no request. */
import { parentPort, workerData } from "node:worker_threads";
import writeExcelFile from "write-excel-file/node";

/** The width of a column, in characters. */
const WIDTH = 18;

/** What a text is in a column of the kind. A workbook has no time zones: it shows Hong Kong's clock. */
const READ = {
  text: String,
  number: Number,
  day: (day) => new Date(`${day}T00:00:00Z`),
  time: (iso) => new Date(`${iso.slice(0, 19)}Z`),
};
const TYPES = { text: String, number: Number, day: Date, time: Date };

/**
 * The library finds a text again by a plain object, in which some have a meaning of their own, and does not escape what
 * looks like an escaped character.
 */
const safe = (text) => (text in {} ? `${text}\u200b` : text.replace(/_x[\da-f]{4}_/gi, "_x005F$&"));

/** @type {import("./workbook").Workbook} */
const { sheet, columns, lines } = workerData;
const head = columns.map(({ name }) => ({ value: name, type: String, fontWeight: "bold" }));
const rows = lines.map((cells) =>
  columns.map(({ kind, format }, at) => {
    const text = cells[at] ?? "";
    if (text === "") return null;
    if (kind === "text") return { value: safe(text), type: String };
    return { value: READ[kind](text), type: TYPES[kind], format };
  }),
);
const options = { sheet, columns: columns.map(() => ({ width: WIDTH })), stickyRowsCount: 1 };
parentPort?.postMessage(await writeExcelFile([head, ...rows], options).toBuffer());
