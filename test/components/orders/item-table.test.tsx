import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ItemTable, type TableItem } from "@/components/orders/item-table";
import { render } from "../render";

const TEA: TableItem = {
  name: "Black tea",
  codes: ["TEA-1", "4006381333931"],
  hscode: "090240",
  origin: "Sri Lanka",
  qty: "3",
  unit: "boxes",
  unitValue: "19.50",
  currency: "HKD",
  facts: [{ name: "Material", value: "leaves" }],
};
const textsOf = (role: "columnheader" | "cell") => screen.getAllByRole(role).map(({ textContent }) => textContent);

it("has the value of all pieces of an item, and what else is known about it below", async () => {
  render(<ItemTable number={1} items={[TEA]} isForCustoms />);
  expect(textsOf("columnheader")).toEqual(["Item", "HS code", "Origin", "Quantity", "Unit value", "Value"]);
  expect(textsOf("cell").slice(1)).toEqual(["090240", "Sri Lanka", "3 boxes", "HK$19.50", "HK$58.50"]);
  expect(screen.queryByText("leaves")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Black tea", expanded: false }));
  expect(within(screen.getByLabelText("More about Black tea")).getByText("leaves")).toBeVisible();
});

it("has the codes of each item for packing, and no columns for customs where nothing is declared", () => {
  const { facts: _, ...plain } = TEA;
  render(<ItemTable number={2} items={[{ ...plain, hscode: null, origin: null }]} isForCustoms={false} withCodes />);
  expect(textsOf("columnheader")).toEqual(["Item", "SKU and barcode", "Quantity", "Unit value"]);
  expect(textsOf("cell").slice(1)).toEqual(["TEA-14006381333931", "3 boxes", "HK$19.50"]);
  expect(screen.queryByRole("button")).toBeNull();
});
