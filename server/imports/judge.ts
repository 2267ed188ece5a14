/** Owns the judgement of rows: what the API would say of their orders, cell by cell, and what they would cost. */
import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { ApiError } from "@/lib/errors";
import type { Loose } from "@/lib/loose";
import { firstWindow, hongKongNow } from "@/lib/orders/pickup-window";
import { ORDER_COLUMNS } from "@/lib/tables/order-csv";
import { parseBlock } from "@/server/address-parser";
import { type Catalogue, catalogue, listProviders } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import type { RowProblem } from "@/server/db/tables/imports";
import type { Db } from "@/server/db/transaction";
import { itemsBySku } from "@/server/goods";
import { judgeSet, type PricedOrder, readDefaults } from "@/server/orders";
import type { Cells } from "./cells";
import { groupsOf } from "./groups";
import { cellOf, type Filling, type OrderProblem, orderOf, serviceKey } from "./order-body";

/** A row as it is kept, with its corrections. */
export type Row = { n: number; cells: Cells; edits: Cells | null };

/** A row with what is said about it. */
export type JudgedRow = Row & {
  first_n: number;
  reference: string | null;
  state: "good" | "fixed" | "wrong";
  problems: RowProblem[] | null;
  price: string | null;
  /** Of the order as it would be made, on its first row. */
  fingerprint: string | null;
  service: string | null;
};

/** Rows of one order, and the order if it may be made. */
export type JudgedOrder = { rows: JudgedRow[]; order: PricedOrder | null };

/** What a row has now. */
export function cellsNow({ cells, edits }: Pick<Row, "cells" | "edits">): Cells {
  if (!edits) return cells;
  return Object.fromEntries(Object.entries({ ...cells, ...edits }).filter(([, value]) => value !== ""));
}

type How = {
  db?: Db;
  /** Whether the orders are to be confirmed. */
  confirm?: "Y" | "N";
  before?: ReadonlyMap<number, number>;
};

/** Others have their turn after so long. */
const SLICE_MS = 20;
/** Orders that are judged before it is looked whether the time is over. */
const STEP = 5;

/** Judges rows by the rules, prices and defaults of one moment. */
export class RowJudge {
  private constructor(
    private readonly ctx: AccountContext,
    private readonly carriers: Catalogue,
    private readonly filling: Omit<Filling, "items">,
  ) {}

  static async open(ctx: AccountContext): Promise<RowJudge> {
    const [carriers, providers, defaults] = [
      await catalogue(ctx),
      await listProviders(ctx, {}),
      await readDefaults(ctx),
    ];
    const hours = defaults.local.pickup_arrange;
    const collections = new Map<string, Loose>();
    const services = new Map<string, string>();
    for (const { code, name_en, name_zh, services: offered } of providers) {
      for (const name of [code, name_en, name_zh]) services.set(serviceKey(name), code);
      const window = hours && offered.supports_pickup_arrange ? firstWindow(offered, hongKongNow(), hours) : null;
      if (window) collections.set(code, window);
    }
    return new RowJudge(ctx, carriers, { defaults, services, collections, parse: parseBlock });
  }

  /**
   * Judges orders, each with all its rows; `before`: of orders whose reference an earlier one has, the first row of
   * that, by their own.
   */
  async judge(
    orders: readonly Row[][],
    { db = this.ctx.db, confirm = "N", before = new Map() }: How = {},
  ): Promise<JudgedOrder[]> {
    const skus = orders.flat().flatMap((row) => cellsNow(row).item_sku ?? []);
    const filling = { ...this.filling, items: await itemsBySku(db, scopeOf(this.ctx), [...new Set(skus)]) };
    const judged: JudgedOrder[] = [];
    let ends = performance.now() + SLICE_MS;
    for (let at = 0; at < orders.length; at += STEP) {
      if (performance.now() > ends) {
        await turn();
        ends = performance.now() + SLICE_MS;
      }
      const some = orders.slice(at, at + STEP);
      judged.push(...(await this.judgeOrders(some, filling, { confirm, before })));
    }
    return judged;
  }

