import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { readQueueView } from "@/app/(warehouse)/warehouse/[environment]/(queue)/queue-query";
import { QueueView } from "@/app/(warehouse)/warehouse/[environment]/(queue)/queue-view";
import { showNoticesWith } from "@/components/ui/toast";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import type { QueueLane } from "@/lib/contracts/pickpack-queue";
import { PICKPACK_STATUSES } from "@/lib/warehouse/pickpack-status";
import { AtAddress, visited } from "../address-frame";
import { bulkServer } from "../bulk-server";
import { row } from "../pick-pack/pick-pack-frame";
import { type Asked, answers, PROVIDERS, refusal, router, show } from "./warehouse-frame";

const COUNTS = { total: 15, total_is_at_least: false, collected: 2, cancel_requested: 9 };
const LANES: QueueLane[] = [
  {
    shipping_provider: "LOCAL_DOOR",
    courier_company: "Sampan Local Door-to-Door",
    pending: 3,
    confirmed: 5,
    unwaved: 2,
    unwaved_single: 0,
    cancel_requested: 1,
    oldest_minutes: 1500,
  },
  {
    shipping_provider: "LOCAL_PUDO",
    courier_company: "Sampan Local Pickup Point",
    pending: 0,
    confirmed: 4,
    unwaved: 0,
    unwaved_single: 0,
    cancel_requested: 0,
    oldest_minutes: 30,
  },
];

const notices: string[] = [];

function queue({
  rows,
  search = "",
  total = rows.length,
  also = {},
  role = "warehouse" as const,
}: {
  rows: readonly PickPackRow[];
  search?: string;
  total?: number;
  also?: Parameters<typeof answers>[0];
  role?: "warehouse" | "support";
}) {
  const by_status = Object.fromEntries(PICKPACK_STATUSES.map((status, index) => [status, index + 1]));
  const asked = answers({
    ...also,
    "/pickpack/counts": () => ({ data: { ...COUNTS, by_status } }),
    "/pickpack/queue": () => ({ data: { provider_list: LANES } }),
    "/pickpack/list": () => ({ data: rows, pagination: { total, page: 1, per_page: 20, total_pages: 1 } }),
  });
  const view = readQueueView(Object.fromEntries(new URLSearchParams(search)));
  show(
    <AtAddress search={search}>
      <QueueView view={view} providers={PROVIDERS} today="2026-11-21" />
    </AtAddress>,
    { role },
  );
  return asked;
}

const pending = (number: number, change: Partial<PickPackRow> = {}) =>
  row(number, { status: "PICKPACK_PENDING_CONFIRM", request_datetime: `2026-11-20 1${number}:00:00`, ...change });
const orderOf = (number: number) => `21735799610024${number}`;
const lineOf = async (number: number) =>
  (await screen.findByRole("link", { name: orderOf(number) })).closest("tr") as HTMLElement;
const posts = (asked: readonly Asked[]) => asked.filter(({ method }) => method === "POST");
const shortage = { code: "400481", code_reason: "OUT_OF_STOCK", sku: "TEA-500", requested: "3", available: "1" };

beforeEach(() => {
  router.push.mockReset();
  router.replace.mockReset();
  notices.length = 0;
  return showNoticesWith({ show: ({ title }) => notices.push(String(title)), dismiss: () => undefined });
});

it("shows open work of every merchant, the oldest first, with its age in words", async () => {
  const asked = queue({
    rows: [
      pending(1, { age_minutes: 1441 }),
      row(2, { age_minutes: 241, wave_id: "wv_1", wave_number: "W-20261121-07", is_require_repack: "Y" }),
      row(3, { age_minutes: 240 }),
      row(4, { status: "PICKPACK_READY_TO_SHIPMENT", age_minutes: 5000 }),
    ],
  });
  for (const [number, age] of [
    [1, "24 h overdue"],
    [2, "4 h long wait"],
    [3, "4 h"],
    [4, "3 days"],
  ] as const)
    expect(within(await lineOf(number)).getAllByRole("cell")[1], String(number)).toHaveTextContent(
      new RegExp(`^${age}$`),
    );
  expect(within(await lineOf(1)).getByText("Lion Rock Outdoor")).toBeInTheDocument();
  expect(within(await lineOf(2)).getByText("To be repacked")).toBeInTheDocument();
  expect(within(await lineOf(2)).getByRole("link", { name: "W-20261121-07" })).toHaveAttribute(
    "href",
    "/warehouse/testing/waves/wv_1",
  );
  const { search, account } = asked.find(({ path }) => path === "/pickpack/list") as Asked;
  const asks = [search.get("status"), search.get("sort"), account];
  expect(asks).toEqual(["PICKPACK_PENDING_CONFIRM,PICKPACK_CONFIRMED", "request_datetime", null]);
});

