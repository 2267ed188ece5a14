import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { ProductView } from "@/components/products/product-view";
import { listMovements, type Movement, type Product } from "@/lib/contracts/product";
import { AtAddress, viewOf, visited } from "../address-frame";
import { answer, movement, page, product, refusal, router, show, showAtWarehouse } from "../products-frame";
// Loaded here, so that the tests need not wait for what pages load late.
import "@/lib/contracts/product";

const pageOf = (shown: Product, movements: readonly Movement[] = [movement(1)], total = movements.length) => ({
  [`GET /products/${shown.product_id}`]: () => ({ data: shown }),
  [`GET /products/${shown.product_id}/movements`]: () => page(movements, total),
  "GET /products": () => page([]),
});
const view = (
  <AtAddress search="account=100002">
    <ProductView productId="pr_1" view={viewOf(listMovements, "account=100002")} />
  </AtAddress>
);

beforeEach(() => {
  router.push.mockReset();
});

it("shows a merchant the stock, the details and what moved it; only the warehouse changes stock", async () => {
  answer(
    pageOf(product(1, { is_low_stock: "Y", battery: { type: "nonchargeable", location: "inside" } }), [
      movement(4, { kind: "TAKEN", on_hand_change: "-3", reserved_change: "-3", order_id: "217357996100241" }),
      movement(3, { kind: "RELEASED", on_hand_change: "0", reserved_change: "-2", reason: "Order cancelled" }),
      movement(2, { kind: "ADJUSTED", on_hand_change: "-1200", moved_by: { kind: "person", name: "Ho" } }),
      movement(1, { moved_by: { kind: "client", name: "cl_9" } }),
    ]),
  );
  show(view, "zh-Hant");
  const table = await screen.findByRole("table", { name: "存貨紀錄" });
  const lines = within(table).getAllByRole("row").slice(1);
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/已包裝出倉−31,2500217357996100241/),
    expect.stringMatching(/取消預留−2 預留.*訂單已取消/),
    expect.stringMatching(/Ho盤點調整−1,200/),
    expect.stringMatching(/API 客戶端 cl_9收貨\+1,250.*Delivery note 4711/),
  ]);
  expect(within(table).getByRole("link", { name: "217357996100241" })).toHaveAttribute(
    "href",
    "/testing/orders/217357996100241",
  );
  expect(screen.getByText("不可充電，裝於產品內")).toBeInTheDocument();
  expect(screen.getByText("存貨偏低")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "修改" })).toHaveAttribute("href", "/testing/products/pr_1/edit");
  expect(screen.queryByRole("button", { name: "收貨入倉" })).toBeNull();
});

it("turns the pages of the ledger by the address, which keeps the account", async () => {
  answer(pageOf(product(1), [movement(1)], 45));
  showAtWarehouse(view);
  await userEvent.click(await screen.findByRole("button", { name: "Next page" }));
  expect(visited).toEqual(["/warehouse/testing/stock/pr_1?account=100002&offset=20"]);
});

