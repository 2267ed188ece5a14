import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { PickPackList } from "@/app/(dashboard)/[environment]/pick-pack/pick-pack-list";
import { listPickPack, type PickPackRow } from "@/lib/contracts/pickpack";
import type { Language } from "@/lib/i18n/validation";
import { readListQuery } from "@/lib/lists/list-query";
import { PICKPACK_STATUSES } from "@/lib/warehouse/pickpack-status";
import { AtAddress, viewOf, visited } from "../address-frame";
import { router, row, show } from "./pick-pack-frame";

const PROVIDERS = [
  {
    code: "LOCAL_DOOR",
    ship_type: "local" as const,
    name: "Sampan Local Door-to-Door",
    shortName: "Local Door-to-Door",
  },
];

function answer(rows: readonly PickPackRow[], total = rows.length, inWarehouse = 7) {
  const by_status = Object.fromEntries(PICKPACK_STATUSES.map((status, index) => [status, index]));
  vi.stubGlobal("fetch", async (input: string) =>
    Response.json(
      String(input).includes("/pickpack/counts")
        ? { data: { total: inWarehouse, by_status, cancel_requested: 9 } }
        : { data: rows, pagination: { total, page: 1, per_page: 20, total_pages: 1 } },
    ),
  );
}

function list(search = "", language: Language = "en") {
  return show(
    <AtAddress search={search}>
      <PickPackList view={viewOf(listPickPack, search)} providers={PROVIDERS} today="2026-11-21" />
    </AtAddress>,
    language,
  );
}

const lineOf = async (id: string) => (await screen.findByRole("link", { name: id })).closest("tr") as HTMLElement;

beforeEach(() => {
  router.push.mockReset();
  router.replace.mockReset();
});

it("shows each order's state, age, contents and number, and leads to both of its pages", async () => {
  const ages: [number, string][] = [
    [59, "59 min"],
    [60, "1 h"],
    [2879, "47 h"],
    [2880, "2 days"],
  ];
  answer(ages.map(([age_minutes], index) => row(index, { age_minutes })));
  list();
  for (const [index, [, age]] of ages.entries())
    expect(within(await lineOf(`21735799610024${index}`)).getByText(age)).toBeInTheDocument();
  const line = await lineOf("217357996100240");
  expect(within(line).getByText("Being packed")).toBeInTheDocument();
  expect(within(line).getByText("1 parcel, 3 units")).toBeInTheDocument();
  expect(within(line).getByText("ST66348623070")).toBeInTheDocument();
  expect(within(line).getByRole("link", { name: "217357996100240" })).toHaveAttribute(
    "href",
    "/testing/pick-pack/217357996100240",
  );
  expect(within(line).getByRole("link", { name: /^Open order/ })).toHaveAttribute(
    "href",
    "/testing/orders/217357996100240",
  );
});

it("marks what is asked to be cancelled and why something was rejected", async () => {
  answer([
    row(1, { is_cancel_requested: "Y" }),
    row(2, { status: "PICKPACK_REJECTED", reject_type: "OUT_OF_STOCK", order_status: "CANCELLED" }),
  ]);
  list();
  expect(within(await lineOf("217357996100241")).getByText("Cancellation requested")).toBeInTheDocument();
  expect(within(await lineOf("217357996100242")).getByText("Out of stock")).toBeInTheDocument();
});

it("counts on its tabs, and each leads to its own orders", async () => {
  answer([row(1)]);
  list("offset=20&sort=request_datetime");
  const tabs = screen.getByRole("navigation", { name: "Pick-and-pack orders by status" });
  const addresses: [string, string][] = [
    ["All 7", "?sort=request_datetime"],
    ["Waiting 0", "?status=PICKPACK_PENDING_CONFIRM&sort=request_datetime"],
    ["Being packed 1", "?status=PICKPACK_CONFIRMED&sort=request_datetime"],
    ["Packed 2", "?status=PICKPACK_READY_TO_SHIPMENT&sort=request_datetime"],
    ["Rejected 4", "?status=PICKPACK_REJECTED&sort=request_datetime"],
    ["Cancelled 3", "?status=PICKPACK_CANCELLED&sort=request_datetime"],
    ["Cancellation requested 9", "?is_cancel_requested=Y&sort=request_datetime"],
  ];
  await within(tabs).findByText("9");
  for (const [name, search] of addresses) {
    const [, words = "", count = ""] = /^(.*) (\d+)$/.exec(name) ?? [];
    const link = within(tabs).getByRole("link", { name: new RegExp(`^${words}\\s*${count}$`) });
    const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://localhost");
    expect(pathname).toBe("/testing/pick-pack");
    expect(Object.fromEntries(searchParams), name).toEqual(Object.fromEntries(new URLSearchParams(search)));
  }
  expect(within(tabs).getByRole("link", { name: /^All/ })).toHaveAttribute("aria-current", "page");
});

it("writes search, service, sorting and page into the address", async () => {
  answer([row(1)], 45);
  list();
  await lineOf("217357996100241");
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(visited.at(-1)).toBe("/testing/pick-pack?offset=20");
  fireEvent.click(screen.getByRole("button", { name: "Age" }));
  expect(visited.at(-1)).toBe("/testing/pick-pack?sort=request_datetime");
  fireEvent.change(screen.getByRole("combobox", { name: "Service" }), { target: { value: "LOCAL_DOOR" } });
  expect(visited.at(-1)).toBe("/testing/pick-pack?sort=request_datetime&shipping_provider=LOCAL_DOOR");
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "陳" } });
  await waitFor(() =>
    expect(visited.at(-1)).toBe("/testing/pick-pack?sort=request_datetime&shipping_provider=LOCAL_DOOR&q=%E9%99%B3"),
  );
});

it.each([
  ["q=chan", 0, 7, "No orders match “chan”", "Clear filters"],
  ["status=PICKPACK_REJECTED", 0, 7, "No orders here", "Show all orders"],
  ["offset=200", 3, 7, "The list ends before this page", "To the first page"],
])("says why there are no rows at %s, and the next step", async (search, total, inWarehouse, words, step) => {
  answer([], total, inWarehouse);
  list(search);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: step }).length).toBeGreaterThan(0);
});

it.each([
  ["en", "No orders in the warehouse yet", "New order"],
  ["zh-Hant", "倉庫尚未有訂單", "新增訂單"],
] as const)("says what it is for while nothing came yet, in %s", async (language, words, first) => {
  answer([], 0, 0);
  list("", language);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: first })).toHaveAttribute("href", "/testing/orders/new?type=local");
});

it("ignores what it does not know in an address, and says so", () => {
  const { query, wrong } = readListQuery(listPickPack, {
    status: "PACKED",
    limit: "7",
    shipping_provider: "LOCAL_DOOR",
  });
  expect({ query, wrong }).toEqual({
    query: { sort: "-request_datetime", limit: "20", offset: "0", shipping_provider: "LOCAL_DOOR" },
    wrong: ["status", "limit"],
  });
  answer([row(1)]);
  list("status=PACKED");
  expect(screen.getByText(/Part of this address is not understood/)).toBeInTheDocument();
});

it("reports a failure with its request id, and how to try again", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: { code: "500999" } }, { status: 500, headers: { "x-request-id": "req_of_the_test" } }),
  );
  list();
  expect(await screen.findByText("req_of_the_test")).toBeInTheDocument();
});
