import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DeclarationEditor } from "@/components/order-form/declaration-editor";
import { ParcelEditor } from "@/components/order-form/parcel-editor";
import { declarationItem } from "@/lib/contracts/order-parts";
import { inAccount, renderInForm } from "../form-frame";

const PARCEL = "shipment_detail.parcel_list.0";
const LINE = { description: "Porcelain tea set", qty: "2", single_price: "380.00", single_weight: "1.2" };

function editor(
  lines: readonly Record<string, unknown>[] = [LINE],
  options: { pickPack?: boolean; hasProducts?: boolean } = {},
) {
  return renderInForm(inAccount(<DeclarationEditor parcel={PARCEL} {...options} />), {
    shipType: "intl",
    judge: options,
    values: { shipment_detail: { currency: "HKD", parcel_list: [{ declaration_list: lines }] } },
  });
}

/** What the operations answer that the lines ask. */
let answers: Record<string, unknown[]> = {};
beforeEach(() => {
  answers = {};
  vi.stubGlobal("fetch", async (input: string) => {
    const data = Object.entries(answers).find(([path]) => input.includes(path))?.[1] ?? [];
    if (input.includes("/hs-codes")) return Response.json({ data });
    return Response.json({ data, pagination: { total: data.length, page: 1, per_page: 20, total_pages: 1 } });
  });
});

const row = (number: number) => within(screen.getByRole("listitem", { name: `Item ${number}` }));
const cell = (number: number, name: RegExp) => row(number).getByRole("textbox", { name });
const lines = (frame: ReturnType<typeof editor>) =>
  frame.form.getValues(`${PARCEL}.declaration_list`) as Record<string, unknown>[];

