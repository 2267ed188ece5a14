import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/order";
import { invalid, notFound } from "@/lib/errors";
import { MAX_TAGS_LISTED, TAGS_MAX } from "@/lib/orders/tags";
import { type AccountContext, scopeOf } from "@/server/context";
import { within } from "@/server/db/scoped";
import { withTransaction } from "@/server/db/transaction";
import { recordOrderEvent } from "@/server/webhooks";
import { lockOrder } from "../queries";
import { changeOrder } from "./move";

/**
 * Adds tags to an order, and takes others off (contract §40.4).
 * @throws ApiError NOT_FOUND, 400 at `order_id` for an erased order, at `add` when it would have too many
 */
export async function tagOrder(
  ctx: AccountContext,
  { order_id: id, add = [], remove = [] }: InputOf<typeof contracts.tagOrder>,
): Promise<DataOf<typeof contracts.tagOrder>> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, scope, id);
    if (!order) throw notFound();
    if (order.erased_at) throw invalid({ path: ["order_id"], key: "erasedLocked" });
    const tags = [...new Set([...order.tags.filter((tag) => !remove.includes(tag) || add.includes(tag)), ...add])];
    if (tags.length > TAGS_MAX) throw invalid({ path: ["add"], key: "tagLimit", params: { max: TAGS_MAX } });
    if (!isDeepStrictEqual(tags, order.tags)) {
      await changeOrder(tx, scope, order.id, { tags });
      await recordOrderEvent(tx, scope, "order.updated", order, {});
    }
    return { order_id: order.id, tags };
  });
}

/** The tags that orders of the account have, each found by one look at the index. */
export async function listTags(ctx: AccountContext): Promise<DataOf<typeof contracts.listTags>> {
  const own = within(scopeOf(ctx));
  const { rows } = await sql<{ tag: string }>`
    with recursive found (tag) as (
      (select tag from order_tags where ${own} order by tag limit 1)
      union all
      select (select t.tag from order_tags t where ${within(scopeOf(ctx), "t")} and t.tag > found.tag order by t.tag limit 1)
      from found where found.tag is not null
    )
    select tag from found where tag is not null limit ${MAX_TAGS_LISTED}`.execute(ctx.db);
  return { tags: rows.map(({ tag }) => tag) };
}
