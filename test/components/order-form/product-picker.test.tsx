import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { WorkspaceProvider } from "@/components/environment";
import { DeclarationEditor } from "@/components/order-form/declaration-editor";
import { ParcelItems } from "@/components/order-form/parcel-items";
import type { Product } from "@/lib/contracts/product";
import type { Language } from "@/lib/i18n/validation";
import { MAX_ITEMS } from "@/lib/orders/choices";
import { renderInForm } from "../form-frame";
import { product } from "../product-frame";

// The real maximum would be slow to render; order-create-effects.test.ts tests it.
vi.mock("@/lib/orders/choices", async (original) => ({ ...(await original<object>()), MAX_ITEMS: 12 }));

const PARCEL = "shipment_detail.parcel_list.0";
let asked: string[] = [];
/** The search whose answer is delayed, and until when. */
let late: { q: string; until: Promise<void> } | null = null;

function answerWith(products: readonly Product[]) {
  asked = [];
  late = null;
  vi.stubGlobal("fetch", async (input: string) => {
    const q = new URL(input, "http://localhost").searchParams.get("q") ?? "";
    asked.push(q);
    if (late?.q === q) await late.until;
    const found = products.filter((each) =>
      `${each.sku} ${each.bar_code_eid} ${each.name}`.toLowerCase().includes(q.toLowerCase()),
    );
    return Response.json({ data: found, pagination: { total: found.length, page: 1, per_page: 100, total_pages: 1 } });
  });
}
beforeEach(() => answerWith([product(1), product(2, { available: "3", is_low_stock: "Y" }), product(3)]));

function show(
  shipType: "local" | "intl",
  lines: readonly Record<string, unknown>[] = [],
  { pickPack = true, currency = "HKD", language = "en" as Language } = {},
) {
  const Editor = shipType === "local" ? ParcelItems : DeclarationEditor;
  const key = shipType === "local" ? "parcel_items" : "declaration_list";
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const frame = renderInForm(
    <QueryClientProvider client={client}>
      <WorkspaceProvider
        workspace={{
          environment: "testing",
          account: { id: "100002", name: "Lion Rock Outdoor", pickPack },
          person: { id: "2", name: "Yeung", email: "outdoor@sampan.example", role: "owner" },
          isStaff: false,
        }}
      >
        <Editor parcel={PARCEL} pickPack={pickPack} hasProducts />
      </WorkspaceProvider>
    </QueryClientProvider>,
    { shipType, language, values: { shipment_detail: { currency, parcel_list: [{ [key]: lines }] } } },
  );
  return {
    lines: () => frame.form.getValues(`${PARCEL}.${key}`) as Record<string, unknown>[],
    currency: () => frame.form.getValues("shipment_detail.currency") as string,
  };
}

const opener = () => screen.getByRole("button", { name: "From products" });
const search = () => screen.getByRole("combobox", { name: "SKU, barcode or name" });
const options = () => screen.findAllByRole("option");

async function openByKeyboard() {
  opener().focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(search()).toHaveFocus());
  await options();
}

