import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { PickPackBlock } from "@/app/(dashboard)/[environment]/orders/[orderId]/order-view";
import { PickPackView } from "@/app/(dashboard)/[environment]/pick-pack/[orderId]/pick-pack-view";
import { snapshotOf } from "@/app/(dashboard)/[environment]/pick-pack/[orderId]/snapshot";
import type { OrderRecord } from "@/lib/contracts/order";
import type { PickPackOrder } from "@/lib/contracts/pickpack";
import { packed, row, show } from "./pick-pack-frame";

const ID = "217357996100241";
const collected = { event: "order.picked_up", time: "2026-11-21T02:00:00.000Z" };

/** The fields of the shipment order that the page needs. */
function record(change: object = {}) {
  return {
    order_id: ID,
    ship_type: "local",
    order_status: "READY_TO_SHIP",
    tracking_number: "ST66348623071",
    recipient: { name: "陳大文" },
    shipment_detail: { parcel_list: [{ declared: null }] },
    tracking: { checkpoint_list: [] },
    available_actions: ["cancel"],
    cancel_status: null,
    cancel_remarks: null,
    cancel_declined_time: null,
    cancel_declined_remarks: null,
    ...change,
  } as unknown as OrderRecord;
}

type Sent = { path: string; body: unknown };
let sent: Sent[] = [];

function answer(order: PickPackOrder, shipment = record()) {
  sent = [];
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const path = new URL(input, "http://localhost").pathname.replace("/testing/v1", "");
    if (init?.method === "POST") sent.push({ path, body: JSON.parse(String(init.body)) });
    if (path.startsWith("/pickpack/detail")) return Response.json({ data: { order, message: "" } });
    if (path.startsWith("/order/detail")) return Response.json({ data: shipment });
    if (path === "/pickpack/list")
      return Response.json({ data: [row(1, { status: order.status })], pagination: { total: 1 } });
    if (path === "/order/cancel")
      return Response.json({ data: { order_id: ID, order_status: "READY_TO_SHIP", cancel_status: "REQUESTED" } });
    return Response.json({ data: { recorded: 1 } });
  });
}

const page = () => show(<PickPackView orderId={ID} countries={{ CN: "China" }} />);

const click = vi.spyOn(HTMLAnchorElement.prototype, "click");
const createObjectURL = vi.fn<(blob: Blob) => string>();
beforeEach(() => {
  click.mockReset().mockImplementation(() => undefined);
  createObjectURL.mockReset();
  vi.stubGlobal("URL", Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL: vi.fn() }));
});

it("shows what was packed next to what was declared, battery mark, pickup and progress", async () => {
  answer(packed(), record({ order_status: "PICKED_UP", tracking: { checkpoint_list: [collected] } }));
  page();
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(`Order ${ID}`);
  const parcels = screen.getByRole("region", { name: "Parcels" });
  expect(within(parcels).getByText("Packed weight").nextSibling).toHaveTextContent("1.2 kg");
  expect(within(parcels).getByText("Packed size").nextSibling).toHaveTextContent("31 × 21 × 11 cm");
  expect(within(parcels).getByText("Goods, as declared").nextSibling).toHaveTextContent("0.75 kg");
  expect(within(parcels).getByText("Battery mark UN3481 PI966")).toBeInTheDocument();
  expect(within(parcels).getByText("Battery: rechargeable, beside the device")).toBeInTheDocument();
  const pickup = screen.getByRole("region", { name: "Pickup from the warehouse" });
  expect(pickup).toHaveTextContent("Mon 23 Nov 2026");
  expect(pickup).toHaveTextContent("PU66348623071");
  const steps = within(screen.getByRole("list", { name: "Progress" })).getAllByRole("listitem");
  expect(steps.map((step) => step.textContent)).toEqual([
    "Received by the warehouse20 Nov 2026, 14:00",
    "Confirmed, stock reserved",
    "Packed, pickup booked20 Nov 2026, 16:00",
    "Collected by the courier21 Nov 2026, 10:00",
  ]);
});

it("says what is still to come before it is packed", async () => {
  answer(packed({ status: "PICKPACK_CONFIRMED", is_require_repack: "N", pickup_detail: [] }));
  page();
  expect(await screen.findByText("Declared weight")).toBeInTheDocument();
  expect(screen.getByText("It is booked when the order is packed.")).toBeInTheDocument();
  const steps = within(screen.getByRole("list", { name: "Progress" })).getAllByRole("listitem");
  expect(steps.map((step) => step.textContent?.includes("not yet"))).toEqual([false, false, true, true]);
});

it.each([
  ["Battery label", "%PDF-battery", { document: "battery_label", paper: "A4" }],
  ["Pickup document", "%PDF-pickup", null],
])("saves the document %s as PDF, and records what belongs on a parcel", async (name, content, print) => {
  answer(packed());
  page();
  const button = await screen.findByRole("button", { name });
  fireEvent.click(button);
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  await waitFor(() => expect(button).toBeEnabled());
  const recorded = print ? [{ path: "/order/prints", body: { order_ids: [ID], ...print } }] : [];
  expect(sent).toEqual(recorded);
  const blob = createObjectURL.mock.calls[0]?.[0];
  expect(blob?.type).toBe("application/pdf");
  expect(await blob?.text()).toBe(content);
});

