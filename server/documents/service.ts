import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type {
  readDocuments as documentsContract,
  readLabel as labelContract,
  printLabels as printContract,
} from "@/lib/contracts/document";
import { ApiError } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { Download } from "@/server/http/operation";
import { loadOrders, readOrder } from "@/server/orders";
import { acceptsPdf } from "./accept";
import { documentPdfs, labelPdf, mergedDocumentsPdf } from "./document-set";
import { imprintOf } from "./imprint";
import { placementOf } from "./paper";
import { pageCount } from "./pdf";
import { logFetched } from "./print-log";
import { NO_LABEL, printSorted, statusOf } from "./printable";

const PDF = "application/pdf";

function fileOf<Type extends string>(type: Type, bytes: Uint8Array) {
  return { type, format: "pdf", encoding: "base64", content: Buffer.from(bytes).toString("base64") };
}

/** An order with its status; one without documents is a 404 to whoever asks for the PDF itself. */
async function readPrintable(ctx: AccountContext, orderId: string) {
  const order = await readOrder(ctx, orderId);
  const status = statusOf(order);
  const asPdf = acceptsPdf(ctx.accept);
  if (asPdf && status !== "READY") throw new ApiError("NOT_FOUND", { message: NO_LABEL[status] });
  return { order, status, asPdf };
}

/**
 * The waybill label of an order (decisions §7, `order/label`): in JSON, or the PDF itself when the request accepts it.
 * @throws ApiError NOT_FOUND; also for the PDF of an order that has no label
 */
export async function readLabel(
  ctx: AccountContext,
  input: InputOf<typeof labelContract>,
): Promise<DataOf<typeof labelContract> | Download> {
  const { order, status, asPdf } = await readPrintable(ctx, input.order_id);
  if (status !== "READY") return { order_id: order.id, label_status: status, related_documents: [] };
  const bytes = await labelPdf([order], placementOf(input), await imprintOf(ctx));
  if (!asPdf) return { order_id: order.id, label_status: status, related_documents: [fileOf("label", bytes)] };
  await logFetched(ctx, [order.id], "label", input.paper, () => pageCount(bytes));
  return new Download(bytes, PDF, `label-${order.tracking_number}.pdf`);
}

/**
 * All documents of an order (decisions §7, `order/documents`): each in JSON, or all in one PDF when the request accepts it.
 * @throws ApiError NOT_FOUND; also for the PDF of an order that has no documents
 */
export async function readDocuments(
  ctx: AccountContext,
  input: InputOf<typeof documentsContract>,
): Promise<DataOf<typeof documentsContract> | Download> {
  const { order, status, asPdf } = await readPrintable(ctx, input.order_id);
  if (status !== "READY") return { order_id: order.id, label_status: status, related_documents: [] };
  const imprint = await imprintOf(ctx);
  if (asPdf) {
    const bytes = await mergedDocumentsPdf(order, input.paper, imprint, input.type);
    if (!bytes) throw new ApiError("NOT_FOUND", { message: "The order has no such document." });
    await logFetched(ctx, [order.id], input.type ?? "all_documents", input.paper, () => pageCount(bytes));
    return new Download(bytes, PDF, `${(input.type ?? "documents").replaceAll("_", "-")}-${order.tracking_number}.pdf`);
  }
  const documents = await documentPdfs(order, input.paper, imprint, input.type);
  return {
    order_id: order.id,
    label_status: status,
    related_documents: documents.map(({ type, bytes }) => fileOf(type, bytes)),
  };
}

/**
 * The labels of many orders as one PDF (decisions §7, `order/labels`).
 * @throws ApiError NOT_FOUND when the PDF itself is asked for and no order has a label
 */
export async function printLabels(
  ctx: AccountContext,
  input: InputOf<typeof printContract>,
): Promise<DataOf<typeof printContract> | Download> {
  const orders = await loadOrders(ctx.db, scopeOf(ctx), input.order_ids);
  const asPdf = acceptsPdf(ctx.accept);
  const imprint = await imprintOf(ctx);
  const { ready, skipped, printed } = await printSorted(input.order_ids, orders, (batch) =>
    labelPdf(batch.ready, placementOf(input), imprint, input.cover_page === "Y" ? batch.skipped : []),
  );
  if (!printed) {
    if (asPdf)
      throw new ApiError("NOT_FOUND", { message: "None of the orders has a label.", extra: { skipped_list: skipped } });
    return { related_documents: [], skipped_list: skipped };
  }
  if (!asPdf) return { related_documents: [fileOf("label", printed)], skipped_list: skipped };
  await logFetched(
    ctx,
    ready.map(({ id }) => id),
    "label",
    input.paper,
  );
  const named = skipped.map(({ order_id, code_reason }) => `${order_id}=${code_reason}`).join(",");
  return new Download(printed, PDF, `labels-${ready.length}.pdf`, named ? { "x-skipped-orders": named } : {});
}