describe("the dialog", () => {
  it("adds several with only the keyboard, gives the focus back, and all of it can be undone", async () => {
    const form = show("local");
    await openByKeyboard();
    await userEvent.keyboard("{ArrowDown}{Enter}{ArrowDown}{Enter}{Enter}");
    expect(screen.getByRole("textbox", { name: "Quantity of Trail cap 2" })).toHaveValue("1");
    expect(screen.getByRole("textbox", { name: "Quantity of Trail cap 3" })).toHaveValue("2");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(opener()).toHaveFocus());
    expect(form.lines().map(({ name, qty, single_value }) => [name, qty, single_value])).toEqual([
      ["Trail cap 2", "1", "199.00"],
      ["Trail cap 3", "2", "199.00"],
    ]);
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(form.lines().map(({ name }) => name)).toEqual([""]);
  });

  it("takes a scanned barcode at once, the next scan before its answer, and the same one once more", async () => {
    const form = show("intl");
    await openByKeyboard();
    await userEvent.keyboard("4897654300011{Enter}4897654300013{Enter}4897654300011{Enter}");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Quantity of Trail cap 1" })).toHaveValue("2"));
    expect(screen.getByRole("textbox", { name: "Quantity of Trail cap 3" })).toHaveValue("1");
    expect(search()).toHaveValue("");
    await userEvent.click(screen.getByRole("button", { name: "Add 2 products" }));
    expect(form.lines()).toMatchObject([
      { description: "Trail cap 1", qty: "2", unit: "SET", origin: "VN", battery: { type: "chargeable" } },
      { description: "Trail cap 3", qty: "1", hscode: "650500" },
    ]);
  });

  it("keeps the order of the scans when the first is answered last", async () => {
    const form = show("local");
    await openByKeyboard();
    let answer = () => {};
    late = { q: "4897654300013", until: new Promise((resolve) => (answer = resolve)) };
    await userEvent.keyboard("4897654300013{Enter}4897654300011{Enter}");
    await waitFor(() => expect(asked).toContain("4897654300011"));
    answer();
    await screen.findByRole("textbox", { name: "Quantity of Trail cap 1" });
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(form.lines().map(({ name }) => name)).toEqual(["Trail cap 3", "Trail cap 1"]);
  });

  it("says when no product has a scanned code, and leaves it to be corrected", async () => {
    show("local");
    await openByKeyboard();
    await userEvent.keyboard("489000{Enter}");
    expect(await screen.findByText("No product has the code 489000.")).toBeVisible();
    expect(search()).toHaveValue("489000");
    expect(screen.getByRole("button", { name: "Add" })).toBeDisabled();
  });

  it("searches as one types, and Enter takes what is marked", async () => {
    show("local");
    await openByKeyboard();
    await userEvent.keyboard("cap 2");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    const [option] = await options();
    expect(option).toHaveTextContent("CAP-2");
    expect(option).toHaveTextContent("3 available");
    expect(option).toHaveTextContent("Low stock");
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("textbox", { name: "Quantity of Trail cap 2" })).toHaveValue("1");
  });

  it("warns if the order would want more than there is, and adds it anyway", async () => {
    const form = show("local", [{ name: "Mine", sku: "CAP-2", qty: "2", single_value: "1" }]);
    await openByKeyboard();
    await userEvent.keyboard("cap-2{Enter}");
    const qty = await screen.findByRole("textbox", { name: "Quantity of Trail cap 2" });
    expect(screen.queryByText(/^Only 3 available/)).toBeNull();
    await userEvent.clear(qty);
    await userEvent.type(qty, "4");
    expect(screen.getByText(/^Only 3 available, 6 wanted/)).toBeVisible();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(form.lines()).toMatchObject([{ name: "Mine", qty: "6" }]);
  });

  it("accepts no invalid quantity", async () => {
    show("local");
    await openByKeyboard();
    await userEvent.keyboard("cap-1{Enter}");
    const qty = await screen.findByRole("textbox", { name: "Quantity of Trail cap 1" });
    for (const wrong of ["0", "1.5", "x"]) {
      await userEvent.clear(qty);
      await userEvent.type(qty, wrong);
      expect(qty).toBeInvalid();
      expect(screen.getByRole("button", { name: "Add 1 product" })).toBeDisabled();
    }
    await userEvent.click(screen.getByRole("button", { name: "Take out Trail cap 1" }));
    expect(screen.getByText(/^Nothing chosen yet/)).toBeVisible();
  });

  it("stays below the most items that a parcel takes", async () => {
    show(
      "local",
      Array.from({ length: MAX_ITEMS }, (_, index) => ({ name: `Item ${index}`, single_value: "1" })),
    );
    await openByKeyboard();
    await userEvent.keyboard("cap-1{Enter}");
    const add = await screen.findByRole("button", { name: "Add 1 product" });
    expect(add.parentElement).toHaveTextContent(`A parcel takes at most ${MAX_ITEMS} items.`);
    expect(add).toBeDisabled();
  });

  it("brings its currency to a declaration without values; else the value is left and said", async () => {
    answerWith([product(1, { currency: "USD" })]);
    const form = show("intl");
    await openByKeyboard();
    await userEvent.keyboard("cap-1{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Add 1 product" }));
    expect(form.currency()).toBe("USD");
    expect(form.lines()).toMatchObject([{ single_price: "199.00" }]);
    expect(await screen.findByText("The order’s currency is now USD.")).toBeVisible();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(form.currency()).toBe("HKD");
  });

  it("leaves a value in another currency than the order's, and says so", async () => {
    answerWith([product(1, { currency: "USD" })]);
    const form = show("intl", [{ description: "Tea", single_price: "12" }]);
    await openByKeyboard();
    await userEvent.keyboard("cap-1{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Add 1 product" }));
    expect(form.currency()).toBe("HKD");
    expect(form.lines()[1]).toMatchObject({ description: "Trail cap 1", single_price: "" });
    expect(await screen.findByText(/another currency for Trail cap 1: enter the value in HKD/)).toBeVisible();
  });

  it("shows no stock where the warehouse keeps none, in Chinese too", async () => {
    show("local", [], { pickPack: false, language: "zh-Hant" });
    await userEvent.click(screen.getByRole("button", { name: "從貨品選取" }));
    const [first] = await options();
    expect(first).toHaveTextContent("Trail cap 1");
    expect(first).not.toHaveTextContent("可用");
  });
});

describe("a SKU that is typed", () => {
  const skuOf = (number: number) =>
    within(screen.getByRole("listitem", { name: `Item ${number}` })).getByRole("textbox", { name: /^SKU/ });

  it("offers to fill the rest, and writes over nothing", async () => {
    const form = show("intl", [{ description: "My own words", origin: "CN", qty: "4" }]);
    await userEvent.type(skuOf(1), "CAP-1");
    const offer = await screen.findByText("In your product list: Trail cap 1");
    expect(form.lines()[0]).toMatchObject({ hscode: "" });
    const button = screen.getByRole("button", { name: "Fill in the rest" });
    button.focus();
    await userEvent.keyboard("{Enter}");
    expect(form.lines()[0]).toMatchObject({
      description: "My own words",
      origin: "CN",
      qty: "4",
      hscode: "650500",
      bar_code_eid: "4897654300011",
      single_price: "199.00",
    });
    expect(offer).not.toBeInTheDocument();
    expect(
      within(screen.getByRole("listitem", { name: "Item 1" })).getByRole("textbox", { name: /^Quantity/ }),
    ).toHaveFocus();
  });

  it("warns of stock that does not suffice, and is silent on a SKU that the account does not have", async () => {
    show("local", [{ name: "Cap", qty: "4" }]);
    await userEvent.type(skuOf(1), "CAP-2");
    expect(await screen.findByText(/^Only 3 available, 4 wanted/)).toBeVisible();
    await userEvent.type(skuOf(1), "X");
    await waitFor(() => expect(screen.queryByText(/^In your product list/)).toBeNull());
  });

  it("asks nothing for lines that came with a draft", async () => {
    show("local", [{ name: "Cap", sku: "CAP-1" }]);
    await userEvent.type(
      within(screen.getByRole("listitem", { name: "Item 1" })).getByRole("textbox", { name: /^Quantity/ }),
      "1",
    );
    expect(asked).toEqual([]);
  });
});
