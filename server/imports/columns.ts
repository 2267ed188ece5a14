/** Owns what the columns of a file hold: guessed, as people said before, or as they say now. */

import { createHash } from "node:crypto";
import { sql } from "kysely";
import { invalid, type Problem } from "@/lib/errors";
import type { FileKind } from "@/lib/file-kinds";
import { readCell } from "@/lib/tables/csv-cells";
import { type AccountContext, actorOf } from "@/server/context";
import type { MappedColumn } from "@/server/db/tables/imports";
import type { Tx } from "@/server/db/transaction";
import { kindOf } from "./kinds";

export type Columns = { hasHeaders: boolean; mapping: MappedColumn[] };
type Lines = readonly (readonly string[])[];

/** The names of a file's columns, each once; one without a name is called by its place. */
export function headersOf(lines: Lines, hasHeaders: boolean): string[] {
  const width = Math.max(...lines.map(({ length }) => length));
  const names: string[] = [];
  for (let at = 0; at < width; at++) {
    const named = hasHeaders ? [...readCell((lines[0]?.[at] ?? "").trim())].slice(0, 200).join("") : "";
    let name = named || `#${at + 1}`;
    for (let times = 2; names.includes(name); times++) name = `${named || `#${at + 1}`} (${times})`;
    names.push(name);
  }
  return names;
}

/** How files are recognised: by their headers, or by how many columns they have if they name none. */
function signatureOf(headers: readonly string[], hasHeaders: boolean): Buffer {
  return createHash("sha256")
    .update(JSON.stringify(hasHeaders ? headers : headers.length))
    .digest();
}

const asColumns = (
  headers: readonly string[],
  mapping: Readonly<Record<string, string | null | undefined>>,
): MappedColumn[] => headers.map((header) => [header, mapping[header] ?? null]);

/** As the person chose for the last file like it, else as anybody of the account did. */
async function chosenBefore(ctx: AccountContext, kind: string, headers: readonly string[], hasHeaders: boolean) {
  const { rows } = await sql<{ columns: (string | null)[] }>`
    select columns from import_mappings
    where account_id = ${ctx.account.id} and kind = ${kind} and signature = ${signatureOf(headers, hasHeaders)}
      and has_headers = ${hasHeaders}
    order by actor = ${actorOf(ctx)} desc, chosen_at desc limit 1`.execute(ctx.db);
  return rows[0] && headers.map((header, at): MappedColumn => [header, rows[0]?.columns[at] ?? null]);
}

/** What a new file's columns hold. */
export async function columnsOfFile(ctx: AccountContext, kind: FileKind, lines: Lines): Promise<Columns> {
  const { namesColumns, guess } = kindOf(kind);
  const hasHeaders = namesColumns(lines);
  for (const hasNames of hasHeaders ? [true] : [false, true]) {
    const before = await chosenBefore(ctx, kind, headersOf(lines, hasNames), hasNames);
    if (before) return { hasHeaders: hasNames, mapping: before };
  }
  const headers = headersOf(lines, hasHeaders);
  return { hasHeaders, mapping: asColumns(headers, guess(headers, lines.slice(hasHeaders ? 1 : 0))) };
}

/** Refuses columns of which there are none. */
export function requireColumns(kind: FileKind, names: readonly string[]): void {
  const { columns } = kindOf(kind);
  const problems = names
    .filter((name) => !columns.includes(name))
    .map((column): Problem => ({ path: ["values"], key: "importColumn", params: { column: column.slice(0, 60) } }));
  if (problems.length > 0) throw invalid(...problems);
}

/** What a file's columns hold as a person says. @throws ApiError 400 at `mapping` */
export function columnsAsSaid(
  kind: FileKind,
  lines: Lines,
  hasHeaders: boolean,
  said: Readonly<Record<string, string | null | undefined>>,
): Columns {
  const { columns, joined } = kindOf(kind);
  const headers = headersOf(lines, hasHeaders);
  const problems: Problem[] = [];
  const taken = new Set<string>();
  for (const [header, column = null] of Object.entries(said)) {
    const wrong = (key: Problem["key"], params: NonNullable<Problem["params"]>) =>
      problems.push({ path: ["mapping"], key, params });
    if (!headers.includes(header)) wrong("importHeader", { header: header.slice(0, 60) });
    else if (column !== null && !columns.includes(column)) wrong("importColumn", { column: column.slice(0, 60) });
    else if (column !== null && taken.has(column) && !(column in joined)) wrong("importColumnTwice", { column });
    if (column !== null) taken.add(column);
  }
  if (problems.length > 0) throw invalid(...problems);
  return { hasHeaders, mapping: asColumns(headers, said) };
}

/** Choices of an account that are remembered. */
const MOST_KEPT = 100;

/** Remembers what was said of files with such columns. */
export async function rememberColumns(tx: Tx, ctx: AccountContext, kind: string, { hasHeaders, mapping }: Columns) {
  const signature = signatureOf(
    mapping.map(([header]) => header),
    hasHeaders,
  );
  const columns = mapping.map(([, column]) => column);
  await sql`
    insert into import_mappings (account_id, kind, signature, actor, has_headers, columns)
    values (${ctx.account.id}, ${kind}, ${signature}, ${actorOf(ctx)}, ${hasHeaders}, ${JSON.stringify(columns)}::jsonb)
    on conflict (account_id, kind, signature, actor) do update
      set has_headers = excluded.has_headers, columns = excluded.columns, chosen_at = now()`.execute(tx);
  await sql`
    delete from import_mappings where account_id = ${ctx.account.id} and kind = ${kind} and (signature, actor) in (
      select signature, actor from import_mappings where account_id = ${ctx.account.id} and kind = ${kind}
      order by chosen_at desc, signature, actor offset ${MOST_KEPT})`.execute(tx);
}
