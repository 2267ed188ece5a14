/** Orders: rows of one reference are one, with an item each (contract §39.2, §39.3). */
import { createHash } from "node:crypto";
import { ApiError } from "@/lib/errors";
import type { Loose } from "@/lib/loose";
import { firstWindow, hongKongNow } from "@/lib/orders/pickup-window";
import {
  guessOrderColumns,
  isInGrams,
  isOfLine,
  JOINED,
  namesOrderColumns,
  ORDER_COLUMNS,
} from "@/lib/tables/order-csv";
import { parseBlock } from "@/server/address-parser";
import { catalogue, listProviders } from "@/server/carriers";
import { scopeOf } from "@/server/context";
import { itemsBySku } from "@/server/goods";
import { judgeSet, type PricedOrder, readDefaults, ruling, writeSet } from "@/server/orders";
import { type Cells, inKilograms, perUnit, typed } from "../cells";
import { cellOf, orderOf, serviceKey } from "../order-body";
import type { Draft, ImportKind, KindProblem } from "./kind";

/** What an order would be, but for whether it is confirmed and the day of its collection. */
function fingerprintOf({ input }: PricedOrder): string {
  const { confirm_shipment: _asked, ...kept } = input;
  const facts = "pickup_arrange" in kept ? { ...kept, pickup_arrange: undefined } : kept;
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}

function blame(refusal: ApiError, head: Cells): KindProblem[] {
  if (!refusal.problems) return [{ row: 0, column: "reference", message: refusal.message }];
  return refusal.problems.map((problem) => cellOf(problem, head));
}

export const ORDERS: ImportKind<PricedOrder> = {
  columns: ORDER_COLUMNS,
  joined: JOINED,
  key: "reference",
  isJoinedByKey: true,
  unique: [],
  exact: [],
  guess: guessOrderColumns,
  namesColumns: namesOrderColumns,
  // One that names its unit is read as it is.
  read(column, field, header) {
    const text = typed(field);
    return column === "weight_kg" && isInGrams(header) ? inKilograms(text) : text;
  },
  settle(cells, headerOf) {
    const { item_value, item_qty } = cells;
    if (!item_value || !item_qty || !isOfLine(headerOf.item_value ?? "")) return cells;
    return { ...cells, item_value: perUnit(item_value, item_qty) };
  },
  async open(ctx) {
    const carriers = await catalogue(ctx);
    const providers = await listProviders(ctx, {});
    const defaults = await readDefaults(ctx);
    const rule = await ruling(ctx, carriers, "import");
    const hours = defaults.local.pickup_arrange;
    const collections = new Map<string, Loose>();
    const services = new Map<string, string>();
    for (const { code, name_en, name_zh, services: offered } of providers) {
      for (const name of [code, name_en, name_zh]) services.set(serviceKey(name), code);
      const window = hours && offered.supports_pickup_arrange ? firstWindow(offered, hongKongNow(), hours) : null;
      if (window) collections.set(code, window);
    }
    return async (db, rows) => {
      const skus = rows.flatMap(({ item_sku }) => item_sku ?? []);
      const items = await itemsBySku(db, scopeOf(ctx), [...new Set(skus)]);
      const filling = { defaults, services, collections, items, rule, parse: parseBlock };
      return async (things, confirm) => {
        const drafts = things.map((cells) => orderOf(cells, filling));
        const bodies = drafts.map(({ body, ruled: { ruled, holds } }) => ({
          body: { ...body, confirm_shipment: holds.length > 0 ? "N" : confirm },
          ruled,
        }));
        const results = await judgeSet(ctx, carriers, bodies);
        return things.map(([head = {}], at): Draft<PricedOrder> => {
          const [result, own] = [results[at], drafts[at]?.problems ?? []];
          const found = result instanceof ApiError ? blame(result, head) : [];
          const problems = [...own, ...found];
          const order = problems.length === 0 && result && !(result instanceof ApiError) ? result : null;
          return {
            problems,
            thing: order,
            price: order?.price.price ?? null,
            service: order?.input.shipping_provider ?? null,
            fingerprint: order && fingerprintOf(order),
            hold: drafts[at]?.ruled.holds.join(" ") || null,
          };
        });
      };
    };
  },
  blame,
  async make(ctx, things) {
    const made = await writeSet(ctx, things, "import");
    return made.map((result) => (result instanceof ApiError ? result : { id: result.order_id, did: "created" }));
  },
};
