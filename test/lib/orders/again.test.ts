// What the form of an order that follows another one begins with (contract §30.2).
import { describe, expect, it } from "vitest";
import { intlExample, localExample } from "@/lib/contracts/examples";
import type { OrderInput } from "@/lib/contracts/order";
import { orderAgain } from "@/lib/orders/again";

type Values = ReturnType<typeof JSON.parse>;
const begun = (how: Parameters<typeof orderAgain>[0], order: object): Values => orderAgain(how, order as OrderInput);

describe("an order that follows another", () => {
  it("is the same again, with its service", () => {
    const again = begun("again", localExample);
    expect(again).toMatchObject({
      shipping_provider: localExample.shipping_provider,
      recipient: { name: localExample.recipient.name, address: localExample.recipient.address },
      sender: { name: localExample.sender.name },
    });
  });

  it("goes back: a pickup point's code and service fall away, and nothing is collected", () => {
    const toPoint = {
      ...localExample,
      shipping_provider: "LOCAL_POINT",
      cod: "Y",
      cod_amount: "120.00",
      recipient: { ...localExample.recipient, address: "觀塘裕民坊 1 號^KLN-L001" },
    };
    const back = begun("return", toPoint);
    expect(back).toMatchObject({ shipping_provider: "", cod: "N", cod_amount: "" });
    expect(back.sender).toMatchObject({ name: localExample.recipient.name, address: "觀塘裕民坊 1 號" });
    expect(back.recipient).toMatchObject({ name: localExample.sender.name, address: localExample.sender.address });
    // From a door the service can stay.
    expect(begun("return", localExample).shipping_provider).toBe(localExample.shipping_provider);
  });

  it.each([localExample, intlExample])("keeps sender, service and the parcel's measures for the next one", (order) => {
    const next = begun("next", order);
    expect(next.shipping_provider).toBe(order.shipping_provider);
    expect(next.sender.name).toBe(order.sender.name);
    expect(next.shipment_detail.package_type).toBe(order.shipment_detail.package_type);
    expect(next.shipment_detail.parcel_list[0].act_weight).toBe(order.shipment_detail.parcel_list[0]?.act_weight);
    expect(next.recipient?.name ?? "").toBe("");
    expect(JSON.stringify(next)).not.toContain(order.recipient.name);
  });
});
