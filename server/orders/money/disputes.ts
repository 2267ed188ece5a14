/** Owns what a merchant sees of adjustments, and their disputes, which are messages of the order's thread (contract §26.5). */
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type * as contracts from "@/lib/contracts/adjustment";
import type { InputOf } from "@/lib/contracts/contract";
import type { Message } from "@/lib/contracts/thread";
import { money, plain } from "@/lib/decimal";
import { invalid, notFound } from "@/lib/errors";
import { DISPUTE } from "@/lib/orders/thread";
import { type AccountContext, scopeOf } from "@/server/context";
import { scoped, within } from "@/server/db/scoped";
import { type Rows, withPreparation } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { newMessageId, writeDispute } from "../messages/thread";
import { insertPicture, newPictureId, picturesOf, rewrittenContent } from "../pictures";
import { findOrder } from "../queries";
import { lockAdjustment } from "./adjustments";

/** What was charged or credited for an order after its price was agreed, the newest first. @throws ApiError NOT_FOUND */
export async function listAdjustments(
  ctx: AccountContext,
  { order_id, limit, offset }: InputOf<typeof contracts.listAdjustments>,
): Promise<Rows<contracts.Adjustment>> {
  const scope = scopeOf(ctx);
  const order = await findOrder(ctx.db, scope, order_id);
  if (!order) throw notFound();
  const adjustments = scoped(ctx.db, scope)
    .selectFrom("order_entries")
    .where("order_id", "=", order.id)
    .where("kind", "=", "ADJUSTMENT");
  const { total } = await adjustments.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await adjustments
    .select(["id", "order_id", "at", "adjustment_kind", "amount", "charged_weight", "reason"])
    .select(
      sql<Date | null>`(select m.at from order_messages m
        where ${within(scope, "m")} and m.kind = ${DISPUTE} and m.about = order_entries.id)`.as("disputed_at"),
    )
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(Number(limit))
    .offset(Number(offset))
    .execute();
  const pictures = await picturesOf(ctx.db, ctx, order.id);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      order_id: row.order_id,
      time: hongKongIso(row.at),
      kind: row.adjustment_kind ?? "OTHER",
      amount: money(row.amount),
      charged_weight: row.charged_weight && plain(row.charged_weight),
      reason: row.reason,
      pictures: pictures.get(row.id) ?? [],
      disputed_time: row.disputed_at && hongKongIso(row.disputed_at),
    })),
    total: Number(total),
  };
}

/**
 * Disputes an adjustment in a message of the order's thread, which waits for support's answer in the review queue.
 * @throws ApiError NOT_FOUND; idempotency_key_exists; 400 at `adjustment_id` for one that was disputed, at `content` for
 * what is no picture
 */
export const disputeAdjustment = withPreparation(
  async ({ content }: InputOf<typeof contracts.disputeAdjustment>) =>
    content === undefined ? null : rewrittenContent(content),
  (ctx: AccountContext, { adjustment_id, note }, picture): Promise<Message> => {
    const id = newMessageId();
    return createOnce(ctx, "disputeAdjustment", id, async (tx) => {
      // Locked, so that of two at once the second finds the first.
      const { order_id } = await lockAdjustment(tx, ctx, adjustment_id);
      const before = await scoped(tx, scopeOf(ctx))
        .selectFrom("order_messages")
        .select("id")
        .where("kind", "=", DISPUTE)
        .where("about", "=", adjustment_id)
        .executeTakeFirst();
      if (before) throw invalid({ path: ["adjustment_id"], key: "disputed" });
      if (picture) await insertPicture(tx, ctx, { id: newPictureId(), order_id, about: id }, picture);
      return writeDispute(tx, ctx, { id, order_id, about: adjustment_id, text: note });
    });
  },
);
