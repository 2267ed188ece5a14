// What the order form offers of earlier orders to the same person.
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SentBefore } from "@/app/(dashboard)/[environment]/orders/form/sent-before";
import { DeclarationEditor } from "@/components/order-form/declaration-editor";
import { ParcelItems } from "@/components/order-form/parcel-items";
import { intlExample, localExample } from "@/lib/contracts/examples";
import type { ShipType } from "@/lib/orders/form-values";
import { inAccount, renderInForm } from "../form-frame";
import { row } from "../orders/orders-frame";

const ANNA = { ...localExample.recipient, name: "Anna Twin", mobile: "51230001" };
const BERTA = { ...localExample.recipient, name: "Berta Twin", mobile: "51230002" };

let past: Record<string, unknown>;
let items: object[];
let searched: (string | null)[];
/** Answers the question for the last order, which waits until then. */
let answerPast: (() => void) | null;

beforeEach(() => {
  items = [];
  searched = [];
  past = {};
  answerPast = null;
  vi.stubGlobal("fetch", async (input: string) => {
    const { pathname, searchParams } = new URL(input, "http://localhost");
    const list = (data: unknown[]) =>
      Response.json({ data, pagination: { total: data.length, page: 1, per_page: 20, total_pages: 1 } });
    if (pathname.endsWith("/orders"))
      return list([ANNA, BERTA].map(({ name }, at) => row(at + 1, "DELIVERED", { recipient_name: name })));
    if (pathname.endsWith("/items")) {
      searched.push(searchParams.get("q"));
      return list(items);
    }
    if (pathname.includes("/order/detail/")) {
      await new Promise<void>((resolve) => (answerPast = resolve));
      return Response.json({ data: past });
    }
    return list([]);
  });
});

async function answered() {
  await waitFor(() => expect(answerPast).not.toBeNull());
  await act(async () => answerPast?.());
}

describe("what was sent before", () => {
  const offer = () => screen.queryByRole("button", { name: /^As last time/ });
  const show = () =>
    renderInForm(inAccount(<SentBefore shipType="local" providerNames={{}} onTaken={() => undefined} />), {
      shipType: "local",
      values: { recipient: ANNA },
    });

  beforeEach(() => {
    past = { ...structuredClone(localExample), order_id: row(1, "DELIVERED").order_id };
  });

  it("is taken over, and given back", async () => {
    const { form } = show();
    const parcel = () => form.getValues("shipment_detail.parcel_list.0.act_weight");
    await userEvent.click(await screen.findByRole("button", { name: /^As last time/ }));
    await answered();
    await waitFor(() => expect(parcel()).toBe("2.3"));
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(parcel()).toBe("");
  });

  it("is never that of the person before", async () => {
    const { form } = show();
    await screen.findByRole("button", { name: /^As last time/ });
    act(() => form.setValue("recipient", BERTA));
    expect(offer()).not.toBeInTheDocument();
    await waitFor(() => expect(offer()).toBeVisible());
    // The person changes while the order is read.
    await userEvent.click(offer() as HTMLElement);
    act(() => form.setValue("recipient", { ...BERTA, name: "Berta Twin and Co" }));
    await answered();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^As last time/ })).not.toBeInTheDocument());
    expect(form.getValues("shipment_detail.parcel_list.0.act_weight")).toBe("");
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  });
});

