/** Owns exports that go on in the background (contract §38.4). */
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import { z } from "zod";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/order-export";
import { listFilters } from "@/lib/contracts/order-filters";
import { ApiError, invalid, notFound } from "@/lib/errors";
import { JOB_FILE_HOURS } from "@/lib/orders/choices";
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportFormat } from "@/lib/orders/export-columns";
import { type AccountContext, scopeOf } from "@/server/context";
import { Download, type Rows } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import {
  addJob,
  defineJob,
  type JobHandler,
  type JobOutcome,
  type JobRow,
  type JobRun,
  makeRoom,
  presentAsker,
  readFile,
  readJobs,
  stopJob,
} from "@/server/jobs";
import { filterOf } from "../queries";
import { providersOf } from "../read";
import { countExported, fileOf, writeOrders } from "./export";

const EXPORT = defineJob(
  "export",
  z.object({
    query: listFilters,
    /** The services that `query` means; null: any. */
    providers: z.array(z.string()).nullable(),
    format: z.enum(EXPORT_FORMATS),
    columns: z.array(z.enum(EXPORT_COLUMNS)),
  }),
);

/** `orders`, and the ids of the last and the first of them, are known once there is a file. */
type Result = { format: ExportFormat; orders?: number; from?: string; to?: string };

/** A job past its time counts as gone even before the clean-up deletes it. */
const KEPT = { kind: EXPORT.kind, hours: JOB_FILE_HOURS };

function present(row: JobRow): contracts.Export {
  const { id, state, created_at } = row;
  const { format, orders = row.total } = row.result as Result;
  return {
    ...{ export_id: id, state, format, total: orders, done: state === "DONE" ? orders : row.done },
    created_by: presentAsker(row),
    create_time: hongKongIso(created_at),
    expires_at: hongKongIso(new Date(created_at.getTime() + JOB_FILE_HOURS * 3_600_000)),
  };
}

async function find(ctx: AccountContext, id: string): Promise<JobRow> {
  const [job] = await readJobs(ctx.db, scopeOf(ctx), { ...KEPT, id });
  if (!job) throw notFound();
  return job;
}

/**
 * Asks for the orders that a list's filters let through as a file; the worker writes it (contract §38.4).
 * @throws ApiError BAD_REQUEST when they are more than one export holds, and at `exports` while too many wait or run;
 * idempotency_key_exists with the id of the export that the key created
 */
export async function createExport(
  ctx: AccountContext,
  { query, format, columns = [...EXPORT_COLUMNS] }: InputOf<typeof contracts.createExport>,
): Promise<contracts.Export> {
  const id = `ex_${randomBytes(12).toString("hex")}`;
  const scope = scopeOf(ctx);
  return createOnce(
    ctx,
    contracts.createExport.id,
    id,
    async (tx) => {
      const max = contracts.MAX_OPEN_EXPORTS;
      if (!(await makeRoom(tx, scope, EXPORT.kind, { most: max, kept: contracts.MAX_KEPT_EXPORTS - 1 })))
        throw invalid({ path: ["exports"], key: "exportLimit", params: { max } });
      const providers = await providersOf({ ...ctx, db: tx }, query);
      const filter = await filterOf(tx, scope, query, providers);
      const total = await countExported(tx, scope, { filter, format, path: ["query", "created_from"] });
      const result: Result = { format };
      return present(
        await addJob(tx, ctx, EXPORT, { id, payload: { query, providers, format, columns }, total, result }),
      );
    },
    "export_id",
  );
}

/** The exports of the account whose files are still kept, the latest first (contract §38.4). */
export async function listExports(
  ctx: AccountContext,
  { limit, offset }: InputOf<typeof contracts.listExports>,
): Promise<Rows<contracts.Export>> {
  const most = contracts.MAX_OPEN_EXPORTS + contracts.MAX_KEPT_EXPORTS;
  const rows = await readJobs(ctx.db, scopeOf(ctx), { ...KEPT, limit: most });
  const from = Number(offset);
  return { rows: rows.slice(from, from + Number(limit)).map(present), total: rows.length };
}

/** How far an export is (contract §38.4). @throws ApiError NOT_FOUND */
export async function readExport(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.readExport>,
): Promise<DataOf<typeof contracts.readExport>> {
  return present(await find(ctx, id));
}

/** Stops an export; one that has ended is left unchanged (contract §38.4). @throws ApiError NOT_FOUND */
export async function stopExport(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.stopExport>,
): Promise<DataOf<typeof contracts.stopExport>> {
  await find(ctx, id);
  await stopJob(ctx.db, scopeOf(ctx), id);
  return present(await find(ctx, id));
}

/** The file of an export (contract §38.4). @throws ApiError NOT_FOUND, also while there is none */
export async function readExportFile(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.readExportFile>,
): Promise<Download> {
  const { format } = present(await find(ctx, id));
  const file = await readFile(ctx.db, scopeOf(ctx), id);
  if (!file) throw new ApiError("NOT_FOUND", { message: "The export has no file." });
  const { type, filename } = fileOf(format, ctx.environment);
  return new Download(format === "csv" ? createGunzip().end(file) : file, type, filename);
}

async function run(job: JobRun<z.output<typeof EXPORT.payload>>): Promise<JobOutcome> {
  const { db, scope } = job;
  const { query, providers, format, columns } = job.payload;
  const filter = await filterOf(db, scope, query, providers);
  const written = { orders: 0, from: "0", to: "0" };
  const onPage = async (rows: readonly { id: string }[]) => {
    if (written.orders === 0) written.to = rows[0]?.id ?? "0";
    written.from = rows.at(-1)?.id ?? written.from;
    written.orders += rows.length;
    // A job that is taken over starts again: half a file is none.
    await job.advance(db, { done: Math.min(written.orders, job.row.total) }, { isKept: false });
  };
  const bytes = await writeOrders({ db, scope, filter, columns, onPage }, format);
  // A workbook is compressed already.
  return { result: written, file: format === "csv" ? await promisify(gzip)(bytes) : bytes };
}

/** Writes the files of exports. */
export const exporting: JobHandler<typeof EXPORT.payload> = { definition: EXPORT, run };
