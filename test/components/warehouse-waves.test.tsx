import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { WaveView } from "@/app/(warehouse)/warehouse/[environment]/waves/[waveId]/wave-view";
import { NewWaveDialog } from "@/app/(warehouse)/warehouse/[environment]/waves/new-wave-dialog";
import { WaveList } from "@/app/(warehouse)/warehouse/[environment]/waves/wave-list";
import type { DataOf } from "@/lib/contracts/contract";
import { listWaves, type readWave, type Wave } from "@/lib/contracts/pickpack-bench";
import { readListQuery } from "@/lib/list-query";
import { answers, PROVIDERS, refusal, router, show } from "./warehouse-frame";

const TODAY = "2026-11-21";

const WAVE: Wave = {
  wave_id: "wv_1f2e",
  customer_eid: null,
  shipping_provider: "LOCAL_DOOR",
  cut_off: "2026-11-21T15:00:00.000+08:00",
  create_time: "2026-11-21T15:01:00.000+08:00",
  created_by: "Ho",
  order_count: 4,
  open_count: 3,
};

type WholeWave = DataOf<typeof readWave>;

const order = (number: number, change: Partial<WholeWave["order_list"][number]> = {}) => ({
  order_id: `21735799610024${number}`,
  customer_eid: "100002",
  customer_name: "Lion Rock Outdoor",
  status: "PICKPACK_CONFIRMED" as const,
  tracking_number: `ST6634862307${number}`,
  recipient_name: `陳大文 ${number}`,
  parcel_count: 1,
  is_cancel_requested: "N" as const,
  ...change,
});

const pick = (sku: string, change: Partial<WholeWave["pick_list"][number]> = {}) => ({
  warehouse_location: "A-01",
  customer_eid: "100002",
  customer_name: "Lion Rock Outdoor",
  sku,
  bar_code_eid: `489${sku}`,
  description: `Goods ${sku}`,
  qty: "12",
  order_list: [{ order_id: "217357996100242", parcel: 1, qty: "12" }],
  ...change,
});

const WHOLE: WholeWave = {
  ...WAVE,
  order_list: [
    order(1, { status: "PICKPACK_READY_TO_SHIPMENT" }),
    order(2, { is_cancel_requested: "Y" }),
    order(3),
    order(4),
  ],
  pick_list: [pick("TEA-1"), pick("TEA-2", { warehouse_location: null, qty: "1200" })],
};

const lane = (shipping_provider: string, unwaved: number) => ({
  shipping_provider,
  courier_company: shipping_provider,
  pending: 0,
  confirmed: unwaved,
  unwaved,
  cancel_requested: 0,
  oldest_minutes: 5,
});

const view = (wave: WholeWave = WHOLE) => {
  answers({ "/pickpack/waves/": () => ({ data: wave }) });
  return show(<WaveView waveId={WAVE.wave_id} providers={PROVIDERS} />);
};

beforeEach(() => {
  router.push.mockReset();
  sessionStorage.clear();
});

it("lists the waves with service, cut-off, maker and progress in words", async () => {
  const finished = { ...WAVE, wave_id: "wv_2", shipping_provider: null, cut_off: null, open_count: 0 };
  const asked = answers({
    "/pickpack/waves": () => ({
      data: [WAVE, finished],
      pagination: { total: 30, page: 1, per_page: 20, total_pages: 2 },
    }),
  });
  show(
    <WaveList
      query={readListQuery(listWaves, { limit: "20", offset: "x" }).query}
      providers={PROVIDERS}
      today={TODAY}
    />,
  );
  const link = await screen.findByRole("link", { name: "wv_1f2e" });
  expect(link).toHaveAttribute("href", "/warehouse/testing/waves/wv_1f2e");
  const [first, second] = ["wv_1f2e", "wv_2"].map((name) =>
    within(screen.getByRole("link", { name }).closest("tr") as HTMLElement),
  );
  expect(first?.getByText("Door-to-Door")).toBeInTheDocument();
  expect(first?.getByText("21 Nov 2026, 15:00")).toBeInTheDocument();
  expect(first?.getByText("Ho")).toBeInTheDocument();
  expect(first?.getByText("3 of 4 still to pack")).toBeInTheDocument();
  expect(second?.getByText("Any service")).toBeInTheDocument();
  expect(second?.getByText("All 4 orders are done")).toBeInTheDocument();
  expect(Object.fromEntries(asked[0]?.search ?? [])).toEqual({ limit: "20", offset: "0" });
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(router.push).toHaveBeenLastCalledWith("/warehouse/testing/waves?offset=20", { scroll: false });
});

it("says what waves are for while there are none", async () => {
  answers({
    "/pickpack/waves": () => ({ data: [], pagination: { total: 0, page: 1, per_page: 20, total_pages: 0 } }),
    "/pickpack/queue": () => ({ data: { provider_list: [] } }),
  });
  show(<WaveList query={readListQuery(listWaves, {}).query} providers={PROVIDERS} today={TODAY} />, {
    language: "zh-Hant",
  });
  expect(await screen.findByText("尚未有波次")).toBeInTheDocument();
  fireEvent.click(screen.getAllByRole("button", { name: "建立波次" }).at(-1) as HTMLElement);
  expect(await screen.findByText("沒有符合條件而未編波次的已確認訂單。")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "建立波次" })).toBeDisabled();
});

