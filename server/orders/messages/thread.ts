/** Owns the messages between a merchant and support about an order, and support's notes (contract §24). */
import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/thread";
import { money } from "@/lib/decimal";
import { invalid, notFound } from "@/lib/errors";
import { plainMail } from "@/lib/i18n/mails";
import { DISPUTE, type DoneKind, INSTRUCTION } from "@/lib/orders/thread";
import { isStaff } from "@/lib/roles";
import { actorNames, notify } from "@/server/accounts";
import { type AccountContext, actorOf, type Context, scopeOf } from "@/server/context";
import { type Scope, scoped, within } from "@/server/db/scoped";
import type { Db, Tx } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import type { Listener } from "@/server/effects";
import { createOnce } from "@/server/idempotency";
import { picturesOf } from "../pictures";
import { findOrder, type OrderRow, requireUnerased } from "../queries";

type MessageRow = Omit<Selectable<Tables["order_messages"]>, "account_id" | "environment" | "answered_at"> & {
  disputed_amount: string | null;
};
const COLUMNS = [
  "id",
  "order_id",
  "kind",
  "side",
  "author",
  "text",
  "at",
  "read_at",
  "read_by",
  "about",
  "instruction",
] as const;

/** Of a dispute: the sum that it is about. */
function disputesIn(scope: Scope) {
  return sql<string | null>`(select e.amount from order_entries e
    where ${within(scope, "e")} and e.id = order_messages.about)`.as("disputed_amount");
}

function sideOf({ actor }: Pick<Context, "actor">): MessageRow["side"] {
  return isStaff(actor.role) ? "support" : "merchant";
}

async function requireOrder(ctx: AccountContext, id: string): Promise<OrderRow> {
  const order = await findOrder(ctx.db, scopeOf(ctx), id);
  if (!order) throw notFound();
  return order;
}

async function present(ctx: AccountContext, rows: readonly MessageRow[]): Promise<contracts.Message[]> {
  const names = await actorNames(
    ctx.db,
    rows.flatMap(({ author, read_by }) => [author, read_by]),
  );
  const orderId = rows.find(({ kind }) => kind === DISPUTE)?.order_id;
  const pictures = orderId ? await picturesOf(ctx.db, ctx, orderId) : new Map<string, contracts.Picture[]>();
  // To merchants, people of support are a first name, and never an e-mail.
  const nameOf = (actor: string | null, side: MessageRow["side"]) => {
    const name = (actor && names.get(actor)) || null;
    if (side === "merchant" || sideOf(ctx) === "support") return name;
    return actor?.startsWith("person:") && name && !name.includes("@") ? (name.split(/\s+/)[0] ?? null) : null;
  };
  return rows.map(({ author, side, at, read_at, read_by, about: _about, disputed_amount, ...row }) => ({
    ...row,
    side,
    author: nameOf(author, side),
    is_own: author === actorOf(ctx),
    time: hongKongIso(at),
    read_time: read_at && hongKongIso(read_at),
    read_by: nameOf(read_by, side === "merchant" ? "support" : "merchant"),
    disputed_amount: disputed_amount && money(disputed_amount),
    pictures: pictures.get(row.id) ?? [],
  }));
}

/** The messages of an order, the newest first; support's notes are only for staff. @throws ApiError NOT_FOUND */
export async function listMessages(ctx: AccountContext, input: InputOf<typeof contracts.listMessages>) {
  const order = await requireOrder(ctx, input.order_id);
  const seen = scoped(ctx.db, scopeOf(ctx))
    .selectFrom("order_messages")
    .where("order_id", "=", order.id)
    .$if(sideOf(ctx) === "merchant", (query) => query.where("kind", "<>", "note"));
  const { total } = await seen.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await seen
    .select([...COLUMNS, disputesIn(scopeOf(ctx))])
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(Number(input.limit))
    .offset(Number(input.offset))
    .execute();
  return { rows: await present(ctx, rows), total: Number(total) };
}

/**
 * Writes about an order: to the other side, or a note of support's. People of the account are notified of what support
 * writes to them; what the merchant writes waits for an answer until support writes to the merchant.
 * @throws ApiError NOT_FOUND; 400000 at `kind` for a merchant's note or question, at `order_id` for an erased order
 */
export function writeMessage(
  ctx: AccountContext,
  { order_id, kind, text }: InputOf<typeof contracts.writeMessage>,
): Promise<contracts.Message> {
  const side = sideOf(ctx);
  if (side === "merchant" && kind !== "message")
    throw invalid({ path: ["kind"], key: "choice", params: { choices: "message" } });
  const id = newMessageId();
  return createOnce(ctx, contracts.writeMessage.id, id, async (tx) => {
    const acting = { ...ctx, db: tx };
    const order = await requireOrder(acting, order_id);
    await requireUnerased(tx, scopeOf(ctx), order.id, ["order_id"]);
    const row = await insert(tx, scopeOf(ctx), { id, order_id: order.id, kind, side, author: actorOf(ctx), text });
    if (side === "support" && kind !== "note") {
      await markAnswered(tx, scopeOf(ctx), order.id);
      const { accountId, environment } = scopeOf(ctx);
      await notify(tx, {
        accountId,
        environment,
        kind: "order_message",
        path: `/${environment}/orders/${order.id}#thread`,
        text: (language) => plainMail(language, "orderMessage", { environment, order: order.id, kind, text }),
      });
    }
    return presentOne(acting, row);
  });
}

