import { type AccountContext, scopeOf } from "@/server/context";
import { listOrders, writePastMessages } from "@/server/orders";

const HOUR = 3_600_000;

/** What a merchant and support wrote about the newest order with an exception; the merchant waits for an answer. */
export async function demoThread(ctx: AccountContext, people: { owner: string; support: string }): Promise<void> {
  const { rows } = await listOrders(ctx, { status: "EXCEPTION", sort: "-create_time", limit: "1", offset: "0" });
  if (!rows[0]) return;
  const now = Date.now();
  const [owner, support] = [`person:${people.owner}`, `person:${people.support}`];
  await writePastMessages(ctx.db, scopeOf(ctx), rows[0].order_id, [
    {
      kind: "message",
      side: "merchant",
      author: owner,
      at: new Date(now - 5 * HOUR),
      text: "The recipient says that nobody called. What is missing?",
      read_at: new Date(now - 4.5 * HOUR),
      read_by: support,
      answered_at: new Date(now - 4 * HOUR),
    },
    {
      kind: "note",
      side: "support",
      author: support,
      at: new Date(now - 4.2 * HOUR),
      text: "Called the carrier's depot: they hold it until Friday.",
    },
    {
      kind: "question",
      side: "support",
      author: support,
      at: new Date(now - 4 * HOUR),
      text: "The carrier holds the parcel until Friday. Shall it be delivered again, or come back to you?",
      read_at: new Date(now - HOUR),
      read_by: owner,
    },
    {
      kind: "instruction",
      side: "merchant",
      author: owner,
      at: new Date(now - HOUR),
      text: "She is at home in the evening.",
      instruction: JSON.stringify({
        way: "REDELIVER",
        day: null,
        hours: "18:00-21:00",
        recipient: null,
        delivery_code: null,
      }),
    },
  ]);
}