describe("the declaration", () => {
  it("has its main fields at hand in each line", () => {
    editor();
    for (const name of [/^Description/, /^Quantity/, /^Unit price/, /^Unit weight/, /^HS code/])
      expect(cell(1, name)).toBeVisible();
    for (const name of [/^Unit$/, /^Origin/, /^Battery/]) expect(row(1).getByRole("combobox", { name })).toBeVisible();
  });

  it("reaches every field that the contract has", async () => {
    const frame = editor();
    row(1).getByRole("button", { name: "More about item 1" }).focus();
    await userEvent.keyboard("{Enter}");
    const ids = [...document.querySelectorAll("[id^=f-shipment_detail]")].map(({ id }) => id.split("-").at(-1));
    expect(Object.keys(declarationItem.shape).filter((field) => !ids.includes(field))).toEqual([]);
    await userEvent.type(cell(1, /^Material/), "Porcelain");
    expect(lines(frame)[0]?.material).toBe("Porcelain");
  });

  it("goes down with Enter and adds a line at the end", async () => {
    const frame = editor();
    cell(1, /^HS code/).focus();
    await userEvent.keyboard("691110{Enter}");
    await waitFor(() => expect(cell(2, /^Description/)).toHaveFocus());
    await userEvent.keyboard("Tea cups");
    expect(lines(frame).map(({ description, qty }) => [description, qty])).toEqual([
      ["Porcelain tea set", "2"],
      ["Tea cups", "1"],
    ]);
  });

  it("changes lines with the arrows, in the same column", async () => {
    editor([LINE, { ...LINE, description: "Tea cups" }]);
    cell(1, /^Unit price/).focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(cell(2, /^Unit price/)).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    expect(cell(1, /^Unit price/)).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    expect(cell(1, /^Unit price/)).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(cell(2, /^Unit price/)).toHaveFocus();
  });

  it("duplicates a line below itself", async () => {
    const frame = editor([{ ...LINE, sku: "TEA-1", battery: { type: "chargeable", location: "inside" } }]);
    row(1).getByRole("button", { name: "Duplicate item 1" }).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(cell(2, /^Description/)).toHaveFocus());
    expect(lines(frame)[1]).toEqual(lines(frame)[0]);
    await userEvent.type(cell(2, /^SKU/), "b");
    expect(lines(frame)[0]?.sku).toBe("TEA-1");
  });

  it("removes a line, brings it back, and keeps the last one", async () => {
    const frame = editor([LINE, { ...LINE, description: "Tea cups" }]);
    row(2).getByRole("button", { name: "Remove item 2" }).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(cell(1, /^Description/)).toHaveFocus());
    expect(lines(frame)).toHaveLength(1);
    expect(row(1).getByRole("button", { name: "Remove item 1" })).toBeDisabled();
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(lines(frame).map(({ description }) => description)).toEqual(["Porcelain tea set", "Tea cups"]);
  });

  it("adds up pieces, value and weight as they are typed", async () => {
    editor([LINE, { description: "Tea cups", qty: "10", single_price: "12.5", single_weight: "" }]);
    expect(screen.getByText("12 pcs · HK$885.00 · 2.4 kg")).toBeVisible();
    await userEvent.clear(cell(2, /^Quantity/));
    expect(screen.getByText("2 pcs · HK$760.00 · 2.4 kg")).toBeVisible();
    await userEvent.type(cell(2, /^Quantity/), "1");
    expect(screen.getByText("3 pcs · HK$772.50 · 2.4 kg")).toBeVisible();
  });

  it("makes one choice of a battery's two fields", async () => {
    const frame = editor();
    const battery = row(1).getByRole("combobox", { name: /^Battery/ });
    await userEvent.selectOptions(battery, "Rechargeable, in the device");
    expect(lines(frame)[0]?.battery).toEqual({ type: "chargeable", location: "inside" });
    await userEvent.selectOptions(battery, "None");
    expect(lines(frame)[0]?.battery).toBeNull();
  });

  it("opens the folded fields of a line that has an error there", async () => {
    const frame = editor([{ ...LINE, manufacturer_email: "nobody" }]);
    expect(row(1).queryByRole("textbox", { name: "Manufacturer’s e-mail" })).not.toBeInTheDocument();
    await act(() => frame.form.trigger());
    expect(await row(1).findByRole("textbox", { name: "Manufacturer’s e-mail" })).toBeInvalid();
  });

  it("requires the SKU as soon as there is a barcode, until it is there", async () => {
    editor();
    await userEvent.click(row(1).getByRole("button", { name: "More about item 1" }));
    await userEvent.type(cell(1, /^Barcode/), "4891234500017");
    await userEvent.tab();
    await userEvent.click(cell(1, /^SKU/));
    await userEvent.tab();
    expect(await screen.findByText(/given together with the barcode/)).toBeVisible();
    await userEvent.type(cell(1, /^SKU/), "TEA-1");
    await waitFor(() => expect(screen.queryByText(/given together with the barcode/)).not.toBeInTheDocument());
  });

  it("marks SKU and barcode as required on a pick-and-pack account", async () => {
    const frame = editor([LINE], { pickPack: true });
    expect(cell(1, /^SKU/)).toBeRequired();
    expect(cell(1, /^Barcode/)).toBeRequired();
    await act(() => frame.form.trigger());
    expect(cell(1, /^SKU/)).toBeInvalid();
    expect(cell(1, /^Barcode/)).toBeInvalid();
  });

  it("does not take the Enter of an input method for its own", async () => {
    const frame = editor();
    const description = cell(1, /^Description/);
    description.focus();
    act(() => {
      description.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, isComposing: true }),
      );
    });
    expect(lines(frame)).toHaveLength(1);
  });
});

