// What merchants want done with orders that could not be delivered (contract §37).
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { syncCases } from "@/server/cases";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Answer, Api } from "@/test/http";
import { must } from "@/test/pick-pack/warehouse";

let shop: Merchant;
let owner: Api;

beforeAll(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
});

/** An order that the courier could not deliver. */
async function stuck(body: object = localOrder(), event = "order.failed_delivery", of = shop): Promise<string> {
  const { order_id } = await created(of.testing, body);
  for (const each of ["order.picked_up", "order.in_transit", "order.out_for_delivery", event])
    must(await of.testing.post("/simulate/tracking", { order_id, event: each }));
  return order_id;
}

const instruct = (order_id: string, body: object, by = owner, options = {}): Promise<Answer> =>
  by.post("/order/instructions", { order_id, ...body }, options);
const thread = async (order_id: string) => must(await owner.get(`/order/messages?order_id=${order_id}`)).body.data;
const refusals = ({ status, body }: Answer) => [
  status,
  ...(body.error.error_trace ?? []).map(({ field }: { field: string }) => field),
];
const tomorrow = () => addDays(hongKongDate(new Date()), 1);
const HOME = { name: "陳大文", mobile_prefix: "852", mobile: "91234567", address: "青山公路 18 號 2 座 12B" };

describe("POST /order/instructions", () => {
  it.each(["order.failed_delivery", "order.exception"])(
    "takes each way out of %s, as a message of the thread",
    async (event) => {
      const order_id = await stuck(localOrder(), event);
      const { rows } = await sql<{ code: string }>`
      select delivery_code as code from pickup_points where status = 'ACTIVE' limit 1`.execute(await testDb());
      const delivery_code = rows[0]?.code ?? "";
      const empty = { day: null, hours: null, recipient: null, delivery_code: null };
      for (const [body, instruction] of [
        [{ way: "REDELIVER" }, empty],
        [
          { way: "REDELIVER", day: tomorrow(), hours: "18:00-21:00" },
          { ...empty, day: tomorrow(), hours: "18:00-21:00" },
        ],
        [
          { way: "ADDRESS", recipient: HOME, note: "Block 2" },
          { ...empty, recipient: HOME },
        ],
        [
          { way: "PICKUP_POINT", delivery_code },
          { ...empty, delivery_code },
        ],
        [{ way: "RETURN" }, empty],
      ] as const) {
        const answer = must(await instruct(order_id, body)).body.data;
        expect(answer).toMatchObject({
          kind: "instruction",
          side: "merchant",
          is_own: true,
          text: "note" in body ? body.note : "",
          instruction: { way: body.way, ...instruction },
        });
        expect((await thread(order_id))[0]).toEqual(answer);
      }
      // Neither the order nor its price changes.
      const order = must(await owner.get(`/order/detail/${order_id}`)).body.data;
      expect(order.recipient.name).toBe((localOrder().recipient as { name: string }).name);
    },
  );

  it("waits for support's answer; what is solved waits for none, nor does what was asked for before", async () => {
    const order_id = await stuck();
    const support = (await personOf("support", null)).api;
    const waiting = async () => {
      await syncCases(await testDb());
      const cases = must(await support.get(`/cases?account_id=${shop.accountId}&environment=testing&limit=100`)).body
        .data;
      return cases.some(
        (each: { kind: string; order_id: string }) => each.kind === "QUESTION" && each.order_id === order_id,
      );
    };
    must(await instruct(order_id, { way: "REDELIVER" }));
    expect(await waiting()).toBe(true);
    must(await instruct(order_id, { way: "SOLVED" }));
    expect(await waiting()).toBe(false);
    must(await instruct(order_id, { way: "RETURN" }));
    expect(await waiting()).toBe(true);
    const named = { headers: { "x-account-id": shop.accountId } };
    const [first] = must(await support.get(`/order/messages?order_id=${order_id}`, named)).body.data;
    expect(first.instruction.way).toBe("RETURN");
    must(await support.post("/order/messages", { order_id, text: "It comes back on Friday." }, named));
    expect(await waiting()).toBe(false);
  });

  it("refuses orders that are not stuck, and what the kind of order does not have", async () => {
    const { order_id: ready } = await created(shop.testing);
    expect(refusals(await instruct(ready, { way: "RETURN" }))).toEqual([400, "order_id"]);
    const local = await stuck();
    const intl = await stuck(intlOrder());
    expect(refusals(await instruct(intl, { way: "PICKUP_POINT", delivery_code: "NT-L001" }))).toEqual([400, "way"]);
    expect(refusals(await instruct(local, { way: "PICKUP_POINT", delivery_code: "NOWHERE" }))).toEqual([
      400,
      "delivery_code",
    ]);
    expect(refusals(await instruct(local, { way: "PICKUP_POINT" }))).toEqual([400, "delivery_code"]);
    expect(refusals(await instruct(local, { way: "FORGET" }))).toEqual([400, "way"]);
    expect(refusals(await instruct(local, {}))).toEqual([400, "way"]);
    expect(refusals(await instruct(local, { way: "ADDRESS" }))).toEqual([400, "recipient"]);
    expect(refusals(await instruct(local, { way: "ADDRESS", recipient: { ...HOME, name: "", mobile: "12" } }))).toEqual(
      [400, "recipient.name", "recipient.mobile"],
    );
    expect(refusals(await instruct(intl, { way: "ADDRESS", recipient: { ...HOME } }))[0]).toBe(400);
    for (const day of [hongKongDate(new Date()), addDays(tomorrow(), 14), "2026-02-30"])
      expect(refusals(await instruct(local, { way: "REDELIVER", day })), day).toEqual([400, "day"]);
    expect(refusals(await instruct(local, { way: "RETURN", note: "x".repeat(501) }))).toEqual([400, "note"]);
    expect(await thread(local)).toEqual([]);
  });

  it("is written once for an idempotency key", async () => {
    const order_id = await stuck();
    const once = { headers: { "idempotency-key": `key-${order_id}` } };
    must(await instruct(order_id, { way: "RETURN" }, owner, once));
    expect((await instruct(order_id, { way: "RETURN" }, owner, once)).body.error.code).toBe("500998");
    expect(await thread(order_id)).toHaveLength(1);
  });

  it("is for people of the account, in its own environment", async () => {
    const order_id = await stuck();
    const named = { headers: { "x-account-id": shop.accountId } };
    const other = await personOf("owner", (await merchant()).accountId);
    expect((await instruct(order_id, { way: "RETURN" }, other.api)).status).toBe(404);
    const elsewhere = await personOf("owner", shop.accountId, "production");
    expect((await instruct(order_id, { way: "RETURN" }, elsewhere.api)).status).toBe(404);
    for (const by of [shop.testing, (await personOf("support", null)).api, await clientOf("support", null)])
      expect((await instruct(order_id, { way: "RETURN" }, by, named)).status).toBe(403);
    expect((await instruct(order_id, { way: "RETURN" }, (await personOf("member", shop.accountId)).api)).status).toBe(
      200,
    );
  });
});
