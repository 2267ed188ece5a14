import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { WaveView } from "@/app/(warehouse)/warehouse/[environment]/waves/[waveId]/wave-view";
import { bench, open } from "./warehouse-bench-frame";
import { answers, PROVIDERS, show } from "./warehouse-frame";
import { pick, WAVE, WHOLE, type WholeWave } from "./wave-frame";

const NOTE = { short: "11", qty: "12", by: "Mei", time: "2026-11-20T14:05:00.000+08:00" };

const CAPS = pick("CAP-1", { warehouse_location: "A-02" });
const TORCH = pick("TORCH-1", { warehouse_location: "A-02" });

/** The page of a wave whose server notes what it is sent; answers with what was sent. */
function picking(pick_list: WholeWave["pick_list"]) {
  let wave: WholeWave = { ...WHOLE, pick_list };
  const asked = answers({
    "/pickpack/waves/wv_1f2e/picked": ({ body }) => {
      const [line] = (body as unknown as { pick_list: { sku: string; short?: string }[] }).pick_list;
      const shelf_short = line?.short && line.short !== "0" ? { ...NOTE, short: line.short } : null;
      const picked = { picked_by: "Mei", picked_time: NOTE.time, shelf_short };
      wave = {
        ...wave,
        pick_list: wave.pick_list.map((each) => (each.sku === line?.sku ? { ...each, ...picked } : each)),
      };
      return { data: wave };
    },
    "/pickpack/waves/": () => ({ data: wave }),
  });
  show(<WaveView waveId={WAVE.wave_id} providers={PROVIDERS} />);
  return () => asked.filter(({ method }) => method === "POST").map(({ body }) => body);
}

async function scan(code: string) {
  const field = await screen.findByRole("textbox", { name: /scan/i });
  fireEvent.change(field, { target: { value: code } });
  fireEvent.submit(field);
}

const fill = (dialog: HTMLElement, found: string) =>
  fireEvent.change(within(dialog).getByRole("textbox", { name: /Units found/ }), { target: { value: found } });

it("says how many units of a line are at its place, and shows who said it and when", async () => {
  const sent = picking([pick("TEA-1")]);
  fireEvent.click(await screen.findByRole("button", { name: "Missing: TEA-1, A-01" }));
  const dialog = await screen.findByRole("alertdialog", { name: "A-01: TEA-1 is missing" });
  expect(dialog).toHaveTextContent("The wave needs 12");
  fill(dialog, "13");
  expect(within(dialog).getByRole("button", { name: "Note" })).toBeDisabled();
  fill(dialog, "1");
  fireEvent.click(within(dialog).getByRole("button", { name: "Note: 1 of 12 found" }));
  expect(await screen.findByText("Short: 1 of 12 found")).toBeInTheDocument();
  expect(screen.getByText(/Mei,/)).toHaveTextContent("Mei, 20 Nov 2026, 14:05");
  expect(screen.getByRole("checkbox", { name: /TEA-1/ })).toBeChecked();
  expect(sent()).toEqual([{ is_picked: "Y", pick_list: [{ customer_eid: "100002", sku: "TEA-1", short: "11" }] }]);

  // Found after all.
  fireEvent.click(screen.getByRole("button", { name: "Missing: TEA-1, A-01" }));
  const again = await screen.findByRole("alertdialog");
  expect(within(again).getByRole("textbox", { name: /Units found/ })).toHaveValue("1");
  fill(again, "12");
  fireEvent.click(within(again).getByRole("button", { name: "Note: 12 of 12 found" }));
  await waitFor(() => expect(screen.queryByText(/^Short:/)).toBeNull());
  expect(sent().at(-1)).toMatchObject({ pick_list: [{ sku: "TEA-1", short: "0" }] });
});

it("asks by the bench's command: for the next item that is scanned, or at once for the only line of a place", async () => {
  const sent = picking([pick("TEA-1"), CAPS, TORCH]);
  await scan("A-02");
  await scan("*BENCH-SHORT");
  expect(screen.getByRole("button", { name: "Missing item" })).toHaveAttribute("aria-pressed", "true");
  await scan("489TORCH-1");
  const dialog = await screen.findByRole("alertdialog", { name: "A-02: TORCH-1 is missing" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Note: 0 of 12 found" }));
  expect(await screen.findByText("Short: 0 of 12 found")).toBeInTheDocument();
  expect(sent()).toMatchObject([{ pick_list: [{ sku: "TORCH-1", short: "12" }] }]);

  await scan("A-01");
  fireEvent.keyDown(document.body, { key: "F6" });
  const only = await screen.findByRole("alertdialog", { name: "A-01: TEA-1 is missing" });
  fireEvent.click(within(only).getByRole("button", { name: "Back" }));
  expect(sent()).toHaveLength(1);
});

it("is shown to the packer at the items that are still to be packed", () => {
  const whole = bench();
  const [parcel] = whole.parcel_list;
  const item_list = (parcel?.item_list ?? []).map((item) => ({
    ...item,
    ...(item.sku === "TORCH-1" ? { scanned: "1" } : {}),
    shelf_short: { ...NOTE, qty: "13" },
  }));
  open(bench({ wave_id: "wv_1f2e", parcel_list: whole.parcel_list.map((each) => ({ ...each, item_list })) }));
  const [cap, torch] = within(screen.getByRole("list", { name: "Items of parcel 1" })).getAllByRole("listitem");
  expect(cap).toHaveTextContent("Short: 2 of 13 found Mei, 20 Nov 2026, 14:05");
  expect(torch).not.toHaveTextContent("Short:");
});