it("has the order's own documents behind the menu of its page", async () => {
  answer(packed());
  page();
  expect(await screen.findByRole("button", { name: /^Label/ })).toBeEnabled();
  fireEvent.click(screen.getByRole("button", { name: `Documents of order ${ID}` }));
  expect(await screen.findByRole("menu")).toHaveTextContent("Paper of the label");
});

it("saves no document of an order that was cancelled meanwhile", async () => {
  answer(packed());
  page();
  const label = await screen.findByRole("button", { name: "Battery label" });
  answer(packed({ status: "PICKPACK_CANCELLED", pickup_detail: [] }));
  fireEvent.click(label);
  await waitFor(() => expect(label).not.toBeInTheDocument());
  expect(screen.getByText(/This order is cancelled/)).toBeInTheDocument();
  expect(click).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
});

it("asks the warehouse to cancel a confirmed order through the order itself", async () => {
  answer(packed({ status: "PICKPACK_CONFIRMED", pickup_detail: [] }));
  page();
  fireEvent.click(await screen.findByRole("button", { name: "Ask to cancel" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent(`Ask the warehouse to cancel order ${ID}?`);
  fireEvent.click(within(dialog).getByRole("button", { name: "Ask to cancel" }));
  await waitFor(() =>
    expect(sent).toEqual([{ path: "/order/cancel", body: expect.objectContaining({ order_id: ID }) }]),
  );
});

it("cancels at once while the warehouse has not confirmed", async () => {
  answer(packed({ status: "PICKPACK_PENDING_CONFIRM", pickup_detail: [] }));
  page();
  fireEvent.click(await screen.findByRole("button", { name: "Cancel order" }));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("This cannot be undone");
});

it("shows that cancellation is asked for, and does not ask twice", async () => {
  answer(packed({ status: "PICKPACK_CONFIRMED" }), record({ cancel_status: "REQUESTED" }));
  page();
  expect(await screen.findByText("Cancellation asked for, waiting for the warehouse")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Ask to cancel" })).toBeNull();
});

it("says why and when the warehouse declined to cancel; it can be asked again", async () => {
  const declined = {
    cancel_declined_time: "2026-11-21T10:05:00.000+08:00",
    cancel_declined_remarks: "The courier is on the way",
  };
  answer(packed({ status: "PICKPACK_CONFIRMED" }), record(declined));
  page();
  const said = await screen.findByText("The warehouse could not cancel: The courier is on the way");
  expect(said.parentElement).toHaveTextContent("21 Nov 2026, 10:05");
  expect(screen.getByRole("button", { name: "Ask to cancel" })).toBeEnabled();
});

it("shows what was declared next to what was packed", async () => {
  const parcel = { length: "32", width: "22", height: "12", act_weight: "2.4" };
  const declared = { length: "30", width: "20", height: "10", act_weight: "2" };
  answer(packed(), record({ shipment_detail: { parcel_list: [{ ...parcel, declared }] } }));
  const { unmount } = page();
  expect(
    await screen.findByText("Declared 30 × 20 × 10 cm, 2 kg → packed 32 × 22 × 12 cm, 2.4 kg"),
  ).toBeInTheDocument();
  unmount();
  const unmeasured = { ...declared, length: "", width: "", height: "" };
  answer(packed(), record({ shipment_detail: { parcel_list: [{ ...parcel, declared: unmeasured }] } }));
  page();
  expect(await screen.findByText("Declared 2 kg → packed 32 × 22 × 12 cm, 2.4 kg")).toBeInTheDocument();
});

it("says why the warehouse rejected an order, which has no documents then", async () => {
  const order = packed({
    status: "PICKPACK_REJECTED",
    reject_type: "OTHERS",
    reject_reason: "The goods are damaged",
    pickup_detail: [],
  });
  answer(order, record({ order_status: "CANCELLED", available_actions: [], cancel_status: "CANCELLED" }));
  page();
  expect(await screen.findByText("The warehouse rejected this order: Another reason")).toBeInTheDocument();
  expect(screen.getByText("The goods are damaged")).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Documents (PDF)" })).toBeNull();
});

it("keeps the documents out of what the page carries", () => {
  const snapshot = snapshotOf(packed(), new Date("2026-11-20T08:30:00Z"));
  expect(JSON.stringify(snapshot)).not.toContain("base64");
  expect(snapshot.age_minutes).toBe(150);
  expect(snapshot.pickup?.pickup_number).toBe("PU66348623071");
});

it("is on the page of the order only if the order came to the warehouse", async () => {
  // The search finds parts of remarks too.
  const rows = [row(2), row(1, { status: "PICKPACK_READY_TO_SHIPMENT" })];
  vi.stubGlobal("fetch", async () => Response.json({ data: rows, pagination: { total: 2 } }));
  const { unmount } = show(<PickPackBlock order={record()} />);
  const block = await screen.findByRole("region", { name: "Pick and pack" });
  expect(block).toHaveTextContent("Packed");
  expect(within(block).getByRole("link")).toHaveAttribute("href", `/testing/pick-pack/${ID}`);
  unmount();
  const asked = vi.fn(async () => Response.json({ data: [row(2)], pagination: { total: 1 } }));
  vi.stubGlobal("fetch", asked);
  const { container } = show(<PickPackBlock order={record()} />);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(container.querySelector("section")).toBeNull();
});