async function presentOne(ctx: AccountContext, row: MessageRow): Promise<contracts.Message> {
  const [message] = await present(ctx, [row]);
  if (!message) throw new Error("a message was written and not read");
  return message;
}

/** Writes a merchant's dispute of an adjustment, in the transaction that judged it. */
export async function writeDispute(
  tx: Tx,
  ctx: AccountContext,
  dispute: { id: string; order_id: string; about: string; text: string },
): Promise<contracts.Message> {
  const message = { ...dispute, kind: DISPUTE, side: "merchant", author: actorOf(ctx) } as const;
  return presentOne({ ...ctx, db: tx }, await insert(tx, scopeOf(ctx), message));
}

/** Writes what a merchant wants done with an order, in the transaction that judged it. */
export async function writeInstruction(
  tx: Tx,
  ctx: AccountContext,
  message: { id: string; order_id: string; text: string; instruction: contracts.Instruction },
): Promise<contracts.Message> {
  const row = await insert(tx, scopeOf(ctx), {
    ...message,
    instruction: JSON.stringify(message.instruction),
    kind: INSTRUCTION,
    side: "merchant",
    author: actorOf(ctx),
    // Then no action is left, and an earlier instruction is over too.
    ...(message.instruction.way === "SOLVED" && { answered_at: new Date() }),
  });
  if (message.instruction.way === "SOLVED") await markAnswered(tx, scopeOf(ctx), message.order_id, "QUESTION");
  return presentOne({ ...ctx, db: tx }, row);
}

export function newMessageId(): string {
  return `om_${randomBytes(12).toString("hex")}`;
}

type NewMessage = Pick<MessageRow, "id" | "order_id" | "kind" | "side" | "author" | "text"> &
  Partial<Pick<MessageRow, "about"> & { answered_at: Date; instruction: string }>;

function insert(tx: Tx, scope: Scope, message: NewMessage): Promise<MessageRow> {
  return scoped(tx, scope)
    .insertInto("order_messages", message)
    .returning([...COLUMNS, disputesIn(scope)])
    .executeTakeFirstOrThrow();
}

/**
 * Writes down what support did with an order and why, in the transaction that does it and holds the order's lock; others'
 * doing leaves no line, and of an erased order the reason is not kept (contract §20.4).
 */
async function writeLine(
  tx: Tx,
  by: Pick<Context, "actor">,
  scope: Scope,
  { orderId, kind, reason }: { orderId: string; kind: DoneKind; reason: string },
): Promise<void> {
  if (by.actor.role !== "support") return;
  const isErased = Boolean((await findOrder(tx, scope, orderId))?.erased_at);
  await insert(tx, scope, {
    id: newMessageId(),
    order_id: orderId,
    kind,
    side: "support",
    author: actorOf(by),
    text: isErased ? "" : reason,
  });
}

/** What was done with an order is a line of its thread. */
export const messagesListener: Listener = { handled: writeLine };

/** Writes messages of the past, without notifications: for demonstration data. */
export async function writePastMessages(
  db: Db,
  scope: Scope,
  orderId: string,
  messages: readonly (Omit<NewMessage, "id" | "order_id"> & Partial<Record<PastTime, Date>> & { read_by?: string })[],
): Promise<void> {
  for (const message of messages)
    await scoped(db, scope)
      .insertInto("order_messages", { id: newMessageId(), order_id: orderId, ...message })
      .execute();
}
type PastTime = "at" | "read_at" | "answered_at";

/** Notes that what the merchant wrote about an order, or of that its disputes or the rest, needs no answer any more. */
export async function markAnswered(
  tx: Tx,
  scope: Scope,
  orderId: string,
  only?: "QUESTION" | "DISPUTE",
): Promise<void> {
  await scoped(tx, scope)
    .updateTable("order_messages")
    .set({ answered_at: sql<Date>`now()` })
    .where("order_id", "=", orderId)
    .where("side", "=", "merchant")
    .where("answered_at", "is", null)
    .$if(only !== undefined, (query) => query.where("kind", only === "DISPUTE" ? "=" : "<>", DISPUTE))
    .execute();
}

/** Marks messages of the other side as read; others are passed over. @throws ApiError NOT_FOUND */
export async function markMessages(
  ctx: AccountContext,
  { order_id, ids }: InputOf<typeof contracts.markMessages>,
): Promise<{ read: number }> {
  const order = await requireOrder(ctx, order_id);
  const { numUpdatedRows } = await scoped(ctx.db, scopeOf(ctx))
    .updateTable("order_messages")
    .set({ read_at: sql<Date>`now()`, read_by: actorOf(ctx) })
    .where("order_id", "=", order.id)
    .where("side", "=", sideOf(ctx) === "support" ? "merchant" : "support")
    .where("kind", "<>", "note")
    .where("id", "in", ids.length ? ids : [""])
    .where("read_at", "is", null)
    .executeTakeFirst();
  return { read: Number(numUpdatedRows) };
}