it("receives stock for the merchant's account, once however often it is sent", async () => {
  let answers: Response | object = refusal({ "/qty": "1250 units are in stock" });
  const asked = answer({ ...pageOf(product(1)), "POST /products/pr_1/stock": () => answers });
  showAtWarehouse(view);
  await userEvent.click(await screen.findByRole("button", { name: "Receive stock" }));
  const dialog = await screen.findByRole("dialog", { name: "Receive stock" });
  const units = within(dialog).getByRole("textbox", { name: /Units received/ });
  const send = within(dialog).getByRole("button", { name: "Receive stock" });
  await userEvent.type(units, "0");
  await userEvent.click(send);
  expect(units).toHaveAccessibleDescription(/whole number above 0/);
  await waitFor(() => expect(units).toHaveFocus());
  await userEvent.clear(units);
  await userEvent.type(units, "120");
  await waitFor(() => expect(units).toHaveAccessibleDescription("On hand: 1,250 → 1,370"));
  await userEvent.click(send);
  await waitFor(() => expect(units).toHaveAccessibleDescription(/1250 units are in stock/));
  answers = { data: product(1, { on_hand: "1370" }) };
  await userEvent.click(send);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const posts = asked.filter(({ method }) => method === "POST");
  expect(posts.map(({ body }) => body)).toEqual([
    { kind: "RECEIVED", qty: "120", reason: "" },
    { kind: "RECEIVED", qty: "120", reason: "" },
  ]);
  expect(new Set(posts.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(posts[0]?.headers["x-account-id"]).toBe("100002");
});

it("sets the stock to what was counted, says the difference, and settles what is missing", async () => {
  const asked = answer({
    ...pageOf(product(1, { missing: "2" })),
    "POST /products/pr_1/stock": () => ({ data: product(1, { on_hand: "1200" }) }),
  });
  showAtWarehouse(view);
  await userEvent.click(await screen.findByRole("button", { name: "Count stock" }));
  const dialog = await screen.findByRole("dialog", { name: "Count stock" });
  const units = within(dialog).getByRole("textbox", { name: /Units counted/ });
  const send = within(dialog).getByRole("button", { name: "Count stock" });
  await userEvent.type(units, "-1");
  await userEvent.click(send);
  expect(units).toHaveAccessibleDescription(/0 or more/);
  await userEvent.clear(units);
  await userEvent.type(units, "1200");
  expect(units).toHaveAccessibleDescription("On hand: 1,250 → 1,200 (−50) 2 missing units are settled by it.");
  await userEvent.type(within(dialog).getByRole("textbox", { name: /Reason/ }), "Shelf by shelf");
  await userEvent.click(send);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { kind: "COUNTED", qty: "1200", reason: "Shelf by shelf" },
  ]);
});

it("writes damaged units off, or gives them back, where there are any", async () => {
  const asked = answer({
    ...pageOf(product(1, { damaged: "3" })),
    "POST /products/pr_1/stock": () => ({ data: product(1, { damaged: "1" }) }),
  });
  showAtWarehouse(view);
  await userEvent.click(await screen.findByRole("button", { name: "Settle damaged" }));
  const dialog = await screen.findByRole("dialog", { name: "Settle damaged units" });
  const units = within(dialog).getByRole("textbox", { name: /Units/ });
  await userEvent.type(units, "4");
  await userEvent.click(within(dialog).getByRole("button", { name: "Write off" }));
  expect(units).toHaveAccessibleDescription(/from 1 to 3/);
  await userEvent.click(within(dialog).getByRole("radio", { name: "Back to stock" }));
  await userEvent.clear(units);
  await userEvent.type(units, "2");
  await userEvent.click(within(dialog).getByRole("button", { name: "Back to stock" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { kind: "RESTORED", qty: "2", reason: "" },
  ]);
});

it("lets staff set its place, and removes the place when the field is emptied", async () => {
  let stored = product(1);
  const asked = answer({
    ...pageOf(stored),
    "GET /products/pr_1": () => ({ data: stored }),
    "PATCH /products/pr_1": ({ body }) => {
      stored = product(1, { warehouse_location: (body.warehouse_location as string) ?? null });
      return { data: stored };
    },
  });
  showAtWarehouse(view);
  const box = await screen.findByRole("textbox", { name: "Place in the warehouse" });
  await userEvent.clear(box);
  await userEvent.type(box, "B-07{Enter}");
  await waitFor(() => expect(asked.some(({ method }) => method === "PATCH")).toBe(true));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save place" })).toBeDisabled());
  await userEvent.clear(screen.getByRole("textbox", { name: "Place in the warehouse" }));
  await userEvent.click(screen.getByRole("button", { name: "Save place" }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      { warehouse_location: "B-07", revision: 1 },
      { clear: ["warehouse_location"], revision: 1 },
    ]),
  );
});

it("keeps a typed place when another person has set another one meanwhile", async () => {
  let stored = product(1);
  const asked = answer({
    ...pageOf(stored),
    "GET /products/pr_1": () => ({ data: stored }),
    "PATCH /products/pr_1": () => {
      stored = product(1, { warehouse_location: "C-09", revision: 2 });
      return refusal({}, 409);
    },
  });
  showAtWarehouse(view);
  const box = await screen.findByRole("textbox", { name: "Place in the warehouse" });
  await userEvent.clear(box);
  await userEvent.type(box, "B-07{Enter}");
  await waitFor(() => expect(asked.at(-1)?.method).toBe("GET"));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save place" })).toBeEnabled());
  expect(screen.getByRole("textbox", { name: "Place in the warehouse" })).toHaveValue("B-07");
  expect(box).toBeInTheDocument();
});
