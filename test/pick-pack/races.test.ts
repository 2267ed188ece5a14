// @module-tag engine
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { created, type Merchant, testDb } from "../factories";
import type { Answer, Api } from "../http";
import {
  freshItem,
  type Item,
  ledgerGaps,
  must,
  naming,
  orderIn,
  orderOf,
  stocked,
  stockOf,
  warehouse,
} from "./warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

const move = (name: string, order_id: string, body: object = {}) =>
  staff.post(`/pickpack/${name}`, { order_id, ...body });
const cancel = (order_id: string) => shop.testing.post("/order/cancel", { order_id, reason: "OTHER" });
const packing = async (order_id: string) => must(await staff.get(`/pickpack/bench/${order_id}`)).body.data;
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();
const cancellations = async (order_id: string) => {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from events where order_id = ${order_id} and event = 'order.cancelled'`.execute(
    await testDb(),
  );
  return Number(rows[0]?.n);
};

describe("confirmations at once", () => {
  it("never reserve the same unit twice", async () => {
    const item = freshItem("2");
    const id = await stocked(place, item, "7");
    const orders = [];
    for (let n = 0; n < 6; n++) orders.push((await created(shop.testing, orderOf([item]))).order_id);
    const answers = await Promise.all(orders.map((order_id) => move("confirm", order_id)));
    expect(statuses(answers)).toEqual([200, 200, 200, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400))
      expect(answer.entries).toMatchObject([{ code: "400481", sku: item.sku }]);
    expect(await stockOf(shop.testing, id)).toEqual(["7", "6"]);
  });

  it("of orders that want the same products in another order wait for each other, and none gives up", async () => {
    const items = Array.from({ length: 5 }, () => freshItem("1"));
    const ids = [];
    for (const item of items) ids.push(await stocked(place, item, "8"));
    const orders = [];
    for (let n = 0; n < 8; n++) {
      const wanted: Item[] = n % 2 ? items : [...items].reverse();
      orders.push((await created(shop.testing, orderOf(wanted))).order_id);
    }
    const answers = await Promise.all(orders.map((order_id) => move("confirm", order_id)));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    for (const id of ids) expect(await stockOf(shop.testing, id)).toEqual(["8", "8"]);
    const back = await Promise.all(orders.map((order_id, n) => move(n % 2 ? "cancel" : "ready", order_id)));
    expect(new Set(statuses(back))).toEqual(new Set([200]));
    for (const id of ids) expect(await stockOf(shop.testing, id)).toEqual(["4", "0"]);
    expect(await ledgerGaps()).toEqual([]);
  });

  it("and imports of the same products wait for each other, and none gives up", async () => {
    const items = Array.from({ length: 12 }, () => freshItem("1"));
    for (const item of items) await stocked(place, item, "20");
    const orders = [];
    for (let n = 0; n < 6; n++) orders.push((await created(shop.testing, orderOf(items))).order_id);
    const product_list = items.map(({ sku }) => ({ sku, name: `Renamed ${sku}` }));
    const answers = await Promise.all(
      orders.flatMap((order_id) => [
        move("confirm", order_id),
        shop.testing.post("/products/import", { product_list }),
      ]),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(await ledgerGaps()).toEqual([]);
  });

  it("of one order reserve once", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const answers = await Promise.all([1, 2, 3, 4].map(() => move("confirm", order.order_id)));
    expect(statuses(answers)).toEqual([200, 400, 400, 400]);
    expect(await stockOf(shop.testing, order.product_id)).toEqual(["5", "2"]);
  });

  it("and a correction of the stock leave the stock that both were answered with", async () => {
    for (let round = 0; round < 5; round++) {
      const item = freshItem("3");
      const id = await stocked(place, item, "4");
      const { order_id } = await created(shop.testing, orderOf([item]));
      const counted = { kind: "ADJUSTED", qty: "-2", reason: "Counted" };
      const [confirmed, adjusted] = await Promise.all([
        move("confirm", order_id),
        staff.post(`/products/${id}/stock`, counted, naming(shop)),
      ]);
      expect(statuses([confirmed, adjusted])).toEqual([200, 400]);
      expect(await stockOf(shop.testing, id)).toEqual(confirmed.status === 200 ? ["4", "3"] : ["2", "0"]);
    }
  });
});

describe("moves at once", () => {
  it("reject or confirm, exactly one of them wins", async () => {
    for (let round = 0; round < 5; round++) {
      const { order_id, product_id } = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
      const reject = { reject_type: "OUT_OF_STOCK" };
      // A confirmed order can still be rejected; a rejected one not be confirmed.
      const [confirmed, rejected] = await Promise.all([move("confirm", order_id), move("reject", order_id, reject)]);
      expect([rejected.status, [200, 400].includes(confirmed.status)]).toEqual([200, true]);
      expect((await packing(order_id)).status).toBe("PICKPACK_REJECTED");
      expect(await stockOf(shop.testing, product_id)).toEqual(["5", "0"]);
      expect(await cancellations(order_id)).toBe(1);
    }
  });

  it("the merchant's cancel and the warehouse's confirm: cancelled, or a request", async () => {
    for (let round = 0; round < 6; round++) {
      const { order_id, product_id } = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
      const [asked, confirmed] = await Promise.all([cancel(order_id), move("confirm", order_id)]);
      const isCancelled = asked.body.data.cancel_status === "CANCELLED";
      expect([asked.status, confirmed.status]).toEqual([200, isCancelled ? 400 : 200]);
      const read = await packing(order_id);
      expect([read.status, read.warning]).toEqual(
        isCancelled ? ["PICKPACK_CANCELLED", "CANCELLED"] : ["PICKPACK_CONFIRMED", "CANCEL_REQUESTED"],
      );
      expect(await stockOf(shop.testing, product_id)).toEqual(["5", isCancelled ? "0" : "2"]);
      expect(await cancellations(order_id)).toBe(isCancelled ? 1 : 0);
    }
  });

  it("staff's cancel and the carrier's scan: one of them wins", async () => {
    for (let round = 0; round < 6; round++) {
      const { order_id, product_id } = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
      const scan = () => shop.testing.post("/simulate/tracking", { order_id, event: "order.picked_up" });
      const answers = round % 2 ? [move("cancel", order_id), scan()] : [scan(), move("cancel", order_id)].reverse();
      const [cancelled, scanned] = (await Promise.all(answers)) as [Answer, Answer];
      expect(statuses([cancelled, scanned])).toEqual([200, 400]);
      const isCancelled = cancelled.status === 200;
      const read = await packing(order_id);
      expect([read.status, read.order_status]).toEqual(
        isCancelled ? ["PICKPACK_CANCELLED", "CANCELLED"] : ["PICKPACK_READY_TO_SHIPMENT", "PICKED_UP"],
      );
      expect(await stockOf(shop.testing, product_id)).toEqual([isCancelled ? "5" : "3", "0"]);
    }
  });

  it("staff decline a request, agree to it and pack the order: one answer counts, and the order is cancelled once", async () => {
    for (let round = 0; round < 8; round++) {
      const order = await orderIn(place, "PICKPACK_CONFIRMED");
      must(await shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "DUPLICATE" }));
      const moves = [
        () => move("decline-cancel", order.order_id, { remarks: "It goes on" }),
        () => move("cancel", order.order_id),
        () => move("ready", order.order_id),
      ];
      const turn = round % 3;
      const turned = await Promise.all([...moves.slice(turn), ...moves.slice(0, turn)].map((make) => make()));
      const [decline, cancelled, ready] = [0, 1, 2].map((n) => turned[(n - turn + 3) % 3] as Answer);
      expect(cancelled?.status).toBe(200);
      for (const answer of [decline, ready])
        if (answer?.status !== 200) expect(answer?.entries).toMatchObject([{ code: "400480" }]);
      const isDeclined = decline?.status === 200;
      const record = must(await shop.testing.get(`/order/detail/${order.order_id}`)).body.data;
      expect(record).toMatchObject({ order_status: "CANCELLED", cancel_reason: isDeclined ? "OTHER" : "DUPLICATE" });
      expect(record.cancel_declined_remarks).toBe(isDeclined ? "It goes on" : null);
      expect(await stockOf(shop.testing, order.product_id)).toEqual(["5", "0"]);
      expect(await cancellations(order.order_id)).toBe(1);
    }
  });

  it("staff reject an order and agree to its cancellation: one of them wins, and its stock comes back once", async () => {
    for (let round = 0; round < 6; round++) {
      const { order_id, product_id } = await orderIn(place, "PICKPACK_CONFIRMED");
      must(await cancel(order_id));
      const moves = [() => move("reject", order_id, { reject_type: "OUT_OF_STOCK" }), () => move("cancel", order_id)];
      if (round % 2) moves.reverse();
      const answers = await Promise.all(moves.map((make) => make()));
      expect(statuses(answers)).toEqual([200, 400]);
      expect(answers.find(({ status }) => status === 400)?.entries).toMatchObject([{ code: "400480" }]);
      const won = answers.find(({ status }) => status === 200)?.body.data.order.status;
      expect((await packing(order_id)).status).toBe(won);
      expect(await stockOf(shop.testing, product_id)).toEqual(["5", "0"]);
      expect(await cancellations(order_id)).toBe(1);
    }
  });

  it("a scan is taken back while the order is made ready: it is ready whole, or goes on one unit short", async () => {
    for (let round = 0; round < 6; round++) {
      const item = freshItem("2");
      const { order_id, product_id } = await orderIn(place, "PICKPACK_CONFIRMED", item);
      for (const scan_id of ["a", "b"]) must(await move("scan", order_id, { scan_id, code: item.bar_code_eid }));
      const moves = [() => move("undo", order_id, { scan_id: "b" }), () => move("ready", order_id)];
      if (round % 2) moves.reverse();
      expect(statuses(await Promise.all(moves.map((make) => make())))).toEqual([200, 400]);
      const { status, is_complete } = await packing(order_id);
      const isReady = status === "PICKPACK_READY_TO_SHIPMENT";
      expect(is_complete).toBe(isReady);
      expect(await stockOf(shop.testing, product_id)).toEqual(isReady ? ["3", "0"] : ["5", "2"]);
    }
  });

  it("two benches pack one order: each unit is counted once, whichever was first", async () => {
    const item = freshItem("4");
    const { order_id } = await orderIn(place, "PICKPACK_CONFIRMED", item);
    const bench = (name: string) =>
      Promise.all([1, 2, 3].map((n) => move("scan", order_id, { scan_id: `${name}${n}`, code: item.sku })));
    const answers = (await Promise.all([bench("one"), bench("two")])).flat();
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400))
      expect(answer.entries).toMatchObject([{ scan_result: "TOO_MANY" }]);
    expect(answers.filter(({ body }) => body.data?.has_closed_parcel)).toHaveLength(1);
    expect((await packing(order_id)).scan_list).toHaveLength(4);
  });

  it("a request is declined once, and packing goes on meanwhile", async () => {
    for (let round = 0; round < 4; round++) {
      const order = await orderIn(place, "PICKPACK_CONFIRMED");
      must(await cancel(order.order_id));
      const decline = () => move("decline-cancel", order.order_id, { remarks: "It goes on" });
      const [first, ready, second] = await Promise.all([decline(), move("ready", order.order_id), decline()]);
      expect([statuses([first, second]), ready.status]).toEqual([[200, 400], 200]);
      const read = await packing(order.order_id);
      expect([read.status, read.warning]).toEqual(["PICKPACK_READY_TO_SHIPMENT", null]);
    }
  });

  it("a request is declined while the merchant asks again: it stays open or is declined, never half", async () => {
    for (let round = 0; round < 6; round++) {
      const { order_id } = await orderIn(place, "PICKPACK_CONFIRMED");
      must(await cancel(order_id));
      const decline = () => move("decline-cancel", order_id, { remarks: "It goes on" });
      const answers = await Promise.all(round % 2 ? [decline(), cancel(order_id)] : [cancel(order_id), decline()]);
      expect(statuses(answers)).toEqual([200, 200]);
      const { cancel_status, cancel_reason, cancel_declined_remarks } = must(
        await shop.testing.get(`/order/detail/${order_id}`),
      ).body.data;
      const isAsked = cancel_status === "REQUESTED";
      expect([cancel_reason, cancel_declined_remarks]).toEqual(isAsked ? ["OTHER", null] : [null, "It goes on"]);
    }
  });

  it("ready is made once, also while the merchant changes a remark", async () => {
    const parcel_list = [{ length: "60", width: "40", height: "30", act_weight: "3" }];
    const { order_id, product_id } = await orderIn(place, "PICKPACK_CONFIRMED");
    const remark = (client_remarks: string) => shop.testing.post("/order/update", { order_id, client_remarks });
    const answers = await Promise.all([
      remark("one"),
      move("ready", order_id, { parcel_list }),
      move("ready", order_id, { parcel_list }),
      remark("two"),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 200, 400]);
    expect(await stockOf(shop.testing, product_id)).toEqual(["3", "0"]);
    const record = (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
    expect(record.quote_price).toBe("162.00");
    expect(["one", "two"]).toContain(record.client_remarks);
  });

  it("an order and its pick-and-pack order come together, or neither", async () => {
    const headers = { "idempotency-key": `pick-${freshItem().sku}` };
    const body = orderOf([freshItem()]);
    const answers = await Promise.all([1, 2, 3].map(() => shop.testing.post("/order/create", body, { headers })));
    expect(statuses(answers)).toEqual([200, 500, 500]);
    const { order_id } = answers.find(({ status }) => status === 200)?.body.data ?? {};
    for (const answer of answers.filter(({ status }) => status === 500))
      expect(answer.body.error.order_id).toBe(order_id);
    const { rows } = await sql<{ orders: string; packed: string }>`
      select (select count(*) from orders where account_id = ${shop.accountId}) as orders,
        (select count(*) from pick_pack_orders where account_id = ${shop.accountId}) as packed`.execute(await testDb());
    expect(rows[0]?.orders).toBe(rows[0]?.packed);
  });
});
