import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { DispatchView } from "@/app/(dashboard)/[environment]/dispatch/dispatch-view";
import { LateAndStuck } from "@/components/dispatch/late-and-stuck";
import type { DispatchDay, HandOver } from "@/lib/contracts/dispatch";
import { answerAsUsual, answers, list, row, showInPlace } from "../orders/orders-frame";

const DAY: DispatchDay = { day: "2026-11-20", order_list: [], is_partial: false };
const HAND_OVER: HandOver = {
  id: "ho_1",
  day: DAY.day,
  parcel_count: 3,
  provider_list: ["LOCAL_DOOR"],
  created_at: "2026-11-20T16:05:00+08:00",
  created_by: "Mak",
  signed_at: null,
  signed_by: null,
};
const lists = { body: { data: [HAND_OVER], pagination: { total: 1, page: 1, per_page: 100, total_pages: 1 } } };

beforeEach(() => {
  answerAsUsual();
  answers.push(["/dispatch", { body: { data: DAY } }], ["/hand-overs", lists]);
});

const show = () => showInPlace(<DispatchView named={DAY.day} today={DAY.day} countries={{}} providers={[]} />);

it("says that hand-over lists could not be read, and reads them again", async () => {
  answers.push(["/hand-overs", "no network"]);
  show();
  const retry = await screen.findByRole("button", { name: "Try again" });
  answers.pop();
  await userEvent.click(retry);
  await screen.findByText(/3 parcels/);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("keeps what it shows when it cannot be read again, and says that it may be old", async () => {
  show();
  await screen.findByText(/3 parcels/);
  answers.push(["/dispatch", "no network"]);
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  const notice = await screen.findByText(/^This could not be refreshed/);
  expect(screen.getByText(/3 parcels/)).toBeVisible();
  answers.pop();
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  await expect.poll(() => notice.isConnected).toBe(false);
});

const order: DispatchDay["order_list"][number] = {
  ...{
    order_id: "217357996100241",
    ship_type: "local",
    order_status: "READY_TO_SHIP",
    shipping_provider: "LOCAL_DOOR",
  },
  ...{ reference: null, recipient_name: "陳大文", recipient_country: "HK", recipient_place: "Mong Kok", weight: "1" },
  ...{ parcel_count: 1, cod_amount: null, pickup_date: DAY.day, pickup_start_time: "09:00", pickup_end_time: "18:00" },
  ...{ in_warehouse: false, is_printed: false, printed_at: null, scan_list: [] },
};

it("keeps what is chosen to print when the question is dismissed, and chooses all of it again", async () => {
  const other = { ...order, order_id: "217357996100242" };
  answers.push(["/dispatch", { body: { data: { ...DAY, order_list: [order, other] } } }]);
  answers.push(["/prints/check", { body: { data: { ready_list: [], skipped_list: [] } } }]);
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Print labels of 2 orders/ }));
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: /^Select \d not printed/ })).toBeNull();
  await userEvent.click(await screen.findByRole("checkbox", { name: `Select order ${order.order_id}` }));
  await screen.findByRole("button", { name: /^Print 1 label/ });
  await userEvent.click(screen.getByRole("button", { name: "Select 2 not printed" }));
  await screen.findByRole("button", { name: /^Print labels of 2 orders/ });
});

it("says who scanned a parcel out", async () => {
  const scan = { parcel: 1, scanned_at: "2026-11-20T16:05:00+08:00", scanned_by: "Mak Chi Wai", hand_over_id: null };
  answers.push(["/dispatch", { body: { data: { ...DAY, order_list: [{ ...order, scan_list: [scan] }] } } }]);
  show();
  expect(await screen.findByText("Mak Chi Wai")).toBeVisible();
});

it("shows an order that has stopped and is late once", async () => {
  const asked: URLSearchParams[] = [];
  answers.push([
    "/orders",
    (url) => {
      asked.push(url.searchParams);
      return list([row(asked.length, "IN_TRANSIT")], 7);
    },
  ]);
  showInPlace(<LateAndStuck />);
  expect(await screen.findAllByRole("link", { name: /^陳大文/ })).toHaveLength(2);
  const [stuck, late] = asked.map((query) => new Set(query.get("status")?.split(",")));
  expect(stuck).toEqual(new Set(["EXCEPTION", "FAILED_DELIVERY"]));
  expect(late).toEqual(new Set(["READY_TO_SHIP", "PICKED_UP", "IN_TRANSIT", "OUT_FOR_DELIVERY"]));
  expect(asked.map((query) => query.get("late"))).toEqual([null, "Y"]);
  const links = screen.getAllByRole("link", { name: /7/ }).map((link) => link.getAttribute("href"));
  expect(links).toEqual([
    "/testing/orders?status=EXCEPTION%2CFAILED_DELIVERY",
    "/testing/orders?late=Y&status=READY_TO_SHIP%2CPICKED_UP%2CIN_TRANSIT%2COUT_FOR_DELIVERY",
  ]);
});
