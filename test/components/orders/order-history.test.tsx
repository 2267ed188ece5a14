import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { History } from "@/app/(dashboard)/[environment]/orders/[orderId]/history";
import type { OrderRecord } from "@/lib/contracts/order";
import { answer, page, show } from "../products-frame";

const TIME = "2026-11-20T10:00:00.000+08:00";
const checkpoint = (event: string, status: string, time: string) => ({
  ...{ time, event, status, sub_status: null, description: null, parcel: null },
  location: { city: null, state: null, country: null, postal_code: null },
});

it("has what comes of an order above the order, where both have one time", async () => {
  const order = {
    order_id: "217123456700001",
    confirm_time: TIME,
    quote_price: "54.00",
    declared_price: null,
    rules: [],
    tracking: { checkpoint_list: [checkpoint("order.created", "pending", TIME)] },
  } as unknown as OrderRecord;
  const print = {
    printed_at: TIME,
    kind: "label",
    by: { kind: "person", name: "Yeung" },
    parcels: [1],
    printer_name: null,
  };
  answer({
    "GET /order/messages": () => page([]),
    "GET /order/prints": () => ({ data: { print_list: [print], print_count: 1 } }),
    "GET /events/sent": () => page([]),
  });
  show(<History order={order} providers={[]} countryOf={(code) => code} />);
  await screen.findByText(/Confirmed for/);
  const entries = within(screen.getByRole("list", { name: "Timeline, newest first" })).getAllByRole("listitem");
  const at = (words: RegExp) => entries.findIndex(({ textContent }) => words.test(textContent ?? ""));
  expect(at(/Confirmed for/)).toBeLessThan(at(/Order received|Pending|Created/i));
  expect(at(/Confirmed for/)).toBeGreaterThanOrEqual(0);
});
