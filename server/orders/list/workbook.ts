import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ExportColumn } from "@/lib/orders/export-columns";
import { processWide } from "@/server/process-wide";

type Kind = { kind: "text" | "number" | "day" | "time"; format?: string };

/** What the thread is given; times as Hong Kong's clock shows them. */
export type Workbook = {
  columns: readonly (Kind & { name: string })[];
  sheet: string;
  lines: readonly (readonly (string | null)[])[];
};

const TIME: Kind = { kind: "time", format: "yyyy-mm-dd hh:mm:ss" };
const AMOUNT: Kind = { kind: "number", format: "0.00" };

/** The columns that are not text. */
const KINDS: Partial<Record<ExportColumn, Kind>> = {
  create_time: TIME,
  confirm_time: TIME,
  pickup_date: { kind: "day", format: "yyyy-mm-dd" },
  parcels: { kind: "number", format: "0" },
  chargeable_weight: { kind: "number", format: "0.###" },
  quote_price: AMOUNT,
  cod_amount: AMOUNT,
};

const THREAD = join(process.cwd(), "server/orders/list/workbook-thread.mjs");

// One after the other: each takes a core and hundreds of megabytes.
const queue = processWide("workbooks", () => ({ last: Promise.resolve() as Promise<unknown> }));

/** A workbook of orders: the columns' names, then a line of texts for each order. */
export function writeWorkbook(names: readonly ExportColumn[], lines: Workbook["lines"]): Promise<Buffer> {
  const columns = names.map((name) => ({ name, ...(KINDS[name] ?? { kind: "text" as const }) }));
  return write({ sheet: "Orders", columns, lines });
}

/** A workbook whose cells are all texts. */
export function writeTexts(sheet: string, names: readonly string[], lines: Workbook["lines"]): Promise<Buffer> {
  return write({ sheet, columns: names.map((name) => ({ name, kind: "text" as const })), lines });
}

function write(workbook: Workbook): Promise<Buffer> {
  const written = queue.last.then(() => inThread(workbook));
  queue.last = written.catch(() => {});
  return written;
}

function inThread(workerData: Workbook): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData, execArgv: [] });
    thread.once("message", (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`the thread of a workbook ended with code ${code}`)));
  });
}