it("offers with each order what its state allows", async () => {
  queue({
    rows: [
      pending(1),
      row(2),
      row(3, { is_cancel_requested: "Y" }),
      row(4, { status: "PICKPACK_READY_TO_SHIPMENT", order_status: "PICKED_UP" }),
    ],
  });
  expect(within(await lineOf(1)).getByRole("button", { name: `Confirm order ${orderOf(1)}` })).toBeInTheDocument();
  expect(within(await lineOf(2)).getByRole("link", { name: `Pack order ${orderOf(2)}` })).toHaveAttribute(
    "href",
    `/warehouse/testing/bench/${orderOf(2)}`,
  );
  expect(within(await lineOf(3)).getByRole("button", { name: /^Answer the request/ })).toBeInTheDocument();
  const more = within(await lineOf(4)).getByRole("button", { name: `More for order ${orderOf(4)}` });
  expect(within(await lineOf(4)).getAllByRole("button")).toEqual([more]);
});

it.each([
  ["warehouse", false],
  ["support", true],
] as const)("leads %s to the merchant's order: %s", async (role, isOffered) => {
  queue({ rows: [pending(1)], role });
  fireEvent.click(within(await lineOf(1)).getByRole("button", { name: /^More for/ }));
  const menu = await screen.findByRole("menu");
  expect(within(menu).getByRole("menuitem", { name: "Reject…" })).toBeInTheDocument();
  const link = within(menu).queryByRole("menuitem", { name: "Open the merchant's order" });
  expect(link?.getAttribute("href") ?? null).toBe(isOffered ? `/testing/orders/${orderOf(1)}?account=100002` : null);
});

it("filters by service, figure and cut-off through the address; choosing one again removes it", async () => {
  queue({ rows: [row(1)], search: "shipping_provider=LOCAL_PUDO" });
  const lanes = await screen.findByRole("table", { name: "Work by carrier service" });
  fireEvent.click(await within(lanes).findByRole("link", { name: "Door-to-Door" }));
  expect(visited.at(-1)).toBe("/warehouse/testing?shipping_provider=LOCAL_DOOR");
  fireEvent.click(within(lanes).getByRole("link", { name: "Door-to-Door" }));
  expect(visited.at(-1)).toBe("/warehouse/testing");
  const door = within(lanes).getByRole("link", { name: "Door-to-Door" }).closest("tr") as HTMLElement;
  fireEvent.click(within(door).getByRole("link", { name: /^3/ }));
  expect(visited.at(-1)).toBe("/warehouse/testing?tab=pending&shipping_provider=LOCAL_DOOR");
  fireEvent.click(screen.getByRole("button", { name: "15:00" }));
  expect(visited.at(-1)).toBe(
    "/warehouse/testing?tab=pending&shipping_provider=LOCAL_DOOR&until=2026-11-21T15%3A00%3A00%2B08%3A00",
  );
  expect(door).toHaveTextContent(/25 h overdue/);
});

