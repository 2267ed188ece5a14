import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { Todo } from "@/app/(dashboard)/[environment]/(home)/todo";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/status";
import { render } from "../render";

const counts = Object.fromEntries(ORDER_STATUSES.map((status, index) => [status, index])) as Record<
  OrderStatus,
  number
>;

const tiles = () =>
  within(screen.getByRole("region", { name: "To do today" }))
    .getAllByRole("listitem")
    .map((tile) => within(tile).getByRole("link"))
    .map((link) => [link.getAttribute("href"), link.textContent]);

it("shows a shop with pick-and-pack what the warehouse rejected and what runs low", () => {
  const shown = { counts, toPrint: 2, toBook: 0, warehouse: { rejected: 3, lowStock: 1200 } };
  render(<Todo {...shown} href={(path) => `/testing${path}`} />);
  // What does not leave from the warehouse is on the page of what leaves.
  expect(tiles()[0]).toEqual(["/testing/dispatch", expect.stringMatching(/^Labels to print2\D/)]);
  expect(tiles().slice(4)).toEqual([
    ["/testing/pick-pack?status=PICKPACK_REJECTED", "Rejected3By the warehouse, in the last 7 days"],
    ["/testing/products?is_low_stock=Y", "Low stock1,200Products at their mark or below"],
  ]);
});

it("shows other shops only what is theirs to do", () => {
  const shown = { counts, toPrint: 1234, toBook: 5, warehouse: null };
  render(<Todo {...shown} href={(path) => path} />);
  expect(tiles()).toEqual([
    ["/orders?status=READY_TO_SHIP&printed=N", "Labels to print1,234Of confirmed orders, not printed yet"],
    ["/orders?status=PENDING_CONFIRM", expect.stringMatching(/^To confirm1\D/)],
    ["/orders?status=EXCEPTION,FAILED_DELIVERY", expect.stringMatching(/^Needs attention\d/)],
    ["/dispatch", "Collections to book5No courier comes for these orders"],
  ]);
});
