import { writeCsv } from "@/lib/csv-cells";
import { decimal, plain } from "@/lib/decimal";
import type { AccountContext, Context } from "@/server/context";
import { listOrders } from "@/server/orders";
import { importStatementLines } from "@/server/statements";

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
  const csv = writeCsv([["line", "tracking_number", "weight", "charge"], ...lines]);
  await importStatementLines(
    { ...ctx, actor: support, account: null },
    { kind: "CARRIER_INVOICE", reference: "CI-2071", csv, apply: "Y", reason: "BILLING", acting: "Y" },
  );
}
