import type { ImportStatus, RowState } from "@/lib/contracts/import";
import type { FileKind } from "@/lib/file-kinds";
import type { MessageKey, MessageParams } from "@/lib/i18n/validation";
import {
  bigint,
  boolean,
  bytes,
  instant,
  integer,
  json,
  nullable,
  numeric,
  oneOf,
  scopedTable,
  text,
  withDefault,
} from "../columns";

/** A header of a file, and what its column holds; null: it is not read. */
export type MappedColumn = [header: string, column: string | null];

/** What is wrong with a row, so that its message can be in the language of whoever reads it. */
export type RowProblem = {
  column: string;
  key?: MessageKey;
  params?: MessageParams;
  reason?: string;
  message?: string;
};

/** Files that are imported, their rows, and what the columns of such files were said to hold. */
export const importTables = {
  imports: scopedTable({
    id: text,
    kind: oneOf<FileKind>(),
    name: nullable(text),
    status: withDefault(oneOf<ImportStatus>()),
    job_id: text,
    content_hash: bytes,
    same_as: nullable(text),
    has_headers: boolean,
    mapping: json<MappedColumn[]>(),
    rows: integer,
    things: withDefault(integer),
    wrong: withDefault(integer),
    ready: withDefault(integer),
    unpriced: withDefault(integer),
    done: withDefault(integer),
    /** Of what is done, what was there before, and what was there just so. */
    changed: withDefault(integer),
    unchanged: withDefault(integer),
    failed: withDefault(integer),
    total_price: withDefault(numeric),
    confirm_shipment: nullable(oneOf<"Y" | "N">()),
    actor_kind: oneOf<"person" | "staff" | "client">(),
    actor_name: nullable(text),
    created_at: withDefault(instant),
    finished_at: nullable(instant),
  }),
  import_files: scopedTable({ import_id: text, file: bytes }),
  import_rows: scopedTable({
    import_id: text,
    n: integer,
    first_n: integer,
    reference: nullable(text),
    cells: json<Record<string, string>>(),
    edits: nullable(json<Record<string, string>>()),
    state: oneOf<RowState>(),
    problems: nullable(json<RowProblem[]>()),
    price: nullable(numeric),
    fingerprint: nullable(text),
    service: nullable(text),
    hold: nullable(text),
    object_id: nullable(text),
  }),
  import_mappings: {
    account_id: bigint,
    kind: oneOf<FileKind>(),
    signature: bytes,
    actor: text,
    has_headers: boolean,
    columns: json<(string | null)[]>(),
    chosen_at: withDefault(instant),
  },
};
