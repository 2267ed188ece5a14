import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ProductImport } from "@/app/(dashboard)/[environment]/products/import/product-import";
import { sendRows } from "@/app/(dashboard)/[environment]/products/import/send-rows";
import { ApiFailure } from "@/lib/api-client";
import type { ErrorEntry } from "@/lib/errors";
import type { Language } from "@/lib/i18n/validation";
import { answer, page, refusal, show } from "../products-frame";
import { savedFiles } from "../saved-files";
// Loaded here, so that the tests need not wait for what pages load late.
import "@/app/(dashboard)/[environment]/products/import/import-preview";
import "@/lib/tables/csv-file";

const saved = savedFiles();
beforeEach(() => localStorage.clear());

async function open(csv: BlobPart, language: Language = "en", name = "list.csv") {
  show(<ProductImport />, language);
  const box = document.querySelector("input[type=file]") as HTMLInputElement;
  await userEvent.upload(box, new File([csv], name, { type: "text/csv" }));
}

const cell = (name: string) => screen.getByRole("textbox", { name });
const importing = (respond: (rows: { sku: string }[]) => Response | object) => ({
  "POST /products/import": ({ body }: { body: Record<string, unknown> }) =>
    respond(body.product_list as { sku: string }[]),
  "GET /products": () => page([]),
});
const allIn = (rows: unknown[]) => ({ data: { created: rows.length, updated: 0, unchanged: 0 } });

const FILE =
  "貨號,名稱,條碼,重量,庫存,顏色\nA-1,Cap,4006381333931,0.2,10,red\nA-2,Scarf,4006381333932,heavy,3,\nA-1,,,,,\n";

it("says which columns it takes, leaves unchanged and ignores, and what is wrong with each row", async () => {
  await open(FILE);
  expect(await screen.findByRole("heading", { name: "list.csv: 3 rows" })).toBeInTheDocument();
  expect(screen.getByText("Taken: SKU, Name, Barcode, Weight (kg)")).toBeInTheDocument();
  expect(screen.getByText(/counted by the warehouse: 庫存/)).toBeInTheDocument();
  expect(screen.getByText(/Left out: 顏色/)).toBeInTheDocument();
  expect(cell("Weight (kg), line 3")).toHaveAccessibleDescription(/Must be a decimal number/);
  expect(cell("Barcode, line 3")).toHaveAccessibleDescription(/check digit/);
  expect(cell("Barcode, line 3")).not.toBeInvalid();
  expect(cell("SKU, line 4")).toHaveAccessibleDescription("Row 2 has it already.");
  expect(cell("Name, line 4")).toHaveAccessibleDescription("This field is required.");
  const counts = within(screen.getByRole("group", { name: "Show rows" }));
  expect(counts.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "All3",
    "To fix2",
    "To look at1",
  ]);
});

const taken = (column: string) => screen.getByRole("combobox", { name: `${column} is taken as` });
const FOREIGN = 'Ref;Was ist es;GTIN-Nr\nX-1;Cap;="0400638133393"\n';

it("asks what columns of other headings hold, and remembers it for the next file of the kind", async () => {
  const asked = answer(importing(allIn));
  await open(FOREIGN);
  expect(await screen.findByRole("heading", { name: "list.csv: what do its columns hold?" })).toHaveFocus();
  expect(screen.getByRole("row", { name: /Was ist es/ })).toHaveTextContent("Cap");
  await userEvent.selectOptions(taken("Was ist es"), "SKU");
  await userEvent.selectOptions(taken("Ref"), "SKU");
  // A field comes from one column.
  expect(taken("Was ist es")).toHaveDisplayValue("Left out");
  await userEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Choose the column that holds the name.");
  await userEvent.selectOptions(taken("Was ist es"), "Name");
  await userEvent.selectOptions(taken("GTIN-Nr"), "Barcode");
  await userEvent.click(screen.getByRole("button", { name: "Go on" }));
  await userEvent.click(await screen.findByRole("button", { name: "Import 1 product" }));
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
    product_list: [{ sku: "X-1", name: "Cap", bar_code_eid: "0400638133393" }],
  });
  cleanup();
  await open(FOREIGN);
  expect(await screen.findByText("Taken: SKU, Name, Barcode")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Change the columns" }));
  expect(taken("GTIN-Nr")).toHaveDisplayValue("Barcode");
});

it("takes a file without headings, the first line of which is a product", async () => {
  await open("A-1,Cap,4006381333931\nA-2,Scarf,4006381333948\n", "zh-Hant");
  expect(await screen.findByRole("checkbox", { name: "第一行是欄名" })).not.toBeChecked();
  for (const [column, field] of [
    ["第 1 欄", "SKU"],
    ["第 2 欄", "名稱"],
  ] as const)
    await userEvent.selectOptions(screen.getByRole("combobox", { name: `「${column}」匯入為` }), field);
  await userEvent.click(screen.getByRole("button", { name: "繼續" }));
  expect(await screen.findByRole("button", { name: "匯入 2 項貨品" })).toBeInTheDocument();
});

