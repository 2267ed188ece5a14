import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { expect, it, vi } from "vitest";
import { WorkspaceProvider } from "@/components/environment";
import { ImportChoice } from "@/components/import/import-choice";
import { ImportView } from "@/components/import/import-view";
import type { Import, ImportRow } from "@/lib/contracts/import";
import { AtAddress } from "../address-frame";
import { answer, show } from "../products-frame";
// Loaded here, so that the tests need not wait for what pages load late.
import "@/lib/tables/csv-file";

const ID = "im_1";

/** An import of two products, one with a barcode that a spreadsheet has shortened. */
function world(change: Partial<Import> = {}) {
  const imported: Import = {
    ...{ import_id: ID, kind: "products", name: "spring.csv", status: "READY", created_by: null },
    ...{ rows: 2, orders: 2, wrong: 0, ready: 2, unpriced: 0, done: 0, changed: 0, unchanged: 0, failed: 0 },
    ...{ total_price: "0.00", has_headers: true, same_as: null, confirm_shipment: null },
    mapping: { SKU: "sku", Name: "name", EAN: "bar_code_eid", 庫存: null },
    ...{ create_time: "2026-11-30T09:00:00+08:00", finish_time: null },
    ...change,
  };
  const rowOf = (n: number, values: Record<string, string>): ImportRow => ({
    ...{ n, first_n: n, reference: values.sku ?? null, state: "good", values, corrected: [], errors: [] },
    ...{ order_id: null, price: null, hold: null },
  });
  const rows = [
    rowOf(1, { sku: "TENT-2", name: "Tent", bar_code_eid: "4897654300114" }),
    rowOf(2, { sku: "MUG-1 ", name: "Mug", bar_code_eid: "4.89765E+12" }),
  ];
  return answer({
    [`GET /imports/${ID}`]: () => ({ data: imported }),
    [`GET /imports/${ID}/summary`]: () => ({
      data: {
        ...{ faults: [], kinds: [], services: [], order_ids: [] },
        filled: { sender: 0, shipping_provider: 0, mobile_prefix: 0, weight: 0, item: 0 },
        doubts: [
          { column: "bar_code_eid", doubt: "shortened", count: 1, rows: [2] },
          { column: "sku", doubt: "blanks", count: 1, rows: [2] },
        ],
        states: { good: 2, fixed: 0, wrong: 0, done: 0, failed: 0 },
      },
    }),
    [`GET /imports/${ID}/rows`]: () => ({
      data: rows,
      pagination: { total: 2, page: 1, per_page: 50, total_pages: 1 },
    }),
    [`POST /imports/${ID}/rows`]: () => ({ data: { import: imported, rows } }),
    [`POST /imports/${ID}/start`]: () => ({ data: { ...imported, status: "RUNNING" } }),
  });
}

async function open(around: (shown: ReactElement) => ReactElement = (shown) => shown) {
  const fields = ["state", "limit", "offset"] as const;
  const view = { query: { limit: "50", offset: "0" }, wrong: [], fields, address: "" } as const;
  const shown = (
    <AtAddress>
      <ImportView id={ID} view={view} providers={[]} pointProvider={null} />
    </AtAddress>
  );
  show(around(shown));
  await screen.findByRole("grid");
}

const cellOf = (text: string) => screen.getByText(text, { selector: "span" }).closest("td") as HTMLElement;

it("marks what to look at again, in words, and holds nothing up by it", async () => {
  world();
  await open();
  expect(within(cellOf("4.89765E+12")).getByText(/A spreadsheet has shortened this number/)).toBeInTheDocument();
  expect(within(cellOf("MUG-1")).getByText(/There are spaces around it/)).toBeInTheDocument();
  const [good] = [cellOf("4897654300114")];
  expect(good).not.toHaveAttribute("title");
  expect(screen.getByRole("heading", { name: "2 cells to look at again" })).toBeInTheDocument();
  expect(screen.getByText("Not imported: 庫存")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /Barcode: A spreadsheet has shortened.*row 2/ }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Barcode, row 2" })).toHaveFocus());
  expect(screen.getByRole("region", { name: "Row 2, Barcode" })).toHaveTextContent(/has shortened this number/);
  // Products are not bought, so nothing has a price.
  expect(screen.queryByText(/HK\$/)).toBeNull();
  expect(screen.getByRole("button", { name: "Import 2 products" })).toBeEnabled();
});

it("asks what becomes of products that are there already, and then starts what was shown", async () => {
  const asked = world();
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Import 2 products" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("A SKU that is there already is changed");
  expect(dialog).toHaveTextContent("2 cells to look at again");
  expect(within(dialog).queryByRole("checkbox")).toBeNull();
  await userEvent.click(within(dialog).getByRole("button", { name: "Import 2 products" }));
  await waitFor(() => expect(asked.some(({ method }) => method === "POST")).toBe(true));
  expect(asked.find(({ method }) => method === "POST")?.body).toMatchObject({ orders: 2, total_price: "0.00" });
});

it("takes a file of products as such, and says what a file needs and what is not imported", async () => {
  const sent: URL[] = [];
  vi.stubGlobal("fetch", async (input: string) => {
    sent.push(new URL(input, "http://localhost"));
    return Response.json({ data: { import_id: ID } });
  });
  const taken = vi.fn();
  show(<ImportChoice kind="products" onTaken={taken} />);
  expect(screen.getByText(/Stock is not imported/)).toBeInTheDocument();
  await userEvent.upload(
    document.querySelector("input[type=file]") as HTMLInputElement,
    new File(["sku,name\nA,B"], "a.csv", { type: "text/csv" }),
  );
  await waitFor(() => expect(taken).toHaveBeenCalledWith(ID));
  expect(sent[0]?.searchParams.get("kind")).toBe("products");
});

it("takes spaces of a code as a part of it, and not those of a name", async () => {
  const asked = world();
  await open();
  await userEvent.click(cellOf("TENT-2"));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "SKU, row 1" })).toHaveFocus());
  await userEvent.keyboard("TENT-3 {Tab}");
  await userEvent.click(cellOf("Mug"));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Name, row 2" })).toHaveFocus());
  await userEvent.keyboard(" Cup {Enter}");
  const sent = () =>
    asked.filter(({ url }) => url.pathname.endsWith("/rows")).flatMap(({ body }) => body.changes ?? []);
  await waitFor(() =>
    expect(sent()).toEqual([
      { n: 1, values: { sku: "TENT-3 " } },
      { n: 2, values: { name: "Cup" } },
    ]),
  );
});

it("says what was there before, and leads to the items where there is no warehouse", async () => {
  world({ status: "DONE", confirm_shipment: "N", done: 6, changed: 2, unchanged: 1 });
  const account = { id: "100001", name: "Harbour Tea House", pickPack: false };
  const person = { id: "1", name: "Mak", email: "tea@sampan.example", role: "owner" } as const;
  await open((shown) => (
    <WorkspaceProvider workspace={{ environment: "testing", account, person, isStaff: false }}>
      {shown}
    </WorkspaceProvider>
  ));
  expect(screen.getByText("3 new, 2 changed, 1 as before")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "To the products" })).toHaveAttribute("href", "/testing/items");
});
