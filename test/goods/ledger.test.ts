// @module-tag engine
/** Whatever happens in a warehouse, the ledger's sums are the stock. A failure prints its seed; FUZZ_SEED repeats it. */
import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { created, testDb } from "../factories";
import { freshItem, ledgerGaps, must, naming, orderOf, stocked, stockOf, warehouse } from "../pick-pack/warehouse";

const PRODUCTS = 3;
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

type Step =
  | { do: "stock"; product: number; units: number }
  | { do: "order"; units: number[] }
  | { do: "confirm" | "ready" | "reject" | "cancel" | "ask"; order: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("stock" as const),
    product: fc.nat(PRODUCTS - 1),
    units: fc.integer({ min: -6, max: 9 }),
  }),
  fc.record({
    do: fc.constant("order" as const),
    units: fc.array(fc.nat(4), { minLength: PRODUCTS, maxLength: PRODUCTS }),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("confirm" as const, "ready" as const, "reject" as const, "cancel" as const, "ask" as const),
      order: fc.nat(5),
    }),
  },
);

type Modelled = { id: string; units: number[]; status: "PENDING" | "CONFIRMED" | "READY" | "OVER" };

it("keeps stock, reservations and ledger together through any history", async () => {
  const place = await warehouse();
  const { shop, staff } = place;
  const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: "max" }), async (history) => {
    const items = Array.from({ length: PRODUCTS }, () => freshItem());
    const ids: string[] = [];
    for (const item of items) ids.push(await stocked(place, item, "4"));
    const stock = items.map(() => ({ onHand: 4, reserved: 0 }));
    const orders: Modelled[] = [];
    const each = (order: Modelled, work: (at: { onHand: number; reserved: number }, units: number) => void) => {
      for (const [n, at] of stock.entries()) work(at, order.units[n] ?? 0);
    };
    for (const taken of history) {
      if (taken.do === "stock") {
        const at = stock[taken.product] as (typeof stock)[number];
        const body = { kind: "ADJUSTED", qty: String(taken.units), reason: "Counted" };
        const answer = await staff.post(`/products/${ids[taken.product]}/stock`, body, naming(shop));
        const isTaken = taken.units !== 0 && at.onHand + taken.units >= at.reserved;
        expect(answer.status).toBe(isTaken ? 200 : 400);
        if (isTaken) at.onHand += taken.units;
      } else if (taken.do === "order") {
        const wanted = items.flatMap((item, n) => (taken.units[n] ? [{ ...item, qty: String(taken.units[n]) }] : []));
        if (!wanted.length) continue;
        const { order_id } = await created(shop.testing, orderOf(wanted));
        orders.push({ id: order_id, units: taken.units, status: "PENDING" });
      } else {
        const order = orders[taken.order];
        if (!order) continue;
        const asked = { order_id: order.id, reason: "OTHER", reject_type: "OUT_OF_STOCK" };
        const path = taken.do === "ask" ? "/order/cancel" : `/pickpack/${taken.do}`;
        const answer = await (taken.do === "ask" ? shop.testing : staff).post(path, asked);
        const { status } = order;
        const isCovered = stock.every(({ onHand, reserved }, n) => onHand - reserved >= (order.units[n] ?? 0));
        if (taken.do === "confirm" && status === "PENDING" && isCovered) {
          each(order, (at, units) => (at.reserved += units));
          order.status = "CONFIRMED";
        } else if (taken.do === "ready" && status === "CONFIRMED") {
          each(order, (at, units) => {
            at.onHand -= units;
            at.reserved -= units;
          });
          order.status = "READY";
        } else if (
          (taken.do === "reject" && (status === "PENDING" || status === "CONFIRMED")) ||
          (taken.do === "cancel" && status !== "OVER") ||
          (taken.do === "ask" && status === "PENDING")
        ) {
          if (status === "CONFIRMED") each(order, (at, units) => (at.reserved -= units));
          if (status === "READY") each(order, (at, units) => (at.onHand += units));
          order.status = "OVER";
        } else {
          // A request by itself moves nothing; every other move is refused.
          expect(answer.status).toBe(taken.do === "ask" ? 200 : 400);
          continue;
        }
        must(answer);
      }
    }
    for (const [n, { onHand, reserved }] of stock.entries())
      expect(await stockOf(shop.testing, ids[n] ?? "")).toEqual([String(onHand), String(reserved)]);
    expect(await ledgerGaps()).toEqual([]);
    // The ledger adds up row by row too, and for each order it matches the order's state.
    const { rows } = await sql<{ wrong: string }>`
      select count(*) as wrong from (
        select on_hand, reserved, sum(on_hand_change) over w as moved, sum(reserved_change) over w as held
        from stock_movements where product_id = any(${ids}::text[])
        window w as (partition by product_id order by id)
      ) l where on_hand <> moved or reserved <> held`.execute(await testDb());
    expect(rows[0]?.wrong).toBe("0");
  });
  await fc.assert(property, { seed: SEED, numRuns: 12, endOnFailure: true });
}, 120_000);
