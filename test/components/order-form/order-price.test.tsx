// What an order costs that was cancelled (contract §26.2).
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ServiceAndPrice } from "@/app/(dashboard)/[environment]/orders/[orderId]/service-and-price";
import type { OrderRecord } from "@/lib/contracts/order";
import { render } from "../render";

const order = (order_status: OrderRecord["order_status"]) =>
  ({
    ...{ order_status, quote_price: "95.00", declared_price: null, chargeable_weight: "2", weight_basis: "ACTUAL" },
    price_breakdown: [{ code: "BASE", amount: "95.00" }],
  }) as unknown as OrderRecord;

it("is nothing, and what it was to be is said", () => {
  render(<ServiceAndPrice order={order("CANCELLED")} service="Door" />);
  expect(screen.getByRole("row", { name: /^Total/ })).toHaveTextContent("HK$0.00");
  expect(screen.getByText(/^was/)).toHaveTextContent("was HK$95.00");
});

it("is its price while it is not cancelled, with the billed weight", () => {
  render(<ServiceAndPrice order={order("IN_TRANSIT")} service="Door" />);
  expect(screen.getByRole("row", { name: /^Total/ })).toHaveTextContent("HK$95.00");
  expect(screen.getByText("Billed weight")).toBeVisible();
  expect(screen.queryByText(/^was/)).toBeNull();
});
