import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { WaveView } from "@/app/(warehouse)/warehouse/[environment]/waves/[waveId]/wave-view";
import { WaveList } from "@/app/(warehouse)/warehouse/[environment]/waves/wave-list";
import { NewWaveDialog } from "@/components/warehouse/new-wave-dialog";
import { listWaves } from "@/lib/contracts/pickpack-bench";
import { AtAddress, viewOf, visited } from "../address-frame";
import { answers, PROVIDERS, refusal, router, show } from "./warehouse-frame";
import { order, pick, WAVE, WHOLE, type WholeWave } from "./wave-frame";

const TODAY = "2026-11-21";

const NOBODY = { picked_by: null, picked_time: null };

const lane = (shipping_provider: string, unwaved: number) => ({
  shipping_provider,
  courier_company: shipping_provider,
  pending: 0,
  confirmed: unwaved,
  unwaved,
  unwaved_single: Math.min(unwaved, 3),
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
  const finished = {
    ...WAVE,
    wave_id: "wv_2",
    wave_number: "W-20261121-02",
    shipping_provider: null,
    cut_off: null,
    open_count: 0,
  };
  const asked = answers({
    "/pickpack/waves": () => ({
      data: [WAVE, finished],
      pagination: { total: 30, page: 1, per_page: 20, total_pages: 2 },
    }),
  });
  show(
    <AtAddress search="limit=20&offset=x">
      <WaveList view={viewOf(listWaves, "limit=20&offset=x")} providers={PROVIDERS} today={TODAY} />
    </AtAddress>,
  );
  const link = await screen.findByRole("link", { name: "W-20261121-01" });
  expect(link).toHaveAttribute("href", "/warehouse/testing/waves/wv_1f2e");
  const [first, second] = ["W-20261121-01", "W-20261121-02"].map((name) =>
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
  expect(visited.at(-1)).toBe("/warehouse/testing/waves?offset=20");
});

it("filters the waves by state and merchant through the address, and says when none matches", async () => {
  const asked = answers({
    "/pickpack/waves": () => ({ data: [], pagination: { total: 0, page: 1, per_page: 20, total_pages: 0 } }),
    "/accounts": () => ({
      data: [{ account_id: "100002", name: "Lion Rock Outdoor", pick_pack: true }],
      pagination: { total: 1, page: 1, per_page: 100, total_pages: 1 },
    }),
  });
  const search = "status=OPEN&customer_eid=100002";
  show(
    <AtAddress search={search}>
      <WaveList view={viewOf(listWaves, search)} providers={PROVIDERS} today={TODAY} />
    </AtAddress>,
  );
  expect(await screen.findByText("No wave matches")).toBeInTheDocument();
  expect(asked.find(({ path }) => path === "/pickpack/waves")?.search.toString()).toContain(
    "customer_eid=100002&status=OPEN",
  );
  await waitFor(() => expect(screen.getByLabelText("Merchant")).toHaveTextContent("Lion Rock Outdoor"));
  fireEvent.change(screen.getByRole("combobox", { name: "State" }), { target: { value: "CLOSED" } });
  expect(visited.at(-1)).toBe("/warehouse/testing/waves?customer_eid=100002&status=CLOSED");
  fireEvent.click(screen.getByRole("button", { name: "Show every wave" }));
  expect(visited.at(-1)).toBe("/warehouse/testing/waves");
});

it("names a wave, assigns it to a packer, and closes or cancels it after a question", async () => {
  let wave: WholeWave = { ...WHOLE, order_list: [order(3), order(4)], open_count: 2 };
  const asked = answers({
    "/pickpack/packers": () => ({ data: { person_list: [{ person_id: "9", name: "Ho" }] } }),
    "/pickpack/waves/wv_1f2e/cancel": () => {
      wave = { ...wave, status: "CANCELLED" };
      return { data: wave };
    },
    "/pickpack/waves/": ({ method }) => {
      if (method === "PATCH") wave = { ...wave, name: "Morning", assigned_to: { person_id: "9", name: "Ho" } };
      return { data: wave };
    },
  });
  show(<WaveView waveId={WAVE.wave_id} providers={PROVIDERS} />);
  expect(await screen.findByRole("heading", { name: "Wave W-20261121-01" })).toBeInTheDocument();
  expect(screen.getByText("Nobody yet")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Name and person…" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  fireEvent.change(dialog.getByRole("textbox", { name: /Name/ }), { target: { value: " Morning " } });
  await dialog.findByRole("option", { name: "Ho" });
  fireEvent.change(dialog.getByRole("combobox", { name: "Works on it" }), { target: { value: "9" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Morning")).toBeInTheDocument();
  expect(asked.find(({ method }) => method === "PATCH")?.body).toEqual({
    name: "Morning",
    assigned_to: "9",
    clear: [],
  });

  fireEvent.click(screen.getByRole("button", { name: "Cancel wave…" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/2 orders that are still to be packed leave it/)).toBeInTheDocument();
  fireEvent.click(question.getByRole("button", { name: "Cancel wave" }));
  expect(await screen.findByText("Cancelled")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Close wave…" })).toBeNull();
});

it("offers no cancelling of a wave of which something is packed", async () => {
  view();
  expect(await screen.findByRole("button", { name: "Close wave…" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Cancel wave…" })).toBeNull();
});

it("is made of orders of one unit, of one merchant, or of the orders that are chosen", async () => {
  const asked = answers({
    "/pickpack/queue": () => ({ data: { provider_list: [lane("LOCAL_DOOR", 7)] } }),
    "/pickpack/waves": () => ({ data: WHOLE }),
  });
  const bodies = () => asked.filter(({ method }) => method === "POST").map(({ body }) => body);
  show(<NewWaveDialog merchant="100002" providers={PROVIDERS} today={TODAY} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Only orders of one unit" }));
  expect(await screen.findByText("It takes 3 orders.")).toBeInTheDocument();
  expect(asked[0]?.search.get("customer_eid")).toBe("100002");
  fireEvent.change(screen.getByRole("textbox", { name: /Name/ }), { target: { value: "Singles" } });
  fireEvent.click(screen.getByRole("button", { name: "Make the wave" }));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({ is_single_items: "Y", customer_eid: "100002", name: "Singles" });
  cleanup();

  const orders = [order(3), order(4)];
  show(<NewWaveDialog orders={orders} providers={PROVIDERS} today={TODAY} onClose={() => undefined} />);
  expect(await screen.findByText("It takes 2 orders.")).toBeInTheDocument();
  expect(screen.queryByRole("combobox", { name: "Service" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Make the wave" }));
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toEqual({
    order_list: orders.map(({ customer_eid, order_id }) => ({ customer_eid, order_id })),
  });
});

it("says what waves are for while there are none", async () => {
  answers({
    "/pickpack/waves": () => ({ data: [], pagination: { total: 0, page: 1, per_page: 20, total_pages: 0 } }),
    "/pickpack/queue": () => ({ data: { provider_list: [] } }),
  });
  show(
    <AtAddress>
      <WaveList view={viewOf(listWaves, "")} providers={PROVIDERS} today={TODAY} />
    </AtAddress>,
    { language: "zh-Hant" },
  );
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

it("says in the server's words when another wave took the orders meanwhile", async () => {
  answers({
    "/pickpack/queue": () => ({ data: { provider_list: [lane("LOCAL_DOOR", 2)] } }),
    "/pickpack/waves": () => refusal({ message: "No confirmed order outside a wave fits." }),
  });
  show(<NewWaveDialog providers={PROVIDERS} today={TODAY} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Make the wave" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("No confirmed order outside a wave fits.");
  expect(router.push).not.toHaveBeenCalled();
});

it("makes one wave, however often it is sent, and leads to the one that a lost answer had made", async () => {
  let isMade = false;
  const asked = answers({
    "/pickpack/queue": () => ({ data: { provider_list: [lane("LOCAL_DOOR", 2)] } }),
    "/pickpack/waves/": () => ({ data: WHOLE }),
    "/pickpack/waves": () => {
      if (!isMade) throw new TypeError("Failed to fetch");
      return Response.json({ error: { code: "500998", id: WAVE.wave_id } }, { status: 500 });
    },
  });
  show(<NewWaveDialog providers={PROVIDERS} today={TODAY} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Make the wave" }));
  await screen.findByRole("alert");
  isMade = true;
  fireEvent.click(screen.getByRole("button", { name: "Make the wave" }));
  await waitFor(() => expect(router.push).toHaveBeenLastCalledWith("/warehouse/testing/waves/wv_1f2e"));
  const [first, second] = asked.filter(({ method }) => method === "POST").map(({ key }) => key);
  expect([second, first?.length]).toEqual([first, 32]);
});

it("shows what to pick and where, and packs next the orders that no merchant wants cancelled", async () => {
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

it("ticks lines off at once, for the whole wave on the server, and shows what others picked and when", async () => {
  let wave: WholeWave = WHOLE;
  const asked = answers({
    "/pickpack/waves/wv_1f2e/picked": ({ body }) => {
      const { is_picked, pick_list } = body as unknown as { is_picked: string; pick_list: { sku: string }[] };
      const by = is_picked === "Y" ? { picked_by: "Mei", picked_time: "2026-11-20T14:05:00.000+08:00" } : NOBODY;
      const has = (sku: string) => pick_list.some((each) => each.sku === sku);
      wave = { ...wave, pick_list: wave.pick_list.map((each) => (has(each.sku) ? { ...each, ...by } : each)) };
      return { data: wave };
    },
    "/pickpack/waves/": () => ({ data: wave }),
  });
  show(<WaveView waveId={WAVE.wave_id} providers={PROVIDERS} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: /TEA-1/ }));
  expect(screen.getByText("1 of 2 picked")).toBeInTheDocument();
  expect(await screen.findByText(/Picked by Mei/)).toBeInTheDocument();
  cleanup();

  // Another device, or the same after a reload.
  show(<WaveView waveId={WAVE.wave_id} providers={PROVIDERS} />);
  expect(await screen.findByRole("checkbox", { name: /TEA-1/ })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: /TEA-2/ })).not.toBeChecked();
  fireEvent.click(screen.getByRole("button", { name: "Untick all" }));
  expect(screen.getByText("0 of 2 picked")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/Picked by Mei/)).toBeNull());
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { is_picked: "Y", pick_list: [{ customer_eid: "100002", sku: "TEA-1" }] },
    { is_picked: "N", pick_list: [{ customer_eid: "100002", sku: "TEA-1" }] },
  ]);
});

it("undoes a tick that the server refuses", async () => {
  answers({
    "/pickpack/waves/wv_1f2e/picked": () => refusal({ field: "pick_list[].sku", message: "No such line." }),
    "/pickpack/waves/": () => ({ data: WHOLE }),
  });
  show(<WaveView waveId={WAVE.wave_id} providers={PROVIDERS} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: /TEA-1/ }));
  expect(screen.getByText("1 of 2 picked")).toBeInTheDocument();
  expect(await screen.findByText("0 of 2 picked")).toBeInTheDocument();
});

it("is picked by scan, place first; a wrong place or item is refused in words", async () => {
  const asked = answers({ "/pickpack/waves/": () => ({ data: WHOLE }) });
  show(<WaveView waveId={WAVE.wave_id} providers={PROVIDERS} />);
  const scan = async (code: string) => {
    const field = await screen.findByRole("textbox", { name: /scan/i });
    fireEvent.change(field, { target: { value: code } });
    fireEvent.submit(field);
  };
  await scan("489TEA-1");
  expect(screen.getByRole("alert")).toHaveTextContent("Scan the place first: this is picked at A-01.");
  await scan("NONE");
  expect(screen.getByRole("alert")).toHaveTextContent("NONE is not on this pick list.");
  expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
  await scan("a-01");
  await scan("489TEA-1");
  expect(screen.getByText("Take 12 of TEA-1")).toBeInTheDocument();
  await waitFor(() =>
    expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
      is_picked: "Y",
      pick_list: [{ customer_eid: "100002", sku: "TEA-1" }],
    }),
  );
});

it("tells orders that wait for the courier from those that a courier has", async () => {
  const packed = { status: "PICKPACK_READY_TO_SHIPMENT" } as const;
  view({ ...WHOLE, order_list: [order(1, packed), order(2, { ...packed, order_status: "DELIVERED" })] });
  const rowOf = (name: string) => screen.getByRole("link", { name }).closest("li");
  expect((await screen.findByRole("link", { name: "217357996100241" })).closest("li")).toHaveTextContent("Ready");
  expect(rowOf("217357996100242")).toHaveTextContent("Done");
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

it("shows for a product that many orders want their number first, and each order when asked", async () => {
  const order_list = Array.from({ length: 20 }, (_, n) => ({ order_id: `2173579961003${n}`, parcel: 1, qty: "1" }));
  view({ ...WHOLE, pick_list: [pick("TEA-1"), pick("TEA-2", { order_list })] });
  expect(await screen.findByText("217357996100242, parcel 1: 12")).toBeVisible();
  expect(screen.getByText("21735799610030, parcel 1: 1")).not.toBeVisible();
  fireEvent.click(screen.getByText("20 orders"));
  expect(screen.getByText("217357996100319, parcel 1: 1")).toBeVisible();
  expect(screen.getByRole("checkbox", { name: /TEA-2/ })).not.toBeChecked();
});

it("names the merchant of each line, and those of the wave", async () => {
  view({
    ...WHOLE,
    pick_list: [pick("TEA-1"), pick("TEA-1", { customer_eid: "100007", customer_name: "Harbour Tea" })],
  });
  // One in the line and one among the wave's facts.
  expect(await screen.findAllByText("Lion Rock Outdoor")).toHaveLength(2);
  expect(screen.getByText("Harbour Tea")).toBeInTheDocument();
});

it("says when there is nothing left to pick", async () => {
  view({ ...WHOLE, open_count: 0, order_list: [order(1, { status: "PICKPACK_READY_TO_SHIPMENT" })], pick_list: [] });
  expect(await screen.findByText("Nothing left to pick")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Pack the next" })).toBeNull();
});