it("filters by merchant, in rows and figures, and makes a wave of the selected orders", async () => {
  const asked = queue({
    rows: [row(1), row(2), row(3, { wave_id: "wv_1" }), pending(4), row(5, { is_cancel_requested: "Y" })],
    search: "customer_eid=100002",
  });
  await lineOf(1);
  for (const path of ["/pickpack/list", "/pickpack/queue"])
    expect(asked.find((one) => one.path === path)?.search.get("customer_eid"), path).toBe("100002");
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(visited.at(-1)).toBe("/warehouse/testing");
  for (const number of [1, 2, 3, 4, 5])
    fireEvent.click(screen.getByRole("checkbox", { name: `Select order ${orderOf(number)}` }));
  fireEvent.click(screen.getByRole("button", { name: "Wave of 2…" }));
  expect(within(await screen.findByRole("dialog")).getByText("It takes 2 orders.")).toBeInTheDocument();
});

it("takes any cut-off of Hong Kong, once it is typed", async () => {
  const asked = queue({ rows: [row(1)], search: "until=2026-11-20T04:00:00Z" });
  const field = screen.getByLabelText(/^Another cut-off/);
  expect(field).toHaveValue("2026-11-20T12:00");
  fireEvent.change(field, { target: { value: "2026-11-20T09:30" } });
  expect(visited).toEqual([]);
  fireEvent.keyDown(field, { key: "Enter" });
  expect(visited.at(-1)).toBe("/warehouse/testing?until=2026-11-20T09%3A30%3A00%2B08%3A00");
  await lineOf(1);
  for (const path of ["/pickpack/list", "/pickpack/queue"])
    expect(asked.filter((one) => one.path === path).map(({ search }) => search.get("until"))).toEqual([
      "2026-11-20T04:00:00Z",
      "2026-11-20T09:30:00+08:00",
    ]);
});

it("writes tab, search, sorting and page into the address", async () => {
  queue({ rows: [row(1)], total: 45 });
  await lineOf(1);
  const tabs = screen.getByRole("navigation", { name: "Orders by what is to be done" });
  await within(tabs).findByText("9");
  expect(within(tabs).getByRole("link", { name: /^Open work\s*3$/ })).toHaveAttribute("aria-current", "page");
  fireEvent.click(within(tabs).getByRole("link", { name: /^Cancellation asked\s*9$/ }));
  expect(visited.at(-1)).toBe("/warehouse/testing?tab=asked");
  fireEvent.click(screen.getByRole("button", { name: "Age" }));
  expect(visited.at(-1)).toBe("/warehouse/testing?tab=asked&sort=-request_datetime");
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(visited.at(-1)).toBe("/warehouse/testing?tab=asked&sort=-request_datetime&offset=20");
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "ST663" } });
  await waitFor(() => expect(visited.at(-1)).toBe("/warehouse/testing?tab=asked&sort=-request_datetime&q=ST663"));
});

it("ignores what it does not know in an address, and says so", async () => {
  const { query, wrong } = readQueueView({ tab: "packed", limit: "7", shipping_provider: "LOCAL_DOOR" });
  expect({ query, wrong }).toEqual({
    query: { tab: "open", sort: "request_datetime", limit: "20", offset: "0", shipping_provider: "LOCAL_DOOR" },
    wrong: ["limit", "tab"],
  });
  queue({ rows: [row(1)], search: "tab=packed" });
  expect(screen.getByText(/Part of this address is not understood/)).toBeInTheDocument();
});

