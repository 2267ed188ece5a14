/** What rows of the order list say about orders that need a person (contract §5.4). */
import { describe, expect, it } from "vitest";
import { merchant } from "../factories";
import { at, orderIn, scan, shop, simulate, withCarrier } from "../tracking/tracking";

withCarrier();

type Row = Record<string, unknown> & { problem: Record<string, unknown> | null };
const rowOf = async (id: string, query = ""): Promise<Row> =>
  (await shop.testing.get(`/orders?order_ids=${id}${query}`)).body.data[0];

describe("a row of the order list", () => {
  it("says since when and why an order is stuck: the scan that brought its state, until it moves on", async () => {
    const order = await orderIn("READY_TO_SHIP");
    expect(await rowOf(order.order_id)).toMatchObject({ problem: null, late: "N" });
    await scan(order, "exception", at("10:00:00"), { sub_status: "damaged", description: "Box is crushed" });
    await scan(order, "exception", at("12:30:00"), { sub_status: "bad_address", description: "No such flat" });
    // An older scan only joins the history.
    await scan(order, "exception", at("09:00:00"), { sub_status: "lost" });
    const { problem } = await rowOf(order.order_id);
    expect(problem).toEqual({
      since: at("12:30:00.000"),
      age_minutes: expect.any(Number),
      sub_status: "bad_address",
      description: "No such flat",
    });
    const age = (Date.now() - Date.parse(at("12:30:00"))) / 60_000;
    expect(Math.abs(Number(problem?.age_minutes) - age)).toBeLessThan(3);
    await scan(order, "delivered", at("15:00:00"));
    expect((await rowOf(order.order_id)).problem).toBeNull();
  });

  it("says it for failed deliveries too, each for itself, and what the carrier did not say is null", async () => {
    const [one, two] = [await orderIn("OUT_FOR_DELIVERY"), await orderIn("EXCEPTION")];
    await simulate(one, "failed_delivery", { sub_status: "not_home" });
    const { data } = (await shop.testing.get(`/orders?order_ids=${one.order_id},${two.order_id}`)).body;
    const said = Object.fromEntries(data.map(({ order_id, problem }: Row) => [order_id, problem]));
    expect(said[one.order_id]).toMatchObject({ age_minutes: 0, sub_status: "not_home", description: null });
    expect(said[two.order_id]).toMatchObject({ age_minutes: 0, sub_status: null, description: null });
    expect((await (await merchant()).testing.get(`/orders?order_ids=${one.order_id}`)).body.data).toEqual([]);
  });

  it("says that an order is late, as the filter finds it, with the day that was expected", async () => {
    const order = await orderIn("READY_TO_SHIP");
    const due = at("18:00:00");
    await scan(order, "in_transit", at("08:00:00"), { estimated_delivery: due });
    const row = await rowOf(order.order_id, "&late=Y");
    expect([row.late, Date.parse(String(row.estimated_delivery))]).toEqual(["Y", Date.parse(due)]);
    await scan(order, "exception", at("19:00:00"), { sub_status: "lost" });
    expect(await rowOf(order.order_id)).toMatchObject({ late: "Y", problem: { sub_status: "lost" } });
    await scan(order, "delivered", at("20:00:00"));
    expect((await rowOf(order.order_id)).late).toBe("N");
  });
});
