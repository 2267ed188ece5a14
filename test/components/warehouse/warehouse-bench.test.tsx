import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import {
  band,
  bench,
  button,
  CAP,
  forgetDevice,
  ID,
  open,
  press,
  refusal,
  router,
  scan,
  server,
  settled,
  TORCH,
  TRACKING,
  twoParcels,
} from "./warehouse-bench-frame";

const figure = (text: string) => screen.getByText(text);

beforeEach(forgetDevice);

it("counts what a scanner types, and closes the parcel with the last unit", async () => {
  open();
  for (const code of [CAP, CAP]) scan(code);
  expect(band()).toHaveTextContent("CAP-TRAIL: 2 of 3");
  expect(figure("2 of 3 scanned")).toBeInTheDocument();
  scan("CAP-TRAIL");
  scan(TORCH);
  expect(band()).toHaveTextContent("All is packed");
  expect(screen.getByRole("region", { name: "Label of parcel 1 of 1" })).toBeInTheDocument();
  await settled();
  expect(server.to("/pickpack/scan").map(({ code }) => code)).toEqual([CAP, CAP, "CAP-TRAIL", TORCH]);
  expect(new Set(server.to("/pickpack/scan").map(({ scan_id }) => scan_id)).size).toBe(4);
  expect(server.bench.is_complete).toBe(true);
});

it("refuses a wrong item and one too many at once, and sends neither", async () => {
  open();
  scan("5000000000000");
  expect(refusal()).toHaveTextContent("Wrong item");
  expect(refusal()).toHaveTextContent("5000000000000 is not in this order");
  scan(TORCH);
  expect(refusal()).toBeEmptyDOMElement();
  scan(TORCH);
  expect(refusal()).toHaveTextContent("One too many");
  await settled();
  expect(server.to("/pickpack/scan")).toHaveLength(1);
});

it("refuses what belongs in another parcel, until that one is packed", async () => {
  open(twoParcels());
  scan(TORCH);
  expect(refusal()).toHaveTextContent("Wrong parcel");
  expect(refusal()).toHaveTextContent(`${TORCH} belongs in parcel 2`);
  scan(CAP);
  expect(band()).toHaveTextContent("Parcel 1 is closed");
  scan(TORCH);
  expect(band()).toHaveTextContent("All is packed");
  await settled();
  expect(server.to("/pickpack/scan").map(({ parcel }) => parcel)).toEqual(["1", "2"]);
});

it("packs the parcel whose label is scanned", async () => {
  open(twoParcels());
  scan(`${TRACKING}-2`);
  expect(band()).toHaveTextContent("Now parcel 2");
  scan(TORCH);
  expect(band()).toHaveTextContent("Parcel 2 is closed");
  await settled();
});

it("undoes the last scan by key, by code and from the list", async () => {
  open();
  for (const code of [CAP, CAP, TORCH]) scan(code);
  await settled();
  press("F2");
  expect(band()).toHaveTextContent("TORCH-1: taken back");
  scan("*BENCH-UNDO");
  expect(figure("1 of 3 scanned")).toBeInTheDocument();
  fireEvent.click(button("Undo CAP-TRAIL"));
  expect(figure("0 of 3 scanned")).toBeInTheDocument();
  await settled();
  expect(server.to("/pickpack/undo")).toHaveLength(3);
  expect(server.bench.scan_list).toEqual([]);
  scan("*bench-undo");
  expect(refusal()).toHaveTextContent("Nothing to undo");
});

