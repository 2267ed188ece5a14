/** Rows of a spreadsheet are pasted into the grids of items. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DeclarationEditor } from "@/components/order-form/declaration-editor";
import { ParcelEditor } from "@/components/order-form/parcel-editor";
import { ParcelItems } from "@/components/order-form/parcel-items";
import { MAX_ITEMS } from "@/lib/orders/choices";
import { inAccount, renderInForm } from "../form-frame";

const PARCEL = "shipment_detail.parcel_list.0";

beforeEach(() => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ data: [], pagination: { total: 0, page: 1, per_page: 20, total_pages: 1 } }),
  );
});

function abroad(lines: object[], language: "en" | "zh-Hant" = "en") {
  const { form } = renderInForm(inAccount(<DeclarationEditor parcel={PARCEL} />), {
    shipType: "intl",
    language,
    values: { shipment_detail: { currency: "HKD", parcel_list: [{ declaration_list: lines }] } },
  });
  return () => form.getValues(`${PARCEL}.declaration_list`) as Record<string, unknown>[];
}
function local(lines: object[], pickPack = false) {
  const { form } = renderInForm(inAccount(<ParcelItems parcel={PARCEL} pickPack={pickPack} />), {
    shipType: "local",
    values: { shipment_detail: { parcel_list: [{ parcel_items: lines }] } },
  });
  return () => form.getValues(`${PARCEL}.parcel_items`) as Record<string, unknown>[];
}
const cell = (number: number, name: RegExp) =>
  within(screen.getByRole("listitem", { name: `Item ${number}` })).getByRole("textbox", { name });

async function paste(into: HTMLElement, text: string) {
  into.focus();
  await userEvent.paste(text);
}

describe("cells of a spreadsheet", () => {
  it("fill the declaration from the cell on, and add lines; figures, codes and choices are read as people write them", async () => {
    const lines = abroad([{ description: "Old" }]);
    await paste(
      cell(1, /^Description/),
      "Porcelain cup\t2\tpcs\tHK$1,380.00\t0.35 kg\t6911.10\tJapan\tnone\r\n" +
        '"Tea, ""green"""\t１０\tBoxes?\t12.5\t\t0902.10.00\t中國\r\n',
    );
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(lines()).toMatchObject([
      {
        description: "Porcelain cup",
        qty: "2",
        single_price: "1380.00",
        single_weight: "0.35",
        hscode: "691110",
        origin: "JP",
        battery: null,
      },
      {
        description: 'Tea, "green"',
        qty: "10",
        single_price: "12.5",
        single_weight: "",
        hscode: "09021000",
        origin: "CN",
      },
    ]);
    expect(await screen.findByText("2 lines pasted. 1 cell could not be used.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(lines().map(({ description }) => description)).toEqual(["Old"]));
  });

  it("keep what lies left and above of the cell; what the column cannot hold leaves it empty, and is counted", async () => {
    const lines = abroad([
      { description: "First", qty: "1", origin: "HK" },
      {
        description: "Second",
        qty: "2",
        unit: "BOX",
        origin: "JP",
        battery: { type: "chargeable", location: "inside" },
      },
    ]);
    const empty = "\t\t\t";
    await paste(cell(2, /^Quantity/), `5\tnonsense${empty}\tNowhere\tlarge\n7\t\n`);
    await waitFor(() => expect(lines()).toHaveLength(3));
    expect(lines()).toMatchObject([
      { description: "First", qty: "1", origin: "HK" },
      { description: "Second", qty: "5", unit: "PCS", origin: "", battery: null },
      { description: "", qty: "7", unit: "" },
    ]);
    expect(await screen.findByText("2 lines pasted. 3 cells could not be used.")).toBeVisible();
    await waitFor(() => expect(cell(2, /^Quantity/)).toHaveFocus());
  });

  it("fill the folded codes behind the last column, and a battery by its words", async () => {
    const goods = local([{ name: "" }]);
    await paste(cell(1, /^Item/), "Cup\t3\t20\tSKU-1\t4891234567894\tbeyond\nSaucer\t3\t1,000");
    await waitFor(() => expect(goods()).toHaveLength(2));
    expect(goods()[0]).toMatchObject({ name: "Cup", sku: "SKU-1", bar_code_eid: "4891234567894" });
    expect(await screen.findByText("2 lines pasted. 1 cell could not be used.")).toBeVisible();
    cleanup();
    const lines = abroad([{ description: "" }]);
    await paste(cell(1, /^Description/), "Lamp\t1\t\t80\t0,350 kg\t9405\tCN\tRechargeable, in the device\tSKU-2");
    await waitFor(() =>
      expect(lines()).toMatchObject([
        {
          description: "Lamp",
          // A decimal comma is left to the form, which refuses it.
          single_weight: "0,350",
          battery: { type: "chargeable", location: "inside" },
          sku: "SKU-2",
        },
      ]),
    );
  });

  it("fill local items; a text of one cell is pasted as text", async () => {
    const lines = local([{ name: "" }]);
    await paste(cell(1, /^Item/), "Cup");
    expect(cell(1, /^Item/)).toHaveValue("Cup");
    await paste(cell(1, /^Item/), "Cup\t3\t20\nSaucer\t3\t$1,000");
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(lines()).toMatchObject([
      { name: "Cup", qty: "3", single_value: "20" },
      { name: "Saucer", qty: "3", single_value: "1000" },
    ]);
  });

  it(`are at most ${MAX_ITEMS} lines, and the notice says what is left out`, async () => {
    const lines = local([{ name: "Kept" }, { name: "" }]);
    await paste(cell(2, /^Item/), Array.from({ length: MAX_ITEMS + 4 }, (_, n) => `Cup ${n}\t1`).join("\n"));
    await waitFor(() => expect(lines()).toHaveLength(MAX_ITEMS));
    expect(lines()[0]).toMatchObject({ name: "Kept" });
    expect(await screen.findByText(/5 lines are left out/)).toBeVisible();
  });
});

describe("rows pasted into the parcels", () => {
  const measured = (parcels: Record<string, unknown>[]) =>
    parcels.map(({ act_weight, length, width, height }) => [act_weight, length, width, height]);

  it("fill weight and sides, add parcels, and keep what is in those there", async () => {
    const first = { act_weight: "1", parcel_items: [{ name: "Tea", qty: "2", unit_price: "10" }] };
    const { form } = renderInForm(inAccount(<ParcelEditor shipType="local" />), {
      shipType: "local",
      values: { shipment_detail: { parcel_list: [first] } },
    });
    const parcels = () => form.getValues("shipment_detail.parcel_list") as Record<string, unknown>[];
    await paste(screen.getByRole("textbox", { name: /^Weight/ }), "2.4 kg\t30 cm\t20\t10\n1.5\t15\t15\t15\n");
    await waitFor(() =>
      expect(measured(parcels())).toEqual([
        ["2.4", "30", "20", "10"],
        ["1.5", "15", "15", "15"],
      ]),
    );
    expect(parcels()[0]?.parcel_items).toMatchObject([{ name: "Tea", qty: "2" }]);
    expect(screen.getAllByRole("region", { name: /^Parcel \d/ })).toHaveLength(2);
  });
});
