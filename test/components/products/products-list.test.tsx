import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { ProductList } from "@/components/products/product-list";
import type { Product } from "@/lib/contracts/product";
import { listProducts } from "@/lib/contracts/product";
import type { Language } from "@/lib/i18n/validation";
import { readListQuery } from "@/lib/lists/list-query";
import { AtAddress, viewOf, visited } from "../address-frame";
import { answer, page, product, refusal, router, show, showAtWarehouse } from "../products-frame";
// Loaded here, so that the tests need not wait for what pages load late.
import "@/lib/contracts/product";

const listOf = (rows: readonly Product[], { total = rows.length, all = 12, low = 3 } = {}) => ({
  "GET /products": ({ url }: { url: URL }) => {
    const { searchParams: search } = url;
    if (search.get("limit") === "1") return page([], search.has("is_low_stock") ? low : all);
    return page(rows, total);
  },
});

function list(search = "", language: Language = "en") {
  return show(
    <AtAddress search={search}>
      <ProductList view={viewOf(listProducts, search)} firstSteps={<a href="/new">first</a>} />
    </AtAddress>,
    language,
  );
}

const lineOf = async (sku: string) => (await screen.findByRole("link", { name: sku })).closest("tr") as HTMLElement;

beforeEach(() => {
  router.push.mockReset();
  router.replace.mockReset();
});

it("shows each product's stock, place and customs data, and leads to its page", async () => {
  answer(
    listOf([product(1), product(2, { weight: null, hscode: null, warehouse_location: null, bar_code_eid: null })]),
  );
  list();
  const line = await lineOf("CAP-1");
  for (const text of ["Trail running cap 1", "4006381333931", "1,220", "1,250", "30", "A-01", "0.1 kg", "650500", "VN"])
    expect(within(line).getByText(text)).toBeInTheDocument();
  expect(within(line).getByRole("link", { name: "CAP-1" })).toHaveAttribute("href", "/testing/products/pr_1");
  const bare = await lineOf("CAP-2");
  expect(within(bare).getByText("No barcode")).toBeInTheDocument();
  expect(within(bare).getAllByText("Not given")).toHaveLength(3);
});

it.each([
  ["en", "Low stock"],
  ["zh-Hant", "存貨偏低"],
] as const)("marks what is low with a word, and nothing else, in %s", async (language, word) => {
  answer(listOf([product(1, { is_low_stock: "Y", available: "5" }), product(2)]));
  list("", language);
  expect(within(await lineOf("CAP-1")).getAllByText(word).length).toBeGreaterThan(0);
  expect(within(await lineOf("CAP-2")).queryByText(word)).toBeNull();
});

it("counts all products and the low ones, and writes filter, sorting, search and page into the address", async () => {
  answer(listOf([product(1)], { total: 45 }));
  list();
  await lineOf("CAP-1");
  const tabs = screen.getByRole("navigation", { name: "Products by stock" });
  expect(await within(tabs).findByRole("link", { name: /^All\s*12$/ })).toHaveAttribute("aria-current", "page");
  fireEvent.click(within(tabs).getByRole("link", { name: /^Low stock\s*3$/ }));
  expect(visited.at(-1)).toBe("/testing/products?is_low_stock=Y");
  fireEvent.click(screen.getByRole("button", { name: "SKU" }));
  expect(visited.at(-1)).toBe("/testing/products?sort=-sku&is_low_stock=Y");
  fireEvent.click(screen.getByRole("button", { name: "Available" }));
  expect(visited.at(-1)).toBe("/testing/products?sort=available&is_low_stock=Y");
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(visited.at(-1)).toBe("/testing/products?sort=available&offset=20&is_low_stock=Y");
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "帽" } });
  await waitFor(() => expect(visited.at(-1)).toBe("/testing/products?sort=available&is_low_stock=Y&q=%E5%B8%BD"));
});

it("opens the product whose barcode is scanned in full, before one whose sku is the same", async () => {
  const user = userEvent.setup();
  const rows = [product(1, { sku: "4006381333931", bar_code_eid: null }), product(2)];
  const asked = answer({
    "GET /products": ({ url }) =>
      url.searchParams.has("code") ? page(rows) : listOf([product(3)])["GET /products"]({ url }),
  });
  showAtWarehouse(
    <AtAddress>
      <ProductList view={viewOf(listProducts, "")} />
    </AtAddress>,
  );
  const box = screen.getByRole("searchbox", { name: "Scan or search" });
  expect(box).toHaveFocus();
  await user.type(box, "4006381333931{Enter}");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/warehouse/testing/stock/pr_2?account=100002"));
  const scan = asked.find(({ url }) => url.searchParams.has("code"));
  expect(scan?.url.searchParams.get("code")).toBe("4006381333931");
  expect(scan?.headers["x-account-id"]).toBe("100002");
});

it("searches for a code that no product has in full", async () => {
  answer({
    "GET /products": ({ url }) =>
      url.searchParams.has("code") ? page([]) : listOf([product(3)])["GET /products"]({ url }),
  });
  list();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "cap{Enter}");
  await waitFor(() => expect(visited.at(-1)).toBe("/testing/products?q=cap"));
});

it.each([
  ["q=zebra", 0, 12, "No products match “zebra”", "Show all products"],
  ["is_low_stock=Y", 0, 12, "Nothing is low", "Show all products"],
  ["offset=200", 3, 12, "The list ends before this page", "To the first page"],
])("says why there are no rows at %s, and the next step", async (search, total, all, words, step) => {
  answer(listOf([], { total, all }));
  list(search);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: step })).toBeInTheDocument();
});

it.each([
  ["en", "No products yet"],
  ["zh-Hant", "尚未有貨品"],
] as const)("says what it is for and where to begin while there are none, in %s", async (language, words) => {
  answer(listOf([], { all: 0, low: 0 }));
  list("", language);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "first" })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("searchbox")).toBeNull());
});

it("deletes after a question, and says in words why one with stock stays", async () => {
  const user = userEvent.setup();
  const message = "It has 1250 units in stock; only a product without stock can be deleted.";
  let answers = refusal({ "/product_id": message });
  const asked = answer({ ...listOf([product(1)]), "DELETE /products/pr_1": () => answers });
  list();
  await user.click(within(await lineOf("CAP-1")).getByRole("button", { name: "Actions for CAP-1" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete CAP-1?" });
  expect(asked.some(({ method }) => method === "DELETE")).toBe(false);
  await user.click(within(dialog).getByRole("button", { name: "Delete product" }));
  expect(await within(dialog).findByText(message)).toBeInTheDocument();
  answers = Response.json({ data: { id: "pr_1", deleted: true } });
  await user.click(within(dialog).getByRole("button", { name: "Delete product" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

it("ignores what it does not know in an address, and says so", async () => {
  const { query, wrong } = readListQuery(listProducts, { sort: "price", limit: "7", q: "cap" });
  expect({ query, wrong }).toEqual({
    query: { sort: "sku", limit: "20", offset: "0", q: "cap" },
    wrong: ["sort", "limit"],
  });
  answer(listOf([product(1)]));
  list("sort=price");
  expect(screen.getByText(/Part of this address is not understood/)).toBeInTheDocument();
});

it("reports a failure with its request id", async () => {
  const fails = () =>
    Response.json({ error: { code: "500999" } }, { status: 500, headers: { "x-request-id": "req_of_the_test" } });
  answer({ "GET /products": fails });
  list();
  expect(await screen.findByText("req_of_the_test")).toBeInTheDocument();
});