describe("the parcels", () => {
  const parcels = () => screen.getAllByRole("region", { name: /^Parcel \d/ });

  it("are added, duplicated with what is in them, removed and brought back", async () => {
    const frame = renderInForm(inAccount(<ParcelEditor shipType="local" />), {
      shipType: "local",
      values: {
        shipment_detail: { parcel_list: [{ act_weight: "2.3", parcel_items: [{ name: "Tea", qty: "1" }] }] },
      },
    });
    screen.getByRole("button", { name: "Duplicate parcel 1" }).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(within(parcels()[1] as HTMLElement).getByLabelText(/^Weight/)).toHaveFocus());
    expect(screen.getByText("2 parcels, 4.6 kg")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Add a parcel" }));
    expect(parcels()).toHaveLength(3);
    await userEvent.click(screen.getByRole("button", { name: "Remove parcel 2" }));
    expect(parcels()).toHaveLength(2);
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    const weights = (frame.form.getValues("shipment_detail.parcel_list") as { act_weight: string }[]).map(
      ({ act_weight }) => act_weight,
    );
    expect(weights).toEqual(["2.3", "2.3", ""]);
  });

  it("ask for the insured value of a local parcel once it is to be insured", async () => {
    const frame = renderInForm(inAccount(<ParcelEditor shipType="local" />), { shipType: "local" });
    expect(screen.queryByLabelText(/^Insured value/)).not.toBeInTheDocument();
    act(() => frame.form.setValue("is_local_insurance", "Y"));
    expect(await screen.findByLabelText(/^Insured value/)).toBeVisible();
  });
});

describe("what is offered while a line is typed", () => {
  const offers = (name: string) => screen.findByRole("list", { name });
  const CODE = {
    hscode: "691110",
    description: "Tableware and kitchenware; of porcelain or china",
    description_zh: "瓷餐具及廚具",
    chapter: "69",
    chapter_title: "Ceramic products",
  };
  const ITEM = {
    id: "pr_1",
    sku: "TEA-1",
    bar_code_eid: null,
    name: "Tieguanyin oolong, tin of 150 g, from Anxi",
    description: "Oolong tea in a tin",
    hscode: "090230",
    origin: "CN",
    currency: "HKD",
    single_price: "168.00",
    single_weight: "0.21",
    unit: "BOX",
    battery: null,
  };

  it("finds a code by words, with the chapter, by keyboard; nothing for a whole code", async () => {
    answers = { "/hs-codes": [CODE] };
    const frame = editor();
    cell(1, /^HS code/).focus();
    await userEvent.keyboard("porcelain");
    const list = await offers("HS codes");
    expect(list).toHaveTextContent(
      "6911.10Tableware and kitchenware; of porcelain or china瓷餐具及廚具Chapter 69: Ceramic products",
    );
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(lines(frame)[0]?.hscode).toBe("691110");
    await waitFor(() => expect(cell(1, /^HS code/)).toHaveFocus());
    expect(screen.queryByRole("list", { name: "HS codes" })).toBeNull();
    answers = { "/hs-codes": [] };
    await userEvent.clear(cell(1, /^HS code/));
    await userEvent.keyboard("zzq");
    expect(await screen.findByText("No HS code fits. Try another word for it.")).toBeVisible();
  });

  it.each([true, false])("offers a list of products only where there are some: %s", (hasProducts) => {
    editor(undefined, { hasProducts });
    expect(screen.queryAllByRole("button", { name: "From products" })).toHaveLength(hasProducts ? 1 : 0);
  });

  it("fills a line from an item by its name; what was typed elsewhere stays", async () => {
    answers = { "/items": [ITEM] };
    const frame = editor([{ description: "", qty: "3", single_price: "150.00" }], { hasProducts: true });
    cell(1, /^Description/).focus();
    await userEvent.keyboard("tieg");
    await offers("Lines to fill in");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(lines(frame)[0]).toMatchObject({
      description: "Oolong tea in a tin",
      sku: "TEA-1",
      hscode: "090230",
      origin: "CN",
      single_weight: "0.21",
      single_price: "150.00",
      qty: "3",
    });
    await waitFor(() => expect(cell(1, /^Quantity/)).toHaveFocus());
  });

  it("asks for no items where there are none, and goes away with Escape", async () => {
    answers = { "/items": [ITEM], "/hs-codes": [CODE] };
    editor();
    cell(1, /^Description/).focus();
    await userEvent.keyboard("tieg");
    cell(1, /^HS code/).focus();
    await userEvent.keyboard("tea");
    await offers("HS codes");
    expect(screen.queryByRole("list", { name: "Lines to fill in" })).toBeNull();
    await userEvent.keyboard("{ArrowDown}{Escape}");
    await waitFor(() => expect(cell(1, /^HS code/)).toHaveFocus());
    expect(screen.queryByRole("list", { name: "HS codes" })).toBeNull();
  });
});
