import { hongKongDate } from "@/lib/calendar";
import { decimal, plain } from "@/lib/decimal";
import { writeCsv } from "@/lib/tables/csv-cells";
import type { AccountContext, Context } from "@/server/context";
import { listOrders } from "@/server/orders";
import { importStatementLines, listStatementLines } from "@/server/statements";

/**
 * Imports a carrier's invoice about some of a merchant's parcels: two are heavier than was declared, one is as heavy as
 * that.
 */
export async function demoInvoice(ctx: AccountContext, support: Context["actor"]): Promise<void> {
  const { rows } = await listOrders(ctx, {
    status: "DELIVERED",
    ship_type: "local",
    limit: "3",
    offset: "0",
    sort: "-create_time",
  });
  const lines = rows.map(({ tracking_number, chargeable_weight, quote_price }, index) => [
    String(index + 1),
    tracking_number,
    plain(decimal(chargeable_weight).plus(index < 2 ? 1 : 0)),
    quote_price,
  ]);
  const csv = writeCsv(["line", "tracking_number", "weight", "charge"], lines);
  await importStatementLines(
    { ...ctx, actor: support, account: null },
    { kind: "CARRIER_INVOICE", reference: "CI-2071", csv, apply: "Y", reason: "BILLING", acting: "Y" },
  );
}

/** Pays out the cash of one delivered order to the merchant; that of the others is still to be paid out. */
export async function demoPayout(ctx: AccountContext, support: Context["actor"]): Promise<void> {
  const today = hongKongDate(new Date());
  const month = today.slice(0, 7);
  const { rows } = await listStatementLines(ctx, { month, kind: "COD_COLLECTED", limit: "1", offset: "0" });
  const lines = rows.map(({ amount, order_id }) => [ctx.account.id, today, amount, "FPS 8841207", order_id ?? ""]);
  const csv = writeCsv(["account", "paid_on", "amount", "reference", "orders"], lines);
  await importStatementLines(
    { ...ctx, actor: support, account: null },
    { kind: "PAYOUTS", reference: "FPS-2071", csv, apply: "Y", reason: "BILLING", acting: "Y" },
  );
}
