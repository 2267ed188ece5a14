import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ParcelEditor } from "@/components/order-form/parcel-editor";
import type { Box } from "@/lib/contracts/box";
import type { ShipType } from "@/lib/orders/form-values";
import { inAccount, renderInForm } from "../form-frame";

const boxOf = (id: string, name: string, sides: [string, string, string], weight: string): Box => ({
  ...{ box_id: id, name, length: sides[0], width: sides[1], height: sides[2], weight, revision: 1 },
  ...{ create_time: "2026-11-20T10:00:00.000+08:00", update_time: "2026-11-20T10:00:00.000+08:00" },
});
const BOXES = [
  boxOf("bx_l", "Large carton", ["45", "35", "30"], "0.62"),
  boxOf("bx_m", "Medium carton", ["30", "22.50", "15"], "0.24"),
  boxOf("bx_t", "Tall carton", ["30", "22.5", "15"], "0.5"),
];
let boxes: Box[] | Response;
beforeEach(() => {
  boxes = BOXES;
  vi.stubGlobal("fetch", async (input: string) => {
    const data = !input.includes("/boxes") ? [] : boxes instanceof Response ? null : boxes;
    if (data === null) return boxes;
    return Response.json({ data, pagination: { total: data.length, page: 1, per_page: 100, total_pages: 1 } });
  });
});

const ITEM = { description: "Tea cake", qty: "2", single_price: "380.00", single_weight: "0.4" };
function editor(shipType: ShipType, ...parcels: Record<string, unknown>[]) {
  const { form } = renderInForm(inAccount(<ParcelEditor shipType={shipType} />), {
    shipType,
    values: { shipment_detail: { parcel_list: parcels } },
  });
  return {
    form,
    measures: (index = 0) =>
      ["act_weight", "length", "width", "height"].map((field) =>
        form.getValues(`shipment_detail.parcel_list.${index}.${field}`),
      ),
  };
}
const parcel = (number = 1) => within(screen.getByRole("region", { name: `Parcel ${number}` }));
const boxField = (number = 1) => parcel(number).findByRole("combobox", { name: "Box" });
const side = (name: string, number = 1) => parcel(number).getByRole("textbox", { name: new RegExp(`^${name}`) });

/** Chooses by the keyboard alone, as far as it finds the box. */
async function choose(typed: string, number = 1) {
  (await boxField(number)).focus();
  await userEvent.keyboard(`${typed[0]}`);
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Search" })).toHaveFocus());
  await userEvent.keyboard(`${typed.slice(1)}{Enter}`);
  await waitFor(async () => expect(await boxField(number)).toHaveFocus());
}

describe("the box of a parcel", () => {
  it("is chosen by typing and fills in the sides; the next field follows", async () => {
    const { measures } = editor("local", {});
    await choose("m");
    expect(measures()).toEqual(["", "30", "22.50", "15"]);
    expect(await boxField()).toHaveTextContent("Medium carton");
    await userEvent.tab();
    expect(side("Weight")).toHaveFocus();
    await choose("la");
    expect(measures()).toEqual(["", "45", "35", "30"]);
  });

  it("is the one whose sides the parcel has, however they are written, and none once they are others", async () => {
    editor("local", { length: "30.0", width: "22.5", height: "15" });
    expect(await boxField()).toHaveTextContent("Medium carton");
    await userEvent.type(side("Height"), "0");
    expect(await boxField()).toHaveTextContent("Choose");
    await userEvent.type(side("Height"), "{Backspace}");
    expect(await boxField()).toHaveTextContent("Medium carton");
    // Of two with the same sides, the one that was chosen.
    await choose("tall");
    expect(await boxField()).toHaveTextContent("Tall carton");
  });

  it("is each parcel's own", async () => {
    const { measures } = editor("local", {}, { act_weight: "2" });
    await choose("medium", 2);
    expect([measures(0), measures(1)]).toEqual([
      ["", "", "", ""],
      ["2", "30", "22.50", "15"],
    ]);
    expect(await boxField(1)).toHaveTextContent("Choose");
  });

  it("clears what was wrong of a side", async () => {
    editor("intl", { declaration_list: [ITEM] });
    await boxField();
    await userEvent.click(side("Length"));
    await userEvent.tab();
    expect(await screen.findByText("This field is required.")).toBeVisible();
    await choose("m");
    await waitFor(() => expect(screen.queryByText("This field is required.")).toBeNull());
  });
});

describe("the weight", () => {
  it("abroad is that of the items and the box, and follows both", async () => {
    const { measures } = editor("intl", { declaration_list: [ITEM] });
    await choose("m");
    expect(measures()[0]).toBe("1.04");
    await choose("l");
    expect(measures()[0]).toBe("1.42");
    await userEvent.clear(side("Quantity"));
    expect(measures()[0]).toBe("1.42");
    await userEvent.type(side("Quantity"), "3");
    expect(measures()[0]).toBe("1.82");
    // The box is looked for again after the sides were others.
    await userEvent.type(side("Height"), "1");
    expect(measures()[0]).toBe("1.82");
    await choose("m");
    expect(measures()[0]).toBe("1.44");
  });

  it("follows items that come after the box", async () => {
    const { measures } = editor("intl", { declaration_list: [{ ...ITEM, single_weight: "" }] });
    await choose("m");
    expect(measures()[0]).toBe("");
    await userEvent.type(side("Unit weight"), "0.5");
    expect(measures()[0]).toBe("1.24");
  });

  it("stays as it was typed", async () => {
    const { measures } = editor("intl", { act_weight: "2", declaration_list: [ITEM] });
    await choose("m");
    expect(measures()[0]).toBe("2");
    await userEvent.clear(side("Weight"));
    await userEvent.type(side("Weight"), "1.5");
    await choose("l");
    await userEvent.type(side("Quantity"), "0");
    expect(measures()[0]).toBe("1.5");
  });

  it("is not written back while another is typed", async () => {
    const { measures } = editor("intl", { declaration_list: [ITEM] });
    await choose("m");
    await userEvent.clear(side("Weight"));
    expect(measures()[0]).toBe("");
    await userEvent.type(side("Weight"), "3");
    expect(measures()[0]).toBe("3");
  });

  it("is not guessed where an item has no weight", async () => {
    const some = editor("intl", { declaration_list: [ITEM, { ...ITEM, single_weight: "" }] });
    await choose("m");
    expect(some.measures()[0]).toBe("");
  });

  it("of an order that is opened is as it was", async () => {
    const { measures } = editor("intl", { length: "45", width: "35", height: "30", declaration_list: [ITEM] });
    expect(await boxField()).toHaveTextContent("Large carton");
    expect(measures()[0]).toBe("");
  });
});

it.each([
  ["there are none", () => [] as Box[]],
  ["they do not load", () => Response.json({ error: { code: "500999", message: "Broken" } }, { status: 500 })],
])("has no field where %s, and the sides are typed", async (_, answer) => {
  boxes = answer();
  const { measures } = editor("local", {});
  await userEvent.type(side("Length"), "30");
  expect(measures()[1]).toBe("30");
  expect(parcel().queryByRole("combobox", { name: "Box" })).toBeNull();
});