it("notes the next item as missing after the code, and asks for units and reason after the button", async () => {
  open();
  scan("*BENCH-SHORT");
  expect(band()).toHaveTextContent("Missing: scan the item");
  press("Escape");
  expect(band()).toHaveTextContent("Scan an item");
  scan("*BENCH-SHORT");
  scan(TORCH);
  expect(band()).toHaveTextContent("TORCH-1: 1 missing");
  fireEvent.click(button("Missing: CAP-TRAIL"));
  const dialog = await screen.findByRole("alertdialog");
  const units = within(dialog).getByLabelText(/Units missing/);
  fireEvent.change(units, { target: { value: "4" } });
  expect(await within(dialog).findByText("A whole number from 1 to 3")).toBeVisible();
  fireEvent.change(units, { target: { value: "2" } });
  fireEvent.click(within(dialog).getByLabelText("Another reason"));
  const confirm = within(dialog).getByRole("button", { name: "Note as missing" });
  fireEvent.click(confirm);
  await waitFor(() => expect(within(dialog).getByLabelText(/Remarks/)).toBeInvalid());
  fireEvent.change(within(dialog).getByLabelText(/Remarks/), { target: { value: "Damaged" } });
  fireEvent.click(confirm);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await settled();
  expect(server.to("/pickpack/short")).toEqual([
    expect.objectContaining({ parcel: "1", position: "2", qty: "1", reason: "OUT_OF_STOCK" }),
    expect.objectContaining({ parcel: "1", position: "1", qty: "2", reason: "OTHERS", remarks: "Damaged" }),
  ]);
});

it("reopens the parcel that was closed", async () => {
  open(twoParcels());
  scan(CAP);
  await settled();
  scan("*BENCH-REOPEN");
  expect(band()).toHaveTextContent("Parcel 1 is open again");
  expect(screen.getAllByText("0 of 1 scanned")).toHaveLength(2);
  await settled();
  expect(server.to("/pickpack/reopen")).toEqual([expect.objectContaining({ parcel: "1" })]);
});

it("shows of a long order only the items of the parcel that is being packed", async () => {
  const [first] = twoParcels().parcel_list;
  const parcel = (number: number) => ({
    ...(first as Bench["parcel_list"][number]),
    parcel: number,
    item_list: Array.from({ length: 60 }, (_, at) => ({
      position: at + 1,
      sku: `S${number}-${at}`,
      bar_code_eid: "",
      description: "Goods",
      warehouse_location: null,
      qty: "1",
      scanned: "0",
      short: "0",
      shelf_short: null,
    })),
  });
  open(bench({ parcel_list: [parcel(1), parcel(2)] }));
  expect(screen.getByRole("list", { name: "Items of parcel 1" })).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Parcel 2 of 2" })).toHaveTextContent("60 items");
  fireEvent.click(button("Pack this one"));
  expect(screen.queryByRole("list", { name: "Items of parcel 1" })).not.toBeInTheDocument();
  scan("S2-7");
  expect(
    within(screen.getByRole("list", { name: "Items of parcel 2" })).getByText("1 of 1 scanned"),
  ).toBeInTheDocument();
  await settled();
});

it("stops for a request to cancel that comes while packing, and goes on when it is declined", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    open();
    for (const code of [CAP, CAP, CAP, TORCH]) scan(code);
    await settled();
    server.bench = { ...server.bench, warning: "CANCEL_REQUESTED", cancel_remarks: "The customer changed his mind" };
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText("Stop: the merchant asks to cancel")).toBeInTheDocument();
    expect(screen.getByText(/The customer changed his mind/)).toBeInTheDocument();
    scan(TRACKING);
    expect(await screen.findByText("Answer the merchant first")).toBeInTheDocument();
    expect(server.to("/pickpack/ready")).toEqual([]);
    fireEvent.click(button("Decline"));
    const dialog = await screen.findByRole("alertdialog");
    const decline = within(dialog).getByRole("button", { name: "Decline" });
    fireEvent.click(decline);
    await waitFor(() => expect(within(dialog).getByLabelText(/Why it goes on/)).toBeInvalid());
    fireEvent.change(within(dialog).getByLabelText(/Why it goes on/), { target: { value: "It is packed" } });
    fireEvent.click(decline);
    await waitFor(() => expect(screen.queryByText("Stop: the merchant asks to cancel")).toBeNull());
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(server.to("/pickpack/decline-cancel")).toEqual([{ order_id: ID, remarks: "It is packed" }]);
    scan(TRACKING);
    expect(await screen.findByText("Ready to ship", { selector: "p" })).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

