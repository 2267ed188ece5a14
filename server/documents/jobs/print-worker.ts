import { sql } from "kysely";
import { z } from "zod";
import { PAPERS } from "@/lib/contracts/document";
import type { SkippedOrder } from "@/lib/contracts/print";
import { within } from "@/server/db/scoped";
import { defineJob, type JobHandler, type JobOutcome, type JobRun } from "@/server/jobs";
import { loadOrders, type OrderRow, type StoredOrder } from "@/server/orders";
import { labelPdfOf } from "../document-set";
import { imprintOf } from "../imprint";
import type { Paper, Placement } from "../paper";
import { pageCount } from "../pdf";
import { printSorted, type Sorted } from "./printable";

/** Orders that are read, and reported as done, together. */
const BATCH = 25;

/** Labels of many orders as one file. */
export const PRINT = defineJob(
  "print",
  z.object({
    order_ids: z.array(z.string()),
    paper: z.enum(PAPERS),
    per_page: z.enum(["1", "4"]),
    start: z.string(),
  }),
);

/** What those who wait for the labels read of them. */
export type Printed = {
  paper: Paper;
  skipped: SkippedOrder[];
  pages: number | null;
  printed_at: string | null;
};

type State = Pick<OrderRow, "id" | "status" | "tracking_number" | "erased_at">;

async function print(job: JobRun<z.output<typeof PRINT.payload>>): Promise<JobOutcome> {
  const { db, scope } = job;
  const { order_ids, paper, per_page, start } = job.payload;
  const { rows: states } = await sql<State>`
    select id, status, tracking_number, erased_at from orders
    where ${within(scope)}
      and id = any(${order_ids}::bigint[])`.execute(db);
  const { rows } = await sql<{ version: string }>`select version from catalogue_version`.execute(db);
  const imprint = await imprintOf({ environment: scope.environment, db, catalogueVersion: rows[0]?.version ?? "0" });
  const placement: Placement = { paper, perPage: per_page === "4" ? 4 : 1, start: Number(start) };

  async function* batchesOf({ ready, skipped }: Sorted<State>): AsyncGenerator<StoredOrder[]> {
    // A job that is taken over starts again at its first label, because the same orders give the same pages.
    const advance = (done: number) =>
      job.advance(db, { done: skipped.length + done, result: { skipped } }, { isKept: false });
    await advance(0);
    for (let from = 0; from < ready.length; from += BATCH) {
      const ids = ready.slice(from, from + BATCH).map(({ id }) => id);
      yield await loadOrders(db, scope, ids);
      await advance(from + ids.length);
    }
  }

  const { printed, skipped } = await printSorted(order_ids, states, async (batch) => {
    const [first] = await loadOrders(db, scope, [batch.ready[0]?.id ?? ""]);
    if (!first) throw new Error("an order of the print job is gone");
    const what = { count: batch.ready.length, first, skipped: batch.skipped };
    return labelPdfOf(what, batchesOf(batch), placement, imprint);
  });
  return { result: { skipped, pages: printed ? pageCount(printed) : 0 }, file: printed };
}

/** Makes the labels of print jobs. */
export const printing: JobHandler<typeof PRINT.payload> = { definition: PRINT, run: print };
