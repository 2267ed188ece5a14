import type { PricedChange, TariffPreview } from "@/lib/contracts/tariff";
import { decimal, money, plain } from "@/lib/decimal";
import { changesOf } from "@/lib/tariff-sheets";
import { recordRead } from "@/server/accounts";
import { type Catalogue, type Consignment, catalogue, priceConsignment, rowsOnDay, withSheet } from "@/server/carriers";
import type { Context } from "@/server/context";
import type { Sheet } from "@/server/db/sheets";
import { withRules } from "@/server/handler";
import { recentOrders } from "@/server/orders";
import { type SheetInput, serverRules, sheetOf } from "./rows";
import { samplesOf } from "./samples";

/** On how many of the newest orders a sheet is tried. */
const ORDERS = 200;

type Counts = TariffPreview["order_counts"];
type Tried = { provider: string; consignment: Consignment; options: readonly string[] };

function outcomeOf({ before, after }: PricedChange): keyof Counts {
  if (before === null) return after === null ? "same" : "gained";
  if (after === null) return "lost";
  const sign = decimal(after).cmp(before);
  return sign === 0 ? "same" : sign > 0 ? "up" : "down";
}

/** Prices with and without the sheet on its day, as every order is priced. */
function comparing(current: Catalogue, sheet: Sheet) {
  const proposed = withSheet(current, sheet);
  const priceIn = (of: Catalogue, { provider, consignment }: Tried) => {
    const priced = priceConsignment(of, provider, consignment, sheet.valid_from);
    return priced.ok ? priced.price : null;
  };
  return (tried: Tried): PricedChange => {
    const [before, after] = [priceIn(current, tried), priceIn(proposed, tried)];
    const { country, parcels } = tried.consignment;
    return {
      shipping_provider: tried.provider,
      country,
      weight: plain(parcels.reduce((sum, { weight }) => sum.plus(weight), decimal(0))),
      options: [...tried.options],
      before,
      after,
      difference: before !== null && after !== null ? money(decimal(after).minus(before)) : null,
    };
  };
}

function tally<Row extends PricedChange>(rows: readonly Row[]): { counts: Counts; changed: Row[] } {
  const counts: Counts = { up: 0, down: 0, same: 0, lost: 0, gained: 0 };
  for (const row of rows) counts[outcomeOf(row)] += 1;
  return { counts, changed: rows.filter((row) => outcomeOf(row) !== "same") };
}

/**
 * Tries a sheet on its day: what the same samples always, and the newest orders in production, would cost with it and
 * without (contract §28.4). It changes nothing; the merchants whose orders it names are looked at.
 * @throws ApiError 400000 as `proposeTariff`
 */
export const previewTariff = withRules(serverRules, async (ctx: Context, input: SheetInput): Promise<TariffPreview> => {
  const sheet = await sheetOf(ctx, input);
  const current = await catalogue(ctx);
  const compare = comparing(current, sheet);
  const providers = [...current.providers.values()].filter(
    ({ active, code }) => active && (sheet.provider === null || sheet.provider === code),
  );
  // Holidays have no part in any price.
  const isOfPrices = sheet.kind !== "HOLIDAYS";
  const samples = tally(
    (isOfPrices ? providers : []).flatMap(({ code, shipType }) =>
      samplesOf(shipType).map(({ consignment, options }) => compare({ provider: code, consignment, options })),
    ),
  );
  const recent = isOfPrices
    ? await recentOrders(
        ctx.db,
        providers.map(({ code }) => code),
        ORDERS,
      )
    : [];
  const orders = tally(
    recent.map(({ id, accountId, accountName, provider, consignment }) => ({
      ...compare({ provider, consignment, options: [] }),
      order_id: id,
      account_id: accountId,
      account_name: accountName,
    })),
  );
  const seen = [...new Set(orders.changed.map(({ account_id }) => account_id))];
  if (seen.length > 0) await recordRead(ctx, seen, "previewTariff");
  return {
    changes: changesOf(sheet.kind, rowsOnDay(current, sheet, sheet.valid_from), sheet.rows),
    sample_counts: samples.counts,
    samples: samples.changed,
    order_counts: orders.counts,
    orders: orders.changed,
  };
});
