/** Owns what merchants ask for when a courier could not deliver: a message of the order's thread (contract §37). */
import type { InputOf } from "@/lib/contracts/contract";
import type { instructOrder as contract } from "@/lib/contracts/instruction";
import { judge } from "@/lib/contracts/judge";
import { CORRECTIONS } from "@/lib/contracts/order-correct";
import type { Instruction, Message } from "@/lib/contracts/thread";
import { invalid, notFound, type Problem } from "@/lib/errors";
import type { Loose } from "@/lib/loose";
import { deliveryInstructionsFor } from "@/lib/orders/delivery-instructions";
import { STUCK_STATUSES } from "@/lib/orders/status";
import { catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { createOnce } from "@/server/idempotency";
import { newMessageId, writeInstruction } from "../messages/thread";
import { findOrder, type OrderRow, requireUnerased } from "../queries";

/** @throws ApiError 400000 at whatever the order does not allow */
async function judgeInstruction(
  ctx: AccountContext,
  order: OrderRow,
  body: InputOf<typeof contract>,
): Promise<Instruction> {
  if (!STUCK_STATUSES.includes(order.status))
    throw invalid({ path: ["order_id"], key: "orderNotStuck", params: { status: order.status } });
  const choices = deliveryInstructionsFor(order.ship_type);
  if (!choices.includes(body.way))
    throw invalid({ path: ["way"], key: "choice", params: { choices: choices.join(", ") } });
  const plain: Instruction = { way: body.way, day: null, hours: null, recipient: null, delivery_code: null };
  if (body.way === "REDELIVER" || body.way === "ADDRESS") {
    const recipient = body.way === "ADDRESS" ? judgedRecipient(order, body.recipient) : null;
    return { ...plain, day: body.day ?? null, hours: body.hours ?? null, recipient };
  }
  if (body.way !== "PICKUP_POINT") return plain;
  const points = [...(await catalogue(ctx)).pickupPoints.values()];
  const code = body.delivery_code.toUpperCase();
  if (!points.some((ofProvider) => ofProvider.get(code)?.status === "ACTIVE"))
    throw invalid({ path: ["delivery_code"], key: "pointUnknown", params: { code } });
  return { ...plain, delivery_code: code };
}

function judgedRecipient(order: OrderRow, recipient: Loose): Record<string, string> {
  const { data, problems } = judge(CORRECTIONS[order.ship_type], recipient);
  if (problems)
    throw invalid(...problems.map(({ path, ...problem }): Problem => ({ ...problem, path: ["recipient", ...path] })));
  return Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

/**
 * Writes what the courier should do with an order that could not be delivered. It waits for support's answer, unless
 * nothing needs doing any more (contract §37.1).
 * @throws ApiError NOT_FOUND; 400000 at `order_id` for an order that is not stuck or is erased, at `way`, `recipient` or
 * `delivery_code` for what its kind does not allow
 */
export function instructOrder(ctx: AccountContext, body: InputOf<typeof contract>): Promise<Message> {
  const id = newMessageId();
  return createOnce(ctx, "instructOrder", id, async (tx) => {
    const acting = { ...ctx, db: tx };
    const order = await findOrder(tx, scopeOf(ctx), body.order_id);
    if (!order) throw notFound();
    await requireUnerased(tx, scopeOf(ctx), order.id, ["order_id"]);
    const instruction = await judgeInstruction(acting, order, body);
    return writeInstruction(tx, ctx, { id, order_id: order.id, text: body.note ?? "", instruction });
  });
}
