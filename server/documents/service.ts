import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type {
  readDocuments as documentsContract,
  readLabel as labelContract,
  printLabels as printContract,
} from "@/lib/contracts/document";
import { ApiError } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { Download } from "@/server/handler";
import { loadOrders, readOrder } from "@/server/orders";
import { documentPdfs, labelPdf, mergedDocumentsPdf } from "./document-set";
import { imprintOf } from "./imprint";
import { logFetched, markFetched } from "./jobs/print-log";
import { ERASED_PAPERS, NO_LABEL, printSorted, statusOf } from "./jobs/printable";
import { placementOf } from "./paper";
import { pageCount } from "./pdf";

const PDF = "application/pdf";

function fileOf<Type extends string>(type: Type, bytes: Uint8Array) {
  return { type, format: "pdf", encoding: "base64", content: Buffer.from(bytes).toString("base64") };
}

/**
 * When labels are drawn, for the browser, which reports the print with it: a label that changed since counts as not
 * printed (contract §5.4).
 */
async function drawnNow(ctx: AccountContext): Promise<Record<string, string>> {
  if (ctx.actor.kind !== "person") return {};
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(ctx.db);
  return Object.fromEntries(rows.map(({ at }) => ["x-drawn-at", at.toISOString()]));
}

/** An order with its status; asking for the PDF itself of an order without documents is a 404. */
async function readPrintable(ctx: AccountContext, orderId: string, asPdf: unknown) {
  const order = await readOrder(ctx, orderId);
  const status = statusOf(order);
  if (order.erased_at) throw new ApiError("NOT_FOUND", { message: ERASED_PAPERS });
  if (asPdf && status !== "READY") throw new ApiError("NOT_FOUND", { message: NO_LABEL[status] });
  return { order, status };
}

/**
 * The waybill label of an order (contract §13.12), in JSON or as a PDF.
 * @throws ApiError NOT_FOUND; also for the PDF of an order that has no label
 */
export async function readLabel(
  ctx: AccountContext,
  input: InputOf<typeof labelContract>,
  asPdf?: string,
): Promise<DataOf<typeof labelContract> | Download> {
  const drawn = await drawnNow(ctx);
  const { order, status } = await readPrintable(ctx, input.order_id, asPdf);
  if (status !== "READY") return { order_id: order.id, label_status: status, related_documents: [] };
  const bytes = await labelPdf([order], placementOf(input), await imprintOf(ctx));
  await markFetched(ctx, [order]);
  if (!asPdf) return { order_id: order.id, label_status: status, related_documents: [fileOf("label", bytes)] };
  await logFetched(ctx, [order.id], "label", input.paper, () => pageCount(bytes));
  return new Download(bytes, PDF, `label-${order.tracking_number}.pdf`, drawn);
}

/**
 * All documents of an order (contract §13.12): each in JSON, or all in one PDF.
 * @throws ApiError NOT_FOUND; also for the PDF of an order that has no documents
 */
export async function readDocuments(
  ctx: AccountContext,
  input: InputOf<typeof documentsContract>,
  asPdf?: string,
): Promise<DataOf<typeof documentsContract> | Download> {
  const drawn = await drawnNow(ctx);
  const { order, status } = await readPrintable(ctx, input.order_id, asPdf);
  if (status !== "READY") return { order_id: order.id, label_status: status, related_documents: [] };
  const imprint = await imprintOf(ctx);
  if (input.type === undefined || input.type === "label") await markFetched(ctx, [order]);
  if (asPdf) {
    const bytes = await mergedDocumentsPdf(order, input.paper, imprint, input.type);
    if (!bytes) throw new ApiError("NOT_FOUND", { message: "The order has no such document." });
    await logFetched(ctx, [order.id], input.type ?? "all_documents", input.paper, () => pageCount(bytes));
    const name = (input.type ?? "documents").replaceAll("_", "-");
    return new Download(bytes, PDF, `${name}-${order.tracking_number}.pdf`, drawn);
  }
  const documents = await documentPdfs(order, input.paper, imprint, input.type);
  return {
    order_id: order.id,
    label_status: status,
    related_documents: documents.map(({ type, bytes }) => fileOf(type, bytes)),
  };
}

/**
 * The labels of many orders as one PDF (contract §13.12).
 * @throws ApiError NOT_FOUND when the PDF itself is asked for and no order has a label
 */
export async function printLabels(
  ctx: AccountContext,
  input: InputOf<typeof printContract>,
  asPdf?: string,
): Promise<DataOf<typeof printContract> | Download> {
  const drawn = await drawnNow(ctx);
  const orders = await loadOrders(ctx.db, scopeOf(ctx), input.order_ids);
  const imprint = await imprintOf(ctx);
  const { ready, skipped, printed } = await printSorted(input.order_ids, orders, (batch) =>
    labelPdf(batch.ready, placementOf(input), imprint, input.cover_page === "Y" ? batch.skipped : []),
  );
  if (!printed) {
    if (asPdf)
      throw new ApiError("NOT_FOUND", { message: "None of the orders has a label.", extra: { skipped_list: skipped } });
    return { related_documents: [], skipped_list: skipped };
  }
  await markFetched(ctx, ready);
  if (!asPdf) return { related_documents: [fileOf("label", printed)], skipped_list: skipped };
  await logFetched(
    ctx,
    ready.map(({ id }) => id),
    "label",
    input.paper,
  );
  const named = skipped.map(({ order_id, code_reason }) => `${order_id}=${code_reason}`).join(",");
  return new Download(printed, PDF, `labels-${ready.length}.pdf`, {
    ...drawn,
    ...(named ? { "x-skipped-orders": named } : {}),
  });
}
