import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { OrderBench } from "@/components/warehouse/bench/order-bench";
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
  scan,
  serve,
  server,
  settled,
  show,
  TORCH,
  TRACKING,
  twoParcels,
} from "./warehouse-bench-frame";

beforeEach(forgetDevice);

it("counts a scan whose answer was lost once, also on a screen that reads the order again", async () => {
  const { unmount } = open();
  server.network = "lost";
  scan(CAP);
  await screen.findByText(/1 scan is kept/);
  unmount();
  // The server has it already, and this device does not know that.
  const counted = server.bench;
  serve(counted);
  server.network = "down";
  show(<OrderBench initial={counted} />);
  expect(await screen.findByText("1 of 3 scanned")).toBeInTheDocument();
  expect(await screen.findByText(/1 scan is kept/)).toBeInTheDocument();
  expect(screen.queryByText("2 of 3 scanned")).toBeNull();
  expect(screen.getAllByRole("button", { name: "Undo CAP-TRAIL" })).toHaveLength(1);
});

it("asks in red before an order is sent short, and sends the answer", async () => {
  open(bench({ cod_amount: "480.00" }));
  for (const code of [CAP, CAP, CAP]) scan(code);
  scan("*BENCH-SHORT");
  scan(TORCH);
  await settled();
  scan("*BENCH-READY");
  const dialog = await screen.findByRole("alertdialog", { name: "1 unit is missing. Send the order without it?" });
  expect(dialog).toHaveTextContent(
    "Invoice, packing slip, declared values and battery marks leave the missing units out.",
  );
  expect(dialog).toHaveTextContent("The merchant is notified by e-mail and event, now.");
  expect(within(dialog).getByRole("list", { name: "Missing" })).toHaveTextContent(/TORCH-1.*1 of 1/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Back to packing" }));
  expect(server.to("/pickpack/ready")).toEqual([]);

  press("F9");
  const again = await screen.findByRole("alertdialog");
  const amount = within(again).getByLabelText(/The courier collects/);
  const send = within(again).getByRole("button", { name: "Send it short" });
  fireEvent.change(amount, { target: { value: "480.01" } });
  expect(send).toBeDisabled();
  fireEvent.change(amount, { target: { value: "360" } });
  fireEvent.click(send);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(server.to("/pickpack/ready")).toEqual([{ order_id: ID, confirm_short: "Y", cod_amount: "360" }]);
  expect(screen.getByText("Ready to ship", { selector: "p" })).toBeInTheDocument();
});

it("has the label of each parcel scanned, and makes the order ready with the last", async () => {
  open(twoParcels());
  for (const code of [CAP, TORCH]) scan(code);
  expect(band()).toHaveTextContent("Stick each label on its parcel and scan it: 1, 2 to go.");
  press("F9");
  expect(refusal()).toHaveTextContent("Labels to scan");
  scan("ST99999999999");
  expect(refusal()).toHaveTextContent("Not a label of this order");
  scan(`${TRACKING}-2`);
  expect(band()).toHaveTextContent("Label of parcel 2 is on");
  expect(screen.getByRole("region", { name: "Parcel 2 of 2" })).toHaveTextContent("Label scanned");
  expect(server.to("/pickpack/ready")).toEqual([]);
  scan(TRACKING);
  await settled();
  await waitFor(() => expect(server.to("/pickpack/ready")).toEqual([{ order_id: ID }]));
  expect(server.to("/pickpack/label").map(({ code }) => code)).toEqual([`${TRACKING}-2`, TRACKING]);
});

it("has the items before the buttons, so that small screens show what is scanned first", () => {
  open(bench({}));
  const items = screen.getByRole("button", { name: "Missing: TORCH-1" });
  const buttons = screen.getByRole("group", { name: "Commands" });
  expect(items.compareDocumentPosition(buttons)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("opens an order that is ready for packing again", async () => {
  open(bench({ status: "PICKPACK_READY_TO_SHIPMENT" }));
  fireEvent.click(button("Pack again"));
  const dialog = await screen.findByRole("alertdialog", { name: "Pack this order again?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Pack it again" }));
  await waitFor(() => expect(server.to("/pickpack/reopen")).toEqual([{ order_id: ID }]));
  expect(await screen.findByText("Scan an item", { selector: "p" })).toBeInTheDocument();
});

it("shows what is in an order that waits for the courier, and opens it again by the command, too", async () => {
  const [parcel] = bench().parcel_list;
  const item_list = (parcel?.item_list ?? []).map((item) => ({ ...item, short: item.qty === "3" ? "1" : "0" }));
  open(
    bench({
      status: "PICKPACK_READY_TO_SHIPMENT",
      parcel_list: bench().parcel_list.map((each) => ({ ...each, item_list })),
    }),
  );
  expect(screen.getByText(/^It waits for the courier/)).toBeInTheDocument();
  expect(screen.getByText("Ready")).toBeInTheDocument();
  const [cap, torch] = within(screen.getByRole("list", { name: "Items of parcel 1" })).getAllByRole("listitem");
  expect(cap).toHaveTextContent(/CAP-TRAIL.*1 missing.*× 2/);
  expect(torch).toHaveTextContent(/TORCH-1.*× 1/);
  scan("*BENCH-REOPEN");
  expect(await screen.findByRole("alertdialog", { name: "Pack this order again?" })).toBeInTheDocument();
});

it("says that a courier has the order, whose items are still shown, and which is not opened again", () => {
  open(bench({ status: "PICKPACK_READY_TO_SHIPMENT", order_status: "PICKED_UP" }));
  expect(screen.getByText("The courier has it. Scan the next order to go on.")).toBeInTheDocument();
  expect(screen.getAllByText("Done")).toHaveLength(2);
  expect(screen.getByRole("list", { name: "Items of parcel 1" })).toHaveTextContent("CAP-TRAIL");
  expect(screen.queryByRole("button", { name: "Pack again" })).toBeNull();
  scan("*BENCH-REOPEN");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("shows the merchant's own remarks where they are for the packer", () => {
  open(bench({ client_remarks: "Gift: no prices" }));
  expect(screen.getByText(/Merchant’s own remarks, not on the label/)).toBeInTheDocument();
  expect(screen.getByText("Gift: no prices")).toBeInTheDocument();
});
