import type { Page } from "@playwright/test";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, expectAccessible, MERCHANT, post, test, untilUsable } from "./fixtures";

const made = async (page: Page, order: object): Promise<string> =>
  (await post(page, "/order/create", { ...order, confirm_shipment: "Y" })).order_id;

async function recordOf(page: Page, id: string): Promise<ReturnType<typeof JSON.parse>> {
  return (await (await page.request.get(`/testing/v1/order/detail/${id}`)).json()).data;
}

const field = (page: Page, name: string) => page.locator(`#f-${name.replaceAll(".", "-")}`);

test.beforeEach(async ({ browser, context }) => {
  await context.addCookies(await cookiesOf(browser, MERCHANT));
});

test("a local order is repeated from the list with at most twelve clicks, and differs only in what is its own", async ({
  page,
}) => {
  const id = await made(page, { ...localExample, reference: "AGAIN-1", client_remarks: "Fragile" });
  await page.goto("/testing/orders");
  await untilUsable(page);
  let clicks = 0;
  const click = async (target: ReturnType<Page["locator"]>) => {
    clicks++;
    await target.click();
  };
  await click(page.getByRole("button", { name: `Actions for order ${id}` }));
  await click(page.getByRole("menuitem", { name: "Ship again" }));
  await page.waitForURL((url) => url.pathname === "/testing/orders/new" && url.searchParams.get("from") === id);
  await expect(page.getByText(`Filled in from order ${id}`)).toBeVisible();
  await untilUsable(page);
  await expect(field(page, "reference")).toHaveValue("");
  await click(page.getByRole("button", { name: /^Confirm for HK\$/ }));
  await page.waitForURL((url) => /\/orders\/\d+$/.test(url.pathname) && !url.pathname.endsWith(id));
  expect(clicks).toBeLessThanOrEqual(12);
  const again = await recordOf(page, new URL(page.url()).pathname.split("/").at(-1) ?? "");
  const before = await recordOf(page, id);
  for (const same of ["sender", "recipient", "shipping_provider", "quote_price"])
    expect(again[same], same).toEqual(before[same]);
  expect([again.order_status, again.reference, again.client_remarks]).toEqual(["READY_TO_SHIP", null, null]);

  // And back: sender and recipient change places.
  await untilUsable(page);
  await page.getByRole("button", { name: `More for order ${again.order_id}` }).click();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Return to sender" }).click();
  await expect(field(page, "sender.name")).toHaveValue(before.recipient.name);
  await expect(field(page, "recipient.name")).toHaveValue(before.sender.name);
  await expect(field(page, "recipient.address")).toHaveValue(before.sender.address);
  await expectAccessible(page);
});

test("after an order another one of the same sender begins, with the recipient still to be said", async ({ page }) => {
  const id = await made(page, localExample);
  await page.goto(`/testing/orders/new?from=${id}`);
  await untilUsable(page);
  await page.getByRole("button", { name: /^Confirm for HK\$/ }).click();
  await page.waitForURL((url) => /\/orders\/\d+$/.test(url.pathname) && !url.pathname.endsWith(id));
  const next = new URL(page.url()).pathname.split("/").at(-1);
  await page.getByRole("button", { name: "Create another" }).click();
  await page.waitForURL((url) => url.pathname === "/testing/orders/new" && url.searchParams.get("from") === next);
  await expect(field(page, "sender.name")).toHaveValue(localExample.sender.name);
  await expect(field(page, "recipient.name")).toHaveValue("");
  await expect(field(page, "recipient.name")).toBeFocused();
  await expect(field(page, "shipment_detail.parcel_list.0.act_weight")).toHaveValue(
    localExample.shipment_detail.parcel_list[0]?.act_weight ?? "",
  );
});

test("the palette ships the order of the page again", async ({ page }) => {
  const id = await made(page, localExample);
  await page.goto(`/testing/orders/${id}`);
  await untilUsable(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("ship this", { delay: 60 });
  await expect(page.getByRole("option", { name: "Ship this order again" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/testing/orders/new" && url.searchParams.get("from") === id);
  await expect(field(page, "recipient.name")).toHaveValue(localExample.recipient.name);
});

test("the next order of an international one's sender keeps service and measures; a return is not offered", async ({
  page,
}) => {
  const id = await made(page, intlExample);
  const { sender, shipment_detail } = await recordOf(page, id);
  await page.goto(`/testing/orders/${id}`);
  await untilUsable(page);
  await page.getByRole("button", { name: `More for order ${id}` }).click();
  await expect(page.getByRole("menuitem", { name: /imports to Hong Kong are not offered/ })).toBeDisabled();
  await page.getByRole("menuitem", { name: "New order, same sender and parcel" }).click();
  await expect(field(page, "sender.name")).toHaveValue(sender.name);
  // The recipient is what is missing.
  await expect(field(page, "recipient.name")).toHaveValue("");
  await expect(field(page, "recipient.name")).toBeFocused();
  await expect(field(page, "shipment_detail.parcel_list.0.act_weight")).toHaveValue(
    shipment_detail.parcel_list[0].act_weight,
  );
  // A number that no order has leaves an empty form that says so.
  await page.goto("/testing/orders/new?type=local&from=217000000000000");
  await expect(page.getByText("There is no such order to start from")).toBeVisible();
});

test("a line of the last order to the recipient is offered while it is typed", async ({ page }) => {
  const recipient = { ...intlExample.recipient, name: "Sato Past Lines", mobile: "9055512345" };
  await made(page, { ...intlExample, recipient });
  await page.goto("/testing/orders/new?type=intl");
  await untilUsable(page);
  await field(page, "recipient.name").fill(recipient.name);
  await field(page, "recipient.mobile").fill(recipient.mobile);
  const line = (name: string) => field(page, `shipment_detail.parcel_list.0.declaration_list.0.${name}`);
  await line("qty").fill("5");
  await line("description").click();
  await page.keyboard.type("porc", { delay: 60 });
  const offer = page.getByRole("button", { name: /Porcelain tea set.*Last time for this recipient/ });
  await expect(offer).toContainText("691110 · CN · HKD 380.00");
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(line("description")).toHaveValue("Porcelain tea set");
  await expect(line("single_price")).toHaveValue("380.00");
  await expect(line("single_weight")).toHaveValue("1.5");
  await expect(line("hscode")).toHaveValue("691110");
  await expect(line("qty")).toHaveValue("5");
  await expect(line("qty")).toBeFocused();
});
