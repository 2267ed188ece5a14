/** Who has to do what next with an order, by all that is known about it. */
import { describe, expect, it } from "vitest";
import { nextStepOf } from "@/app/(dashboard)/[environment]/orders/[orderId]/next-step";
import type { OrderRecord } from "@/lib/contracts/order";

const TODAY = "2026-11-24";
const KNOWN = { today: TODAY, isPrinted: true, isInWarehouse: false, instructed: undefined };

const order = (status: OrderRecord["order_status"], change: object = {}) =>
  ({
    ship_type: "local",
    order_status: status,
    cancel_status: null,
    suspension: null,
    estimated_delivery: null,
    pickup_arrange: null,
    tracking: { checkpoint_list: [{ time: "2026-11-23 15:24:00", event: "order.exception" }] },
    ...change,
  }) as unknown as OrderRecord;

const collected = (pickup_date: string) => order("READY_TO_SHIP", { pickup_arrange: { pickup_date } });

describe("the next step of an order", () => {
  it.each([
    ["confirm", true, order("PENDING_CONFIRM"), {}],
    ["wait", false, order("PENDING_CONFIRM", { suspension: {} }), {}],
    ["print", true, order("READY_TO_SHIP"), { isPrinted: false }],
    ["print", true, collected(TODAY), { isPrinted: false }],
    ["bring", true, order("READY_TO_SHIP"), {}],
    ["bring", true, order("READY_TO_SHIP"), { isPrinted: undefined }],
    ["collect", false, collected(TODAY), {}],
    ["collectAgain", true, collected("2026-11-23"), {}],
    ["pack", false, order("READY_TO_SHIP"), { isInWarehouse: true, isPrinted: false }],
    ["cancelling", false, order("READY_TO_SHIP", { cancel_status: "REQUESTED" }), { isInWarehouse: true }],
    ["carry", false, order("PICKED_UP"), {}],
    ["carry", false, order("IN_TRANSIT", { estimated_delivery: TODAY }), {}],
    ["late", true, order("OUT_FOR_DELIVERY", { estimated_delivery: "2026-11-23" }), {}],
    ["decide", true, order("EXCEPTION"), {}],
    ["decide", true, order("FAILED_DELIVERY"), { instructed: "2026-11-23T15:23:59+08:00" }],
    ["answer", false, order("FAILED_DELIVERY"), { instructed: "2026-11-23T15:24:01+08:00" }],
    ["arrived", false, order("DELIVERED"), {}],
    ["cancelled", false, order("CANCELLED"), {}],
  ] as const)("is %s (the merchant’s: %s)", (step, isYours, given, around) => {
    expect(nextStepOf(given, { ...KNOWN, ...around })).toMatchObject({ step, isYours });
  });

  it("names the day that it waits for", () => {
    expect(nextStepOf(order("IN_TRANSIT", { estimated_delivery: "2026-11-26" }), KNOWN).day).toBe("2026-11-26");
    expect(nextStepOf(collected(TODAY), KNOWN).day).toBe(TODAY);
  });
});
