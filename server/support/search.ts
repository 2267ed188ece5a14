import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/support";
import { findAccounts, recordAudit } from "@/server/accounts";
import type { Context } from "@/server/context";
import { countUnindexed, type FoundOrder, searchAll } from "@/server/orders";
import { accountOfCall } from "@/server/request-log";

type Answer = DataOf<typeof contracts.searchEverything>;

const present = ({ id, status, created_at, ...order }: FoundOrder): Answer["orders"][number] => ({
  order_id: id,
  ...order,
  order_status: status,
  create_time: hongKongIso(created_at),
});

/**
 * Finds orders of all accounts of the environment, accounts, or whose call a request id is (contract §8.24). Each search
 * is a row of the audit log, which has the text only if it is no person's data.
 */
export async function searchEverything(
  ctx: Context,
  { q }: InputOf<typeof contracts.searchEverything>,
): Promise<Answer> {
  const { db, environment } = ctx;
  const isRequest = /^req_[0-9a-f]{32}$/i.test(q);
  const call = isRequest ? await accountOfCall(db, environment, q.toLowerCase()) : null;
  const accounts = isRequest ? [] : await findAccounts(db, q);
  const none = { rows: [], isNumber: false, hasMore: false };
  const found = isRequest ? none : await searchAll(db, environment, q);
  const kind = isRequest ? "request" : found.isNumber ? "number" : q.includes("@") ? "email" : "text";
  const seen = [...accounts, ...found.rows, ...(call ? [call] : [])].map(({ account_id }) => account_id);
  const isShown = kind === "request" || kind === "number";
  const after = { kind, ...(isShown && { q }), accounts: [...new Set(seen)], orders: found.rows.length };
  await recordAudit(ctx, [null], { operation: "searchEverything", after });
  const orders = found.rows.map(present);
  return { kind, accounts, call, orders, has_more: found.hasMore, unprepared: await countUnindexed(db) };
}