  private async judgeOrders(
    orders: readonly Row[][],
    filling: Filling,
    { confirm, before }: Required<Pick<How, "confirm" | "before">>,
  ): Promise<JudgedOrder[]> {
    const drafts = orders.map((rows) => orderOf(rows.map(cellsNow), filling));
    const bodies = drafts.map(({ body }) => ({ ...body, confirm_shipment: confirm }));
    const results = await judgeSet(this.ctx, this.carriers, bodies);
    return orders.map((rows, at) => {
      const [result, own] = [results[at], drafts[at]?.problems ?? []];
      const first = rows[0] as Row;
      const found = result instanceof ApiError ? problemsOf(result, cellsNow(first)) : [];
      const repeated = before.get(first.n);
      const again: OrderProblem[] =
        repeated === undefined
          ? []
          : [{ row: 0, column: "reference", key: "referenceAgain", params: { row: repeated } }];
      const problems = oncePerCell([...again, ...own, ...found]);
      const order = problems.length === 0 && result && !(result instanceof ApiError) ? result : null;
      return { rows: rows.map((row, index) => judgedRow(row, index, { first, problems, order })), order };
    });
  }
}

function judgedRow(
  row: Row,
  index: number,
  { first, problems, order }: { first: Row; problems: readonly OrderProblem[]; order: PricedOrder | null },
): JudgedRow {
  const own = problems.filter((problem) => problem.row === index);
  const inFile = ({ row: _row, ...problem }: OrderProblem): RowProblem =>
    problem.key === "lineDiffers" ? { ...problem, params: { row: first.n } } : problem;
  return {
    ...row,
    first_n: first.n,
    reference: cellsNow(row).reference ?? null,
    state: own.length > 0 ? "wrong" : row.edits ? "fixed" : "good",
    problems: own.length > 0 ? own.map(inFile) : null,
    price: index === 0 && order ? order.price.price : null,
    fingerprint: index === 0 && order ? fingerprintOf(order) : null,
    service: index === 0 && order ? order.input.shipping_provider : null,
  };
}

/** What an order would be, but for whether it is confirmed and the day of its collection. */
function fingerprintOf({ input }: PricedOrder): string {
  const { confirm_shipment: _asked, ...kept } = input;
  const facts = "pickup_arrange" in kept ? { ...kept, pickup_arrange: undefined } : kept;
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}

/** What an order is refused for, by row and cell. */
export function problemsOf(refusal: ApiError, head: Cells): OrderProblem[] {
  if (!refusal.problems) return [{ row: 0, column: "reference", message: refusal.message }];
  return refusal.problems.map((problem) => cellOf(problem, head));
}

/** The first thing that is wrong with a cell says more than what follows from it. */
function oncePerCell(problems: readonly OrderProblem[]): OrderProblem[] {
  const seen = new Set<string>();
  const isMissing = problems.some(({ column }) => column === "sender");
  const kept = problems.filter(({ row, column }) => {
    if (isMissing && column.startsWith("sender.")) return false;
    const cell = `${row} ${column}`;
    return !seen.has(cell) && seen.add(cell);
  });
  const placeOf = ({ column }: OrderProblem) => {
    const at = (ORDER_COLUMNS as readonly string[]).indexOf(column);
    return at < 0 ? ORDER_COLUMNS.length : at;
  };
  return kept.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Rows in the file's order, parted into those of each order. */
export function ordersOf<R extends Row>(rows: readonly R[]): R[][] {
  return groupsOf(rows.map((row) => cellsNow(row).reference ?? null)).map(({ from, to }) => rows.slice(from, to));
}

/** Of rows in the file's order, the first row of an earlier order with the same reference, by the later order's first row. */
export function repeatedReferences(rows: readonly { n: number; reference: string | null }[]): Map<number, number> {
  const groups = groupsOf(rows.map(({ reference }) => reference));
  return new Map(
    groups.flatMap(({ from, before }) => {
      const [first, earlier] = [rows[from], before === null ? undefined : rows[before]];
      return first && earlier ? [[first.n, earlier.n] as const] : [];
    }),
  );
}
