// Files that support imports into statements, for the tests of both kinds.
import type { ImportLine, ImportResult } from "@/lib/contracts/statement-import";
import type { personOf } from "../factories";
import { must } from "../pick-pack/warehouse";

type Loose = Record<string, unknown>;
type Person = Awaited<ReturnType<typeof personOf>>;
export type Lines = readonly (readonly (string | number | null)[])[];

export const IMPORT = "/statements/import";
/** The first line of an invoice. */
export const HEAD = ["Line no.", "運單號碼", "Billed weight (kg)", "Amount (HKD)", "貨幣", "adjustment", "Description"];
/** The first line of an invoice whose lines may be about parcels that another has billed. */
export const AGAIN = ["Line no.", "Tracking number", "Billed weight (kg)", "Again"];
const csvOf = (lines: Lines) => lines.map((cells) => cells.map((cell) => cell ?? "").join(",")).join("\r\n");

/** What applies a file about many merchants. */
export const APPLY = { apply: "Y", reason: "BILLING", acting: "Y" };

/** The body of a request. */
export function importBody(kind: string, lines: Lines, more: Loose = {}) {
  return { kind, reference: "CI-7", csv: csvOf(lines), ...more };
}

/** What a person of support gets for a file of a kind. */
export function importsOf(by: Person, kind: string) {
  const send = async (lines: Lines, more: Loose): Promise<ImportResult> =>
    must(await by.api.post(IMPORT, importBody(kind, lines, more))).body.data;
  return {
    look: (lines: Lines, more: Loose = {}) => send(lines, more),
    apply: (lines: Lines, more: Loose = {}) => send(lines, { ...APPLY, ...more }),
  };
}

/** The line of a row. */
export function byRow({ lines }: ImportResult, row: number): ImportLine {
  const found = lines.find((line) => line.row === row);
  if (!found) throw new Error(`no row ${row}`);
  return found;
}

/** What is wrong, by row. */
export function faultsOf({ lines }: ImportResult) {
  return lines
    .filter(({ state }) => state === "WRONG")
    .map(({ row, problems }) => [row, ...problems.map(({ column, message }) => `${column}: ${message}`)]);
}
