import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { OrderHeader } from "@/app/(dashboard)/[environment]/orders/[orderId]/order-header";
import { ServiceAndPrice } from "@/app/(dashboard)/[environment]/orders/[orderId]/service-and-price";
import { OrderMenu } from "@/app/(dashboard)/[environment]/orders/list/order-menu";
import { CancelNotice } from "@/components/orders/cancel-notice";
import { useOrderActions } from "@/components/orders/order-actions";
import { RowMenu } from "@/components/ui/row-menu";
import type { OrderRecord } from "@/lib/contracts/order";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { row as pickPackRow, show } from "../pick-pack/pick-pack-frame";
import { row as orderRow } from "./orders-frame";

const ID = "217357996100241";
const WAITS = "Cancellation asked for, waiting for the warehouse";
let inWarehouse: Partial<PickPackRow> = {};
let cancelled: unknown[] = [];

beforeEach(() => {
  inWarehouse = {};
  cancelled = [];
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (input.endsWith("/order/cancel")) {
      cancelled.push(JSON.parse(String(init?.body)));
      return Response.json({ data: { order_id: ID, order_status: "READY_TO_SHIP", cancel_status: "REQUESTED" } });
    }
    return Response.json({ data: [pickPackRow(1, inWarehouse)], pagination: { total: 1 } });
  });
});

function Menu() {
  const actions = useOrderActions(new Map());
  return (
    <>
      <RowMenu label={`Actions for order ${ID}`}>
        <OrderMenu row={orderRow(1, "READY_TO_SHIP")} actions={actions} />
      </RowMenu>
      {actions.dialogs}
    </>
  );
}

async function openMenu() {
  show(<Menu />);
  screen.getByRole("button", { name: `Actions for order ${ID}` }).focus();
  await userEvent.keyboard("{Enter}");
  return screen.findByRole("menu");
}

it("says in the list that the warehouse is only asked, and asks it", async () => {
  await openMenu();
  await userEvent.click(await screen.findByRole("menuitem", { name: "Ask to cancel" }));
  const dialog = await screen.findByRole("alertdialog", { name: `Ask the warehouse to cancel order ${ID}?` });
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask to cancel" }));
  await waitFor(() => expect(cancelled).toEqual([expect.objectContaining({ order_id: ID })]));
});

it("cancels at once in the list what the warehouse has not confirmed", async () => {
  inWarehouse = { status: "PICKPACK_PENDING_CONFIRM" };
  await openMenu();
  await userEvent.click(screen.getByRole("menuitem", { name: "Cancel order" }));
  expect(await screen.findByRole("alertdialog", { name: `Cancel order ${ID}?` })).toBeVisible();
});

it("does not ask again in the list what waits for its answer", async () => {
  inWarehouse = { is_cancel_requested: "Y" };
  await openMenu();
  expect(await screen.findByRole("menuitem", { name: WAITS })).toHaveAttribute("aria-disabled", "true");
  expect(screen.queryByRole("menuitem", { name: /cancel$/i })).toBeNull();
});

/** The fields of an order that these parts of the page need. */
function record(change: object = {}) {
  return {
    order_id: ID,
    ship_type: "local",
    order_status: "READY_TO_SHIP",
    tracking_number: null,
    available_actions: ["cancel"],
    cancel_status: null,
    cancel_declined_time: null,
    cancel_declined_remarks: null,
    chargeable_weight: "2.4",
    weight_basis: "ACTUAL",
    price_breakdown: [{ code: "BASE", amount: "52.00" }],
    quote_price: "52.00",
    declared_price: null,
    ...change,
  } as unknown as OrderRecord;
}
const actions = { confirm: vi.fn(), cancel: vi.fn(), dialogs: null };

it("offers on the order's page to ask, until it is asked", async () => {
  const { unmount } = show(<OrderHeader order={record()} actions={actions} />);
  await userEvent.click(await screen.findByRole("button", { name: "Ask to cancel" }));
  expect(actions.cancel).toHaveBeenCalledOnce();
  unmount();
  show(<OrderHeader order={record({ cancel_status: "REQUESTED" })} actions={actions} />);
  expect(screen.queryByRole("button", { name: /cancel/i })).toBeNull();
});

it("says what became of the request", () => {
  const time = "2026-11-21T10:05:00.000+08:00";
  const { rerender, container } = show(<CancelNotice order={record({ cancel_status: "REQUESTED" })} />);
  expect(screen.getByText(WAITS)).toBeVisible();
  const declined = record({ cancel_declined_time: time, cancel_declined_remarks: "Courier is here" });
  rerender(<CancelNotice order={declined} />);
  expect(screen.getByText("The warehouse could not cancel: Courier is here")).toBeVisible();
  expect(screen.getByText("21 Nov 2026, 10:05")).toBeVisible();
  for (const change of [
    {},
    { cancel_status: "CANCELLED", cancel_declined_time: time },
    { order_status: "DELIVERED", cancel_declined_time: time },
  ]) {
    rerender(<CancelNotice order={record(change)} />);
    expect(container).toBeEmptyDOMElement();
  }
});

it("shows the price before repacking next to the current one", () => {
  const { unmount } = show(<ServiceAndPrice order={record({ declared_price: "45.00" })} service="Door" />);
  expect(screen.getByText(/before repacking/)).toHaveTextContent("HK$45.00 before repacking → HK$52.00");
  unmount();
  show(<ServiceAndPrice order={record()} service="Door" />);
  expect(screen.queryByText(/before repacking/)).toBeNull();
});