it("corrects a cell in place, sends what is good and keeps the rest, which can be saved", async () => {
  const asked = answer(importing(allIn));
  await open(FILE);
  await screen.findByRole("button", { name: "Import 1 product" });
  const weight = cell("Weight (kg), line 3");
  fireEvent.change(weight, { target: { value: "0.3" } });
  expect(weight).not.toBeInvalid();
  // A corrected row does not disappear from under the cursor.
  expect(weight).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Import 2 products" }));
  expect(await screen.findByText("2 products added, 0 changed, 0 as before")).toBeInTheDocument();
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
    product_list: [
      { sku: "A-1", name: "Cap", bar_code_eid: "4006381333931", weight: "0.2" },
      { sku: "A-2", name: "Scarf", bar_code_eid: "4006381333932", weight: "0.3" },
    ],
  });
  expect(screen.getByRole("button", { name: "Import 0 products" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Save 1 row as CSV" }));
  expect(await saved[0]?.text).toBe(
    "\ufeffsku,bar_code_eid,name,weight,error\r\nA-1,,,,name: This field is required.\r\n",
  );
});

it("keeps the rows that the server refuses with its reason, and still sends the others", async () => {
  const message = "Another product has this bar_code_eid.";
  answer(
    importing((rows) => {
      const index = rows.findIndex(({ sku }) => sku === "B");
      return index < 0 ? allIn(rows) : refusal({ [`/product_list/${index}/bar_code_eid`]: message });
    }),
  );
  await open("sku,name,barcode\nA,a,1\nB,b,2\nC,c,3\n");
  await userEvent.click(await screen.findByRole("button", { name: "Import 3 products" }));
  expect(await screen.findByText("2 products added, 0 changed, 0 as before")).toBeInTheDocument();
  expect(screen.getByText(/1 row was refused/)).toBeInTheDocument();
  expect(cell("Barcode, line 3")).toHaveAccessibleDescription(message);
});

it("says that all rows are in, and the way on", async () => {
  answer(importing(allIn));
  await open("sku,name\nA,a\n", "zh-Hant");
  await userEvent.click(await screen.findByRole("button", { name: "匯入 1 項貨品" }));
  expect(await screen.findByText("全部資料已匯入")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "查看貨品" })).toHaveAttribute("href", "/testing/products");
});

it.each([
  ["\n,,\n", "list.csv", /no rows/],
  [new Uint8Array([0x50, 0x4b, 3, 4]), "list.xlsx", /Excel workbook/],
  [new Uint8Array([0x41, 0xb3]), "list.csv", /neither UTF-8 nor Big5/],
  [`sku,name\n${"A,a\n".repeat(10_001)}`, "list.csv", /10,002 rows/],
])("says why a file cannot be read, and lets another be chosen (%#)", async (content, name, words) => {
  show(<ProductImport />);
  const box = document.querySelector("input[type=file]") as HTMLInputElement;
  fireEvent.change(box, { target: { files: [new File([content as BlobPart], name)] } });
  expect(await screen.findByRole("alert")).toHaveTextContent(words);
  expect(screen.getByText("Choose a CSV file")).toBeInTheDocument();
});

it("shows 10,000 rows in pages", async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `S${index},Thing ${index}`);
  await open(`sku,name\n${rows.join("\n")}`);
  expect(await screen.findByText("1–20 of 10,000")).toBeInTheDocument();
  expect(screen.getAllByRole("row")).toHaveLength(21);
});

it("gives a template that comes back in", async () => {
  show(<ProductImport />);
  await userEvent.click(screen.getByRole("button", { name: "Download the template" }));
  expect(saved.map(({ filename }) => filename)).toEqual(["products-template.csv"]);
  expect(await saved[0]?.text).toContain("sku,bar_code_eid,name");
});

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ cells: { sku: `S${index}` } }));
const failed = (entries: ErrorEntry[]) => new ApiFailure({ status: 400, message: "Bad request", entries });
const entry = (pointer: string) => ({ code: "400000", code_reason: "BAD_REQUEST", message: "no", field: "x", pointer });

it("sends batches, each again until nothing in it is refused", async () => {
  const sizes: number[] = [];
  const progress: number[] = [];
  const sent = await sendRows(
    rowsOf(1200),
    500,
    async (products) => {
      sizes.push(products.length);
      const bad = products.findIndex(({ sku }) => sku === "S3" || sku === "S600");
      if (bad >= 0) throw failed([entry(`/product_list/${bad}/battery/type`)]);
      return { created: products.length - 2, updated: 1, unchanged: 1 };
    },
    (done) => progress.push(done),
  );
  expect(sizes).toEqual([500, 499, 500, 499, 200]);
  expect(sent).toMatchObject({ created: 1192, updated: 3, unchanged: 3, failure: null });
  expect(sent.done).toHaveLength(1198);
  expect([...sent.refused].map(([{ cells }, notes]) => [cells.sku, notes])).toEqual([
    ["S3", { battery_type: "no" }],
    ["S600", { battery_type: "no" }],
  ]);
  expect(progress).toEqual([500, 1000, 1200]);
});

it("stops at a failure that is not a row's, and says what was done until then", async () => {
  const gone = new ApiFailure({ kind: "network", status: 0, message: "gone" });
  let calls = 0;
  const send = async () => {
    if (++calls > 1) throw gone;
    return { created: 2, updated: 0, unchanged: 0 };
  };
  expect(await sendRows(rowsOf(5), 2, send, () => {})).toMatchObject({ created: 2, failure: gone, done: [{}, {}] });
  const elsewhere = failed([entry("/product_list/99/sku")]);
  expect(
    await sendRows(
      rowsOf(2),
      2,
      () => Promise.reject(elsewhere),
      () => {},
    ),
  ).toMatchObject({ failure: elsewhere });
});

it("waits where there were too many requests, and goes on", async () => {
  vi.useFakeTimers();
  let calls = 0;
  const sending = sendRows(
    rowsOf(1),
    500,
    async () => {
      if (++calls === 1) throw new ApiFailure({ status: 429, message: "wait", retryAfter: 30 });
      return { created: 1, updated: 0, unchanged: 0 };
    },
    () => {},
  );
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  expect(await sending).toMatchObject({ created: 1, failure: null });
});

it("sends no request while a file is only looked at", async () => {
  const asked = answer({});
  await open(FILE);
  await screen.findByRole("heading", { name: "list.csv: 3 rows" });
  await waitFor(() => expect(asked).toEqual([]));
});