it("says what to put back when the order is cancelled during packing", async () => {
  open();
  scan(CAP);
  await settled();
  server.bench = { ...server.bench, status: "PICKPACK_CANCELLED", warning: "CANCELLED" };
  server.answers.set(
    "/pickpack/scan",
    Response.json(
      {
        error: {
          code: "400000",
          code_reason: "BAD_REQUEST",
          message: "",
          error_trace: [
            { field: "order_id", pointer: "", message: "", code: "400480", code_reason: "PICKPACK_TRANSITION_INVALID" },
          ],
        },
      },
      { status: 400 },
    ),
  );
  scan(CAP);
  expect(await screen.findByText("Stop: the order is cancelled")).toBeInTheDocument();
  // The second unit lies on the bench as well, though the server never counted it.
  expect(screen.getByRole("list", { name: "Put the goods back" })).toHaveTextContent(
    "CAP-TRAIL of the demonstration× 2",
  );
  await settled();
});

it("makes the order ready by the label on the box, and goes on to the next order by its code", async () => {
  open();
  scan(TRACKING);
  expect(refusal()).toHaveTextContent("Not complete yet");
  for (const code of [CAP, CAP, CAP, TORCH]) scan(code);
  scan(TRACKING.toLowerCase());
  expect(await screen.findByText("Ready to ship", { selector: "p" })).toBeInTheDocument();
  expect(server.to("/pickpack/ready")).toEqual([{ order_id: ID }]);
  scan("ST66348623099");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/warehouse/testing/bench/217357996100242"));
});

it("takes the measures of a repacked order, and does not send wrong ones", async () => {
  open(bench({ is_require_repack: "Y" }));
  for (const code of [CAP, CAP, CAP, TORCH]) scan(code);
  press("F9");
  const dialog = await screen.findByRole("dialog");
  const weight = within(dialog).getByLabelText(/Weight, kg/);
  expect(weight).toHaveValue("1.2");
  expect(await within(dialog).findByText(/^New price:/)).toHaveTextContent("New price: HK$72.00, so far HK$63.50.");
  fireEvent.change(weight, { target: { value: "0" } });
  fireEvent.change(within(dialog).getByLabelText(/Length, cm/), { target: { value: "" } });
  // Not at a price of other measures.
  expect(within(dialog).getByRole("status")).toHaveTextContent("Working out the new price…");
  fireEvent.submit(weight);
  await waitFor(() => expect(weight).toHaveAttribute("aria-invalid", "true"));
  expect(within(dialog).getByLabelText(/Length, cm/)).toHaveAttribute("aria-invalid", "true");
  expect(within(dialog).getByLabelText(/Width, cm/)).not.toHaveAttribute("aria-invalid");
  expect(server.to("/pickpack/ready")).toEqual([]);
  fireEvent.change(weight, { target: { value: "2.5" } });
  fireEvent.change(within(dialog).getByLabelText(/Length, cm/), { target: { value: "31" } });
  fireEvent.submit(weight);
  await waitFor(() => expect(server.to("/pickpack/price").length).toBeGreaterThan(1));
  expect(server.to("/pickpack/ready")).toEqual([]);
  fireEvent.click(await within(dialog).findByRole("button", { name: "Ready to ship for HK$72.00" }));
  expect(await screen.findByText("Ready to ship", { selector: "p" })).toBeInTheDocument();
  expect(server.to("/pickpack/ready")).toEqual([
    {
      order_id: ID,
      is_require_repack: "Y",
      parcel_list: [{ length: "31", width: "20", height: "10", act_weight: "2.5" }],
    },
  ]);
});

it("asks to measure a repacked order, and gives no label that would have to be made again", async () => {
  open(bench({ is_require_repack: "Y" }));
  for (const code of [CAP, CAP, CAP, TORCH]) scan(code);
  expect(band()).toHaveTextContent("Measure the parcels (F9)");
  expect(screen.queryByRole("region", { name: /Label of parcel/ })).not.toBeInTheDocument();
  await settled();
});

