import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { Todo } from "@/app/(dashboard)/[environment]/(home)/todo";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/order-status";
import { render } from "./render";

const counts = Object.fromEntries(ORDER_STATUSES.map((status, index) => [status, index])) as Record<
  OrderStatus,
  number
>;

const tiles = () =>
  within(screen.getByRole("region", { name: "To do today" }))
    .getAllByRole("link")
    .map((link) => [link.getAttribute("href"), link.textContent]);

it("shows a shop with pick-and-pack what the warehouse rejected and what runs low", () => {
  render(<Todo counts={counts} warehouse={{ rejected: 3, lowStock: 1200 }} href={(path) => `/testing${path}`} />);
  expect(tiles().slice(4)).toEqual([
    ["/testing/pick-pack?status=PICKPACK_REJECTED", "Rejected3By the warehouse, in the last 7 days"],
    ["/testing/products?is_low_stock=Y", "Low stock1,200Products at their mark or below"],
  ]);
});

it("shows other shops only their orders", () => {
  render(<Todo counts={counts} warehouse={null} href={(path) => path} />);
  expect(tiles().map(([href]) => href)).toEqual([
    "/orders?status=PENDING_CONFIRM",
    "/orders?status=EXCEPTION,FAILED_DELIVERY",
    "/orders?status=READY_TO_SHIP",
    "/orders?status=PICKED_UP,IN_TRANSIT,OUT_FOR_DELIVERY",
  ]);
});
