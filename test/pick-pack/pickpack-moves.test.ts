import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import {
  PICKPACK_MOVE_NAMES,
  PICKPACK_MOVES,
  PICKPACK_STATUSES,
  type PickPackMove,
  pickPackMovesOf,
} from "@/lib/warehouse/pickpack-status";
import { updateAccount } from "@/server/accounts";
import { forgetPickPackTwins } from "../database";
import { clientOf, created, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";
import { freshItem, ledgerGaps, must, naming, orderIn, orderOf, stocked, stockOf, warehouse } from "./warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

const BODIES: Record<PickPackMove, object> = {
  confirm: {},
  ready: {},
  reject: { reject_type: "OUT_OF_STOCK" },
  reopen: {},
  cancel: {},
};
const move = (name: PickPackMove, order: { order_id: string }, client: Api = staff, body: object = {}) =>
  client.post(`/pickpack/${name}`, { order_id: order.order_id, ...BODIES[name], ...body });
const record = async ({ order_id }: { order_id: string }) =>
  (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
const statusOf = async ({ order_id }: { order_id: string }) =>
  (await staff.get(`/pickpack/bench/${order_id}`)).body.data.status;
const eventsOf = async ({ order_id }: { order_id: string }) => {
  const { rows } = await sql<{ event: string }>`
    select event from events where order_id = ${order_id} order by created_at, id`.execute(await testDb());
  return rows.map(({ event }) => event);
};

/** The table of moves, written down a second time. */
const LEGAL: Record<string, Partial<Record<PickPackMove, string>>> = {
  PICKPACK_PENDING_CONFIRM: {
    confirm: "PICKPACK_CONFIRMED",
    reject: "PICKPACK_REJECTED",
    cancel: "PICKPACK_CANCELLED",
  },
  PICKPACK_CONFIRMED: {
    ready: "PICKPACK_READY_TO_SHIPMENT",
    reject: "PICKPACK_REJECTED",
    cancel: "PICKPACK_CANCELLED",
  },
  PICKPACK_READY_TO_SHIPMENT: { reopen: "PICKPACK_CONFIRMED", cancel: "PICKPACK_CANCELLED" },
  PICKPACK_CANCELLED: {},
  PICKPACK_REJECTED: {},
};
const PAIRS = PICKPACK_STATUSES.flatMap((status) => PICKPACK_MOVE_NAMES.map((name) => [status, name] as const));

describe("the moves of a pick-and-pack order", () => {
  it("are in one table", () => {
    for (const [status, name] of PAIRS) {
      const isLegal = (PICKPACK_MOVES[name].from as readonly string[]).includes(status);
      expect(isLegal ? PICKPACK_MOVES[name].to : undefined, `${status} ${name}`).toBe(LEGAL[status]?.[name]);
      expect(pickPackMovesOf(status, "warehouse").includes(name)).toBe(isLegal);
      expect(pickPackMovesOf(status, "support").includes(name)).toBe(isLegal);
      for (const role of ["merchant", "owner", "member", "carrier"] as const)
        expect(pickPackMovesOf(status, role)).toEqual([]);
    }
  });

  it.each(PAIRS)("from %s: POST /pickpack/%s", async (status, name) => {
    const order = await orderIn(place, status);
    const to = LEGAL[status]?.[name];
    const before = [await stockOf(shop.testing, order.product_id), await eventsOf(order)];
    const answer = await move(name, order);
    if (to) {
      const read = name === "reopen" ? "bench" : "detail";
      const { data } = answer.body;
      expect([answer.status, read === "bench" ? data?.status : data?.order.status]).toEqual([200, to]);
      expect(data).toEqual(must(await staff.get(`/pickpack/${read}/${order.order_id}`)).body.data);
    } else {
      expect([answer.status, answer.body.error.code]).toEqual([400, "400000"]);
      expect(answer.entries).toEqual([
        {
          field: "order_id",
          pointer: "/order_id",
          code: "400480",
          code_reason: "PICKPACK_TRANSITION_INVALID",
          message: expect.stringContaining(status),
        },
      ]);
      expect(await statusOf(order)).toBe(status);
      expect([await stockOf(shop.testing, order.product_id), await eventsOf(order)]).toEqual(before);
    }
    expect(await ledgerGaps()).toEqual([]);
  });

  it.each(PICKPACK_MOVE_NAMES)("are only the warehouse's and support's: %s", async (name) => {
    const from = PICKPACK_MOVES[name].from[0];
    const refused = {
      merchant: shop.testing,
      owner: (await personOf("owner", shop.accountId)).api,
      member: (await personOf("member", shop.accountId)).api,
      carrier: await clientOf("carrier", null),
    };
    const order = await orderIn(place, from);
    for (const [role, client] of Object.entries(refused)) {
      const answer = await move(name, order, client);
      expect([role, answer.status, answer.body.error.code]).toEqual([role, 403, "403000"]);
    }
    for (const client of [api("testing"), api("testing", { token: "at_test_none" })]) {
      const answer = await move(name, order, client);
      expect([answer.status, answer.body.error.code]).toEqual([401, "401000"]);
    }
    expect(await statusOf(order)).toBe(from);
    const allowed = {
      "warehouse client": staff,
      "warehouse client of the account": await clientOf("warehouse", shop.accountId),
      "support client": await clientOf("support", null),
      "warehouse person": (await personOf("warehouse", null)).api,
      "support person": (await personOf("support", null)).api,
    };
    for (const [who, client] of Object.entries(allowed)) {
      const order = await orderIn(place, from);
      await forgetPickPackTwins();
      const answer = await move(name, order, client);
      expect([who, answer.status]).toEqual([who, 200]);
    }
  });

  it.each(PICKPACK_MOVE_NAMES)("do not reach into other accounts or environments: %s", async (name) => {
    const order = await orderIn(place, PICKPACK_MOVES[name].from[0]);
    const other = await merchant({ pickPack: true });
    const answers = [
      await move(name, order, await clientOf("warehouse", other.accountId)),
      await move(name, order, await clientOf("warehouse", null, "production")),
      await staff.post(`/pickpack/${name}`, { order_id: order.order_id, ...BODIES[name] }, naming(other)),
      await move(name, { order_id: "1" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await statusOf(order)).toBe(PICKPACK_MOVES[name].from[0]);
  });

  it.each(["PICKED_UP", "IN_TRANSIT", "DELIVERED", "EXCEPTION"])(
    "end when the parcel is on its way: the order is %s",
    async (status) => {
      const order = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
      await sql`update orders set status = ${status} where id = ${order.order_id}`.execute(await testDb());
      const answer = await move("cancel", order);
      expect(answer.entries).toMatchObject([{ code: "400480", message: expect.stringContaining(status) }]);
      expect(await statusOf(order)).toBe("PICKPACK_READY_TO_SHIPMENT");
    },
  );

  it("leave a pick-and-pack order ready while carriers scan the parcel", async () => {
    const order = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
    for (const event of ["order.picked_up", "order.in_transit", "order.out_for_delivery", "order.delivered"]) {
      must(await shop.testing.post("/simulate/tracking", { order_id: order.order_id, event }));
      expect(await statusOf(order)).toBe("PICKPACK_READY_TO_SHIPMENT");
    }
    expect((await record(order)).order_status).toBe("DELIVERED");
  });

  it("are audited with the account that the order belongs to", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const person = await personOf("warehouse", null);
    must(await move("confirm", order, person.api));
    const rows = await (await testDb())
      .selectFrom("audit_log")
      .select(["actor", "account_id", "operation", "object_id", "environment"])
      .where("actor", "=", `person:${person.id}`)
      .execute();
    expect(rows).toEqual([
      {
        actor: `person:${person.id}`,
        account_id: shop.accountId,
        operation: "confirmPickPack",
        object_id: order.order_id,
        environment: "testing",
      },
    ]);
  });

  it("are refused for an account that may not use the service; reading is not", async () => {
    const mine = await warehouse();
    const order = await orderIn(mine, "PICKPACK_PENDING_CONFIRM");
    await updateAccount(await testDb(), mine.shop.accountId, { suspended: true });
    const answer = await move("confirm", order, mine.staff);
    expect([answer.status, answer.body.error.code]).toEqual([403, "403020"]);
    expect((await mine.staff.get(`/pickpack/detail/${order.order_id}`)).status).toBe(200);
  });
});

describe("POST /pickpack/confirm", () => {
  it("reserves what the order wants, in all its parcels", async () => {
    const [a, b] = [freshItem("2"), freshItem("3")];
    const [idA, idB] = [await stocked(place, a, "10"), await stocked(place, b, "3")];
    const order = await created(shop.testing, orderOf([a, b], [{ ...a, qty: "4" }]));
    must(await move("confirm", order));
    expect([await stockOf(shop.testing, idA), await stockOf(shop.testing, idB)]).toEqual([
      ["10", "6"],
      ["3", "3"],
    ]);
    const { body } = await shop.testing.get(`/products/${idA}/movements?order_id=${order.order_id}`);
    expect(body.data).toMatchObject([
      { kind: "RESERVED", on_hand_change: "0", reserved_change: "6", on_hand: "10", reserved: "6" },
    ]);
  });

  it("answers 400481 naming each item that is short, an unknown one too, and reserves nothing", async () => {
    const [enough, short, unknown] = [freshItem("1"), freshItem("4"), freshItem("2")];
    const [idEnough, idShort] = [await stocked(place, enough, "1"), await stocked(place, short, "3")];
    const order = await created(shop.testing, orderOf([enough, short, unknown]));
    const answer = await move("confirm", order);
    const entry = (sku: string, requested: string, available: string) => ({
      field: "order_id",
      pointer: "/order_id",
      code: "400481",
      code_reason: "OUT_OF_STOCK",
      message: expect.stringContaining(sku),
      sku,
      requested,
      available,
    });
    expect(answer.status).toBe(400);
    expect(answer.entries).toEqual([entry(short.sku, "4", "3"), entry(unknown.sku, "2", "0")]);
    expect(await statusOf(order)).toBe("PICKPACK_PENDING_CONFIRM");
    expect([await stockOf(shop.testing, idEnough), await stockOf(shop.testing, idShort)]).toEqual([
      ["1", "0"],
      ["3", "0"],
    ]);
  });

  it("takes no unit that is reserved already", async () => {
    const item = freshItem("3");
    await stocked(place, item, "5");
    const [first, second] = [
      await created(shop.testing, orderOf([item])),
      await created(shop.testing, orderOf([item])),
    ];
    must(await move("confirm", first));
    expect((await move("confirm", second)).entries).toMatchObject([{ code: "400481", available: "2" }]);
    must(await move("cancel", first));
    must(await move("confirm", second));
  });

  it("asks for a repack where the warehouse says so", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const answer = await move("confirm", order, staff, { is_require_repack: "Y" });
    expect(answer.body.data.order.is_require_repack).toBe("Y");
    expect((await move("ready", order)).entries).toMatchObject([{ field: "parcel_list" }]);
    const parcel_list = [{ length: "10", width: "10", height: "10", act_weight: "1" }];
    expect((await move("ready", order, staff, { parcel_list })).status).toBe(200);
  });

  it("takes an order that was saved first and confirmed later", async () => {
    const item = freshItem();
    await stocked(place, item, "1");
    const saved = await created(shop.testing, { ...orderOf([item]), confirm_shipment: "N" });
    expect((await move("confirm", saved)).status).toBe(404);
    must(await shop.testing.post("/order/confirm", { order_id: saved.order_id }));
    expect((await move("confirm", saved)).body.data.order.status).toBe("PICKPACK_CONFIRMED");
  });
});

describe("POST /pickpack/reject", () => {
  it.each(["PICKPACK_PENDING_CONFIRM", "PICKPACK_CONFIRMED"] as const)(
    "cancels the order with it, releases the stock and announces it once: %s",
    async (status) => {
      const order = await orderIn(place, status);
      const total = async (query: string) =>
        (await shop.testing.get(`/orders?limit=1&status=${query}`)).body.pagination.total;
      const before = [await total("READY_TO_SHIP"), await total("CANCELLED")];
      const answer = await move("reject", order, staff, { reject_type: "OUT_OF_STOCK", reject_reason: "Shelf empty" });
      expect(answer.body.data.order).toMatchObject({
        status: "PICKPACK_REJECTED",
        reject_type: "OUT_OF_STOCK",
        reject_reason: "Shelf empty",
        pickup_detail: [],
      });
      expect(await record(order)).toMatchObject({
        order_status: "CANCELLED",
        cancel_status: "CANCELLED",
        cancel_reason: "OTHER",
        cancel_remarks: "Rejected by the warehouse: OUT_OF_STOCK. Shelf empty",
      });
      const confirmed = status === "PICKPACK_CONFIRMED" ? ["pickpack.confirmed"] : [];
      expect(await eventsOf(order)).toEqual(["order.created", ...confirmed, "order.cancelled", "pickpack.rejected"]);
      expect(await stockOf(shop.testing, order.product_id)).toEqual(["5", "0"]);
      expect([await total("READY_TO_SHIP"), await total("CANCELLED")]).toEqual([before[0] - 1, before[1] + 1]);
    },
  );

  it.each([
    [{ reject_type: undefined }, ["reject_type"]],
    [{ reject_type: "LOST" }, ["reject_type"]],
    [{ reject_type: "OTHERS" }, ["reject_reason"]],
    [{ reject_type: "OTHERS", reject_reason: "  " }, ["reject_reason"]],
    [{ reject_type: "OTHERS", order_id: "x" }, ["order_id", "reject_reason"]],
    [{ reject_reason: "x".repeat(501) }, ["reject_reason"]],
  ])("says what is missing: %j", async (change, fields) => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const answer = await move("reject", order, staff, change);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(await statusOf(order)).toBe("PICKPACK_PENDING_CONFIRM");
  });
});

describe("400438", () => {
  it("keeps orders without sku and bar_code_eid from a pick-and-pack account", async () => {
    const body = orderOf([{ sku: "A", bar_code_eid: "" }]);
    const answer = await shop.testing.post("/order/create", body);
    expect(answer.entries).toMatchObject([
      { field: "shipment_detail.parcel_list[].parcel_items[].bar_code_eid", code: "400438" },
    ]);
  });
});
