import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { readLabel as readContract } from "@/lib/contracts/order";
import { ApiError } from "@/lib/errors";
import { catalogue } from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import { Download } from "@/server/http/operation";
import { readOrder, type StoredOrder } from "@/server/orders";
import { labelPdf } from "./label";

type LabelAnswer = DataOf<typeof readContract>;

function statusOf(order: StoredOrder): LabelAnswer["label_status"] {
  if (order.status === "CANCELLED") return "CANCELLED";
  return order.tracking_number === null ? "NOT_CONFIRMED" : "READY";
}

const NO_LABEL: Record<Exclude<LabelAnswer["label_status"], "READY">, string> = {
  NOT_CONFIRMED: "The order is not confirmed: it has no label yet.",
  CANCELLED: "The order is cancelled: its label must not be used any more.",
};

/** Whether a request asks for PDF by name, and not less than for JSON: a bare wildcard is what every program sends. */
export function acceptsPdf(accept: string | null): boolean {
  const weights = new Map<string, number>();
  for (const range of (accept ?? "").toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(type, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const pdf = weights.get("application/pdf") ?? 0;
  return pdf > 0 && pdf >= (weights.get("application/json") ?? 0);
}

/**
 * The waybill label of an order (decisions §7, `order/label`): in JSON, or the PDF itself when the request accepts it.
 * @throws ApiError NOT_FOUND; also for the PDF of an order that has no label
 */
export async function readLabel(
  ctx: AccountContext,
  input: InputOf<typeof readContract>,
): Promise<LabelAnswer | Download> {
  const order = await readOrder(ctx, input.order_id);
  const status = statusOf(order);
  const asPdf = acceptsPdf(ctx.accept);
  if (status !== "READY") {
    if (asPdf) throw new ApiError("NOT_FOUND", { message: NO_LABEL[status] });
    return { order_id: order.id, label_status: status, related_documents: [] };
  }
  const carriers = await catalogue(ctx);
  const bytes = await labelPdf([order], {
    paper: input.paper,
    environment: ctx.environment,
    providerName: (code) => carriers.nameOf(code),
  });
  if (asPdf) return new Download(bytes, "application/pdf", `label-${order.tracking_number}.pdf`);
  const content = Buffer.from(bytes).toString("base64");
  return {
    order_id: order.id,
    label_status: status,
    related_documents: [{ type: "label", format: "pdf", encoding: "base64", content }],
  };
}