it("confirms many, the oldest first and each on its merchant's account, and lists what the stock lacks", async () => {
  const error_trace = [shortage, { ...shortage, sku: "CUP-1", requested: "2", available: "0" }];
  const error = { code: "400000", code_reason: "BAD_REQUEST", message: "", error_trace };
  const server = bulkServer((_operation, { order_id }) => (order_id === orderOf(2) ? { error } : { data: {} }));
  const asked = queue({
    rows: [pending(3), pending(1), pending(2, { customer_eid: "100007" })],
    also: {
      "/bulk": ({ method, path, search, body }) => server.answer(method, path, search, body)?.body ?? {},
      "/pickpack/reject": () => ({ data: { order: {}, message: "" } }),
    },
  });
  await lineOf(1);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all orders on this page" }));
  fireEvent.click(screen.getByRole("button", { name: "Confirm 3" }));
  const dialog = await screen.findByRole("dialog", { name: "1 order could not be confirmed" });
  // Without an account: each order's number says whose it is.
  expect(posts(asked).map(({ body, account }) => [body, account])).toEqual([
    [{ operation: "confirmPickPack", ids: [orderOf(1), orderOf(2), orderOf(3)], input: {} }, null],
  ]);
  expect(within(dialog).getByText("2 orders are confirmed.")).toBeInTheDocument();
  const lacking = within(dialog).getByRole("table", { name: `What the stock lacks for order ${orderOf(2)}` });
  expect(
    within(lacking)
      .getAllByRole("row")
      .slice(1)
      .map((line) =>
        within(line)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
  ).toEqual([
    ["TEA-500", "3", "1"],
    ["CUP-1", "2", "0"],
  ]);

  fireEvent.click(within(dialog).getByRole("button", { name: `Reject order ${orderOf(2)}…` }));
  const question = await screen.findByRole("alertdialog");
  fireEvent.click(within(question).getByRole("button", { name: "Reject order" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posts(asked).at(-1)).toMatchObject({
    path: "/pickpack/reject",
    account: "100007",
    body: { order_id: orderOf(2), reject_type: "OUT_OF_STOCK" },
  });
});

it("asks for the rows again after an action, and has nothing selected any more", async () => {
  const rows = [pending(1), pending(2)];
  const asked = queue({
    rows,
    also: { "/pickpack/confirm": () => ({ data: { order: {}, message: "" } }) },
  });
  fireEvent.click(within(await lineOf(1)).getByRole("checkbox"));
  expect(screen.getByRole("button", { name: "Confirm 1" })).toBeInTheDocument();
  const before = asked.filter(({ path }) => path === "/pickpack/list").length;
  fireEvent.click(screen.getByRole("button", { name: "Confirm 1" }));
  await waitFor(() => expect(asked.filter(({ path }) => path === "/pickpack/list").length).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selected orders" })).toBeNull());
  expect(notices).toEqual([`Order ${orderOf(1)} is confirmed.`]);
});

it("rejects for another reason only when it is given", async () => {
  const asked = queue({
    rows: [pending(1)],
    also: { "/pickpack/reject": () => ({ data: { order: {}, message: "" } }) },
  });
  fireEvent.click(within(await lineOf(1)).getByRole("checkbox"));
  fireEvent.click(screen.getByRole("button", { name: "Reject 1…" }));
  const dialog = await screen.findByRole("alertdialog", { name: `Reject order ${orderOf(1)}?` });
  fireEvent.click(within(dialog).getByRole("radio", { name: "Another reason" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Reject order" }));
  expect(await within(dialog).findByText("Say why: the merchant reads it.")).toBeInTheDocument();
  const reason = within(dialog).getByRole("textbox", { name: /Remarks/ });
  await waitFor(() => expect(reason).toHaveFocus());
  expect(reason).toBeInvalid();
  expect(posts(asked)).toEqual([]);
  fireEvent.change(reason, { target: { value: " The goods are damaged " } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Reject order" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(posts(asked).map(({ body }) => body)).toEqual([
    { order_id: orderOf(1), reject_type: "OTHERS", reject_reason: "The goods are damaged" },
  ]);
});

it("shows why a merchant wants an order cancelled, and declines only with words", async () => {
  const asked = queue({
    rows: [row(1, { is_cancel_requested: "Y" })],
    also: {
      "/pickpack/bench/": () => ({ data: { cancel_remarks: "Ordered twice" } }),
      "/pickpack/decline-cancel": () => ({ data: { order: {}, message: "" } }),
    },
  });
  fireEvent.click(within(await lineOf(1)).getByRole("button", { name: /^Answer the request/ }));
  const dialog = await screen.findByRole("alertdialog");
  expect(await within(dialog).findByText("Ordered twice")).toBeInTheDocument();
  fireEvent.click(within(dialog).getByRole("radio", { name: "Decline" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Decline" }));
  const remarks = within(dialog).getByRole("textbox", { name: /Why it goes on/ });
  expect(await within(dialog).findByText("Say why: the merchant reads it.")).toBeInTheDocument();
  expect(posts(asked)).toEqual([]);
  fireEvent.change(remarks, { target: { value: "It is packed" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(posts(asked)).toMatchObject([
    { path: "/pickpack/decline-cancel", body: { order_id: orderOf(1), remarks: "It is packed" }, account: "100002" },
  ]);
});

it("agrees to a request for cancellation", async () => {
  const asked = queue({
    rows: [row(1, { is_cancel_requested: "Y" })],
    also: {
      "/pickpack/bench/": () => ({ data: { cancel_remarks: null } }),
      "/pickpack/cancel": () => ({ data: { order: {}, message: "" } }),
    },
  });
  fireEvent.click(within(await lineOf(1)).getByRole("button", { name: /^Answer the request/ }));
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel the order" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(posts(asked)).toMatchObject([{ path: "/pickpack/cancel", body: { order_id: orderOf(1) } }]);
});

it("keeps the question and shows a refusal of a single order in the server's words", async () => {
  queue({
    rows: [row(1)],
    also: { "/pickpack/cancel": () => refusal({ message: "The courier has it already." }) },
  });
  fireEvent.click(within(await lineOf(1)).getByRole("checkbox"));
  fireEvent.click(screen.getByRole("button", { name: "Cancel 1…" }));
  const dialog = await screen.findByRole("alertdialog");
  await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: "Cancel order" })));
  await waitFor(() => expect(notices).toEqual(["The courier has it already."]));
  expect(screen.getByRole("alertdialog")).toBeInTheDocument();
});

it("can be moved through and selected by keyboard, and keeps the place of a row that leaves", async () => {
  let rows = [pending(1), pending(2), pending(3)];
  const by_status = Object.fromEntries(PICKPACK_STATUSES.map((status) => [status, 0]));
  answers({
    "/pickpack/confirm": ({ body }) => {
      rows = rows.filter(({ order_id }) => order_id !== body.order_id);
      return { data: { order: {}, message: "" } };
    },
    "/pickpack/counts": () => ({ data: { total: 3, by_status, collected: 2, cancel_requested: 0 } }),
    "/pickpack/queue": () => ({ data: { provider_list: [] } }),
    "/pickpack/list": () => ({ data: rows, pagination: { total: rows.length, page: 1, per_page: 20, total_pages: 1 } }),
  });
  show(
    <AtAddress search="tab=pending">
      <QueueView view={readQueueView({ tab: "pending" })} providers={PROVIDERS} today="2026-11-21" />
    </AtAddress>,
  );
  await lineOf(1);
  const link = (number: number) => screen.getByRole("link", { name: orderOf(number) });
  act(() => link(1).focus());
  fireEvent.keyDown(link(1), { key: "ArrowDown" });
  expect(link(2)).toHaveFocus();
  fireEvent.keyDown(link(2), { key: " " });
  expect(within(await lineOf(2)).getByRole("checkbox")).toBeChecked();
  fireEvent.keyDown(link(2), { key: "End" });
  expect(link(3)).toHaveFocus();

  const confirm = within(await lineOf(2)).getByRole("button", { name: `Confirm order ${orderOf(2)}` });
  act(() => confirm.focus());
  fireEvent.click(confirm);
  await waitFor(() => expect(screen.queryByRole("link", { name: orderOf(2) })).toBeNull());
  await waitFor(() => expect(link(3)).toHaveFocus());
});

it.each([
  ["", 0, "Nothing waits: all work is done", "Show all orders"],
  ["tab=rejected", 0, "No orders here", "To the open work"],
  ["q=chan", 0, "No orders match “chan”", "Look in all orders"],
  ["offset=200", 3, "The list ends before this page", "To the first page"],
])("says why there are no rows at %s, and the next step", async (search, total, words, step) => {
  queue({ rows: [], search, total });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: step })).toBeInTheDocument();
});

it("reports a failure with its request id", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: { code: "500999" } }, { status: 500, headers: { "x-request-id": "req_of_the_test" } }),
  );
  show(
    <AtAddress>
      <QueueView view={readQueueView({})} providers={PROVIDERS} today="2026-11-21" />
    </AtAddress>,
  );
  expect((await screen.findAllByText("req_of_the_test")).length).toBeGreaterThan(0);
});