it("offers to reject an order with an empty parcel", async () => {
  open();
  for (const code of [CAP, TORCH]) {
    scan("*BENCH-SHORT");
    scan(code);
  }
  expect(screen.getByText("Parcel 1 is empty")).toBeInTheDocument();
  scan("*BENCH-READY");
  expect(refusal()).toHaveTextContent("A parcel is empty");
  fireEvent.click(screen.getAllByRole("button", { name: "Reject the order" })[0] as HTMLElement);
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Reject order" }));
  expect(await screen.findByText("The order is rejected")).toBeInTheDocument();
  expect(server.to("/pickpack/reject")).toEqual([{ order_id: ID, reject_type: "OUT_OF_STOCK", reject_reason: "" }]);
});

it("starts packing when it opens, and names no other packer", async () => {
  open(bench({ packing_start_time: null, packed_by: null }));
  await waitFor(() => expect(server.to("/pickpack/start")).toHaveLength(1));
  screen.getByRole("heading", { level: 1 });
  expect(screen.queryByText(/began to pack/)).toBeNull();
});

it("names another packer who started", () => {
  open(bench({ packed_by: "Ah Ming" }));
  expect(screen.getByText("Ah Ming began to pack this order.")).toBeInTheDocument();
});

it("shows a packed order's request to cancel beside its labels, and a cancelled one as stopped", () => {
  const { unmount } = open(bench({ status: "PICKPACK_READY_TO_SHIPMENT", warning: "CANCEL_REQUESTED" }));
  expect(screen.getByText("Ready to ship", { selector: "p" })).toBeInTheDocument();
  expect(screen.getByText("Stop: the merchant asks to cancel")).toBeInTheDocument();
  unmount();
  open(bench({ status: "PICKPACK_CANCELLED", warning: "CANCELLED" }));
  expect(screen.getByText("Stop: the order is cancelled")).toBeInTheDocument();
  expect(screen.getByText(/Nothing was scanned/)).toBeInTheDocument();
});

it("asks to confirm an order that waits, and shows what is out of stock", async () => {
  open(bench({ status: "PICKPACK_PENDING_CONFIRM", packing_start_time: null, packed_by: null }));
  scan("*BENCH-UNDO");
  expect(refusal()).toHaveTextContent("This order is not being packed");
  const entry = {
    field: "order_id",
    pointer: "",
    message: "CAP-TRAIL: 3 wanted, 1 available.",
    code_reason: "OUT_OF_STOCK",
  };
  server.answers.set(
    "/pickpack/confirm",
    Response.json(
      { error: { code: "400000", code_reason: "BAD_REQUEST", message: "", error_trace: [entry] } },
      { status: 400 },
    ),
  );
  fireEvent.click(button("Confirm the order"));
  expect(await screen.findByText("CAP-TRAIL: 3 wanted, 1 available.")).toBeInTheDocument();
  fireEvent.click(button("Confirm the order"));
  await waitFor(() => expect(screen.queryByText("Not confirmed yet")).toBeNull());
  scan(CAP);
  expect(band()).toHaveTextContent("CAP-TRAIL: 1 of 3");
  await settled();
});

it("sounds for what it counts and refuses, unless the sound is switched off, and remembers that", async () => {
  const pitches: number[] = [];
  const gain = { gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }, connect: vi.fn() };
  class FakeAudio {
    currentTime = 0;
    state = "running";
    destination = {};
    createGain = () => gain;
    createOscillator = () => ({
      frequency: {
        set value(pitch: number) {
          pitches.push(pitch);
        },
      },
      connect: () => gain,
      start: vi.fn(),
      stop: vi.fn(),
    });
  }
  vi.stubGlobal("AudioContext", FakeAudio);
  const { unmount } = open();
  scan(CAP);
  expect(pitches).toHaveLength(1);
  const [counted = 0] = pitches.splice(0);
  scan("5000000000000");
  expect(pitches).toHaveLength(2);
  for (const pitch of pitches.splice(0)) expect(pitch).toBeLessThan(counted / 4);
  fireEvent.click(button("Sound on"));
  scan(CAP);
  expect(pitches).toEqual([]);
  await settled();
  unmount();
  open();
  expect(button("Sound off")).toBeInTheDocument();
  scan(CAP);
  expect(pitches).toEqual([]);
  await settled();
});