describe("the lines of the last order", () => {
  const TEA = { sku: "TEA-1", bar_code_eid: null, qty: "4" };
  const LOCAL = { ...TEA, name: "Tea set", single_value: "50.00", currency: "USD" };
  const ABROAD = { ...TEA, description: "Oolong tea", hscode: "090230", origin: "CN", single_price: "168.00" };
  const ITEM = {
    ...{ id: "pr_1", sku: "TEA-1", bar_code_eid: null, name: "Oolong tea", description: null },
    ...{ hscode: "090230", origin: "CN", unit: null, battery: null, single_weight: null },
    ...{ currency: "HKD", single_price: "168.00" },
  };

  function edit(shipType: ShipType, line: object, pickPack = false) {
    const isIntl = shipType === "intl";
    const example = isIntl ? intlExample : localExample;
    const lines = { [isIntl ? "declaration_list" : "parcel_items"]: [line] };
    const shipment_detail = { ...example.shipment_detail, currency: "HKD", parcel_list: [lines] };
    past = { ...structuredClone(example), shipment_detail };
    const parcel = "shipment_detail.parcel_list.0";
    const { form } = renderInForm(
      inAccount(
        isIntl ? (
          <DeclarationEditor parcel={parcel} pickPack={pickPack} hasProducts />
        ) : (
          <ParcelItems parcel={parcel} hasProducts />
        ),
      ),
      { shipType, values: { recipient: ANNA, shipment_detail: { currency: "HKD", parcel_list: [{}] } } },
    );
    return () => form.getValues(`${parcel}.${Object.keys(lines)[0]}.0`) as Record<string, unknown>;
  }
  const cell = (name: RegExp) => screen.getByRole("textbox", { name });
  const offers = () =>
    screen.queryAllByRole("listitem").flatMap((one) => (one.closest("[data-suggestions]") ? [one] : []));

  async function type(name: RegExp, text: string) {
    cell(name).focus();
    await userEvent.keyboard(text);
  }

  it("fill in a line but for the quantity; a local value is in Hong Kong dollars whatever is kept beside it", async () => {
    const line = edit("local", LOCAL);
    await type(/^Item/, "tea");
    await answered();
    await screen.findByText("Last time for this recipient");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(line()).toMatchObject({ name: "Tea set", sku: "TEA-1", qty: "1", single_value: "50.00", currency: "USD" });
  });

  it("come together with the items, one that says the same only once", async () => {
    items = [ITEM, { ...ITEM, id: "pr_2", sku: "TEA-2" }];
    const line = edit("intl", ABROAD);
    await type(/^Description/, "oolong");
    await waitFor(() => expect(answerPast).not.toBeNull());
    expect(offers()).toEqual([]);
    await answered();
    await waitFor(() =>
      expect(offers().map((one) => /TEA-\d|Last time/.exec(one.textContent ?? "")?.[0])).toEqual([
        "Last time",
        "TEA-2",
      ]),
    );
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(line()).toMatchObject({ description: "Oolong tea", hscode: "090230", single_price: "168.00", qty: "1" });
  });

  it("have no price in another currency", async () => {
    const line = edit("intl", ABROAD);
    past.shipment_detail = { ...(past.shipment_detail as object), currency: "USD" };
    await type(/^Description/, "oolong");
    await answered();
    await waitFor(() => expect(offers()).toHaveLength(1));
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(line()).toMatchObject({ description: "Oolong tea", single_price: "" });
  });

  it("do not hide an item that knows more", async () => {
    items = [{ ...ITEM, single_weight: "0.21" }];
    edit("intl", ABROAD);
    await type(/^Description/, "oolong");
    await answered();
    await waitFor(() => expect(offers()).toHaveLength(2));
  });

  it("are found by the beginning of a code where a code is typed", async () => {
    edit("intl", { ...ABROAD, description: "Green and oolong tea" }, true);
    await type(/^SKU/, "tea");
    await answered();
    await waitFor(() => expect(offers()).toHaveLength(1));
    await userEvent.clear(cell(/^SKU/));
    await type(/^SKU/, "oolong");
    await waitFor(() => expect(offers()).toHaveLength(0));
    await userEvent.clear(cell(/^SKU/));
    await type(/^SKU/, "TEA-");
    await waitFor(() => expect(offers()).toHaveLength(1));
    // Whole, it is still offered where no product has it, which would have an offer of its own.
    await type(/^SKU/, "1");
    await waitFor(() => expect(searched).toContain("TEA-1"));
    expect(offers()).toHaveLength(1);
  });

  it("leave the whole SKU of a product to its own offer", async () => {
    items = [ITEM];
    edit("intl", { ...ABROAD, description: "Green and oolong tea" }, true);
    await type(/^SKU/, "TEA-");
    await answered();
    await waitFor(() => expect(offers()).toHaveLength(2));
    await type(/^SKU/, "1");
    await waitFor(() => expect(offers()).toHaveLength(0));
  });
});