it("says how many orders a new wave takes, makes it and leads to its page", async () => {
  const asked = answers({
    "/pickpack/queue": ({ search }) => ({
      data: { provider_list: [lane("LOCAL_DOOR", search.has("until") ? 7 : 132), lane("LOCAL_PUDO", 1)] },
    }),
    "/pickpack/waves": () => ({ data: WHOLE }),
  });
  show(<NewWaveDialog firstService="LOCAL_DOOR" providers={PROVIDERS} today={TODAY} onClose={() => undefined} />);
  expect(await screen.findByText(/It takes the 100 oldest of 132 orders/)).toBeInTheDocument();
  fireEvent.change(screen.getByRole("combobox", { name: "Service" }), { target: { value: "LOCAL_PUDO" } });
  expect(screen.getByText("It takes 1 order.")).toBeInTheDocument();
  fireEvent.change(screen.getByRole("combobox", { name: "Service" }), { target: { value: "LOCAL_DOOR" } });
  fireEvent.click(screen.getByRole("button", { name: "15:00" }));
  expect(await screen.findByText("It takes 7 orders.")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Make the wave" }));
  await waitFor(() => expect(router.push).toHaveBeenLastCalledWith("/warehouse/testing/waves/wv_1f2e"));
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
    shipping_provider: "LOCAL_DOOR",
    cut_off: "2026-11-21T15:00:00+08:00",
  });
});

it("says in the server's words when somebody else took the orders meanwhile", async () => {
  answers({
    "/pickpack/queue": () => ({ data: { provider_list: [lane("LOCAL_DOOR", 2)] } }),
    "/pickpack/waves": () => refusal({ message: "No confirmed order outside a wave fits." }),
  });
  show(<NewWaveDialog providers={PROVIDERS} today={TODAY} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Make the wave" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("No confirmed order outside a wave fits.");
  expect(router.push).not.toHaveBeenCalled();
});

it("shows what to pick and where, and packs next what nobody wants cancelled", async () => {
  view();
  const boxes = await screen.findAllByRole("checkbox");
  expect(boxes.map((box) => box.getAttribute("aria-label"))).toEqual([
    "A-01: 12 of TEA-1, Goods TEA-1",
    "no place: 1200 of TEA-2, Goods TEA-2",
  ]);
  expect(screen.getByText("× 1,200")).toBeInTheDocument();
  expect(screen.getAllByText("217357996100242, parcel 1: 12")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Pack the next" })).toHaveAttribute(
    "href",
    "/warehouse/testing/bench/217357996100243",
  );
  const asked = screen.getByRole("link", { name: "217357996100242" }).closest("li") as HTMLElement;
  expect(within(asked).getByText("Cancellation asked: do not pack")).toBeInTheDocument();
  const packed = screen.getByRole("link", { name: "217357996100241" }).closest("li") as HTMLElement;
  expect(within(packed).queryByRole("link", { name: /^Pack order/ })).toBeNull();
});

it("keeps the lines that are ticked off over a reload, for this wave alone", async () => {
  view();
  fireEvent.click(await screen.findByRole("checkbox", { name: /TEA-1/ }));
  expect(screen.getByText("1 of 2 picked")).toBeInTheDocument();
  cleanup();
  view();
  expect(await screen.findByRole("checkbox", { name: /TEA-1/ })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: /TEA-2/ })).not.toBeChecked();
  expect(screen.getByText("1 of 2 picked")).toBeInTheDocument();
  cleanup();

  answers({ "/pickpack/waves/": () => ({ data: WHOLE }) });
  show(<WaveView waveId="wv_other" providers={PROVIDERS} />);
  expect(await screen.findByText("0 of 2 picked")).toBeInTheDocument();
  cleanup();

  view();
  fireEvent.click(await screen.findByRole("button", { name: "Untick all" }));
  expect(screen.getByText("0 of 2 picked")).toBeInTheDocument();
  expect(sessionStorage.getItem("sampan-wave-wv_1f2e")).toBe("[]");
});

it("is ticked off by keyboard", async () => {
  view();
  const [first, second] = await screen.findAllByRole("checkbox");
  act(() => first?.focus());
  fireEvent.keyDown(first as HTMLElement, { key: "ArrowDown" });
  expect(second).toHaveFocus();
  fireEvent.keyDown(second as HTMLElement, { key: "ArrowDown" });
  expect(second).toHaveFocus();
  fireEvent.keyDown(second as HTMLElement, { key: "Home" });
  expect(first).toHaveFocus();
});

it("tells of a product that many orders want their number first, and each when asked", async () => {
  const order_list = Array.from({ length: 20 }, (_, n) => ({ order_id: `2173579961003${n}`, parcel: 1, qty: "1" }));
  view({ ...WHOLE, pick_list: [pick("TEA-1"), pick("TEA-2", { order_list })] });
  expect(await screen.findByText("217357996100242, parcel 1: 12")).toBeVisible();
  expect(screen.getByText("21735799610030, parcel 1: 1")).not.toBeVisible();
  fireEvent.click(screen.getByText("20 orders"));
  expect(screen.getByText("217357996100319, parcel 1: 1")).toBeVisible();
  expect(screen.getByRole("checkbox", { name: /TEA-2/ })).not.toBeChecked();
});

it("names the merchant of each line where a wave has several", async () => {
  view({
    ...WHOLE,
    pick_list: [pick("TEA-1"), pick("TEA-1", { customer_eid: "100007", customer_name: "Harbour Tea" })],
  });
  expect(await screen.findByText("Lion Rock Outdoor")).toBeInTheDocument();
  expect(screen.getByText("Harbour Tea")).toBeInTheDocument();
});

it("says when there is nothing left to pick", async () => {
  view({ ...WHOLE, open_count: 0, order_list: [order(1, { status: "PICKPACK_READY_TO_SHIPMENT" })], pick_list: [] });
  expect(await screen.findByText("Nothing left to pick")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Pack the next" })).toBeNull();
});
