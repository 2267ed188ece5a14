import type { Page } from "@playwright/test";
import { localExample } from "@/lib/contracts/examples";
import { expect, expectAccessible, looksAt, opens, post, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";

/** Saves orders with these remarks, in the given order. */
async function saveOrders(page: Page, count: number, client_remarks: string): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const order = { ...localExample, confirm_shipment: "N", client_remarks };
    ids.push((await post(page, "/order/create", order)).order_id);
  }
  return ids;
}

async function statusesOf(page: Page, ids: readonly string[]): Promise<string[]> {
  const answer = await page.request.get(`/testing/v1/orders?order_ids=${ids.join(",")}&sort=create_time&limit=100`);
  return (await answer.json()).data.map(({ order_status }: { order_status: string }) => order_status);
}

/** Opens the list of the orders with these remarks, and selects all of them. */
async function selectAll(page: Page, remarks: string) {
  await page.goto(`/testing/orders?q=${encodeURIComponent(remarks)}&sort=create_time`);
  await untilUsable(page);
  await page.locator("thead").getByRole("checkbox").check();
  const bar = page.locator("section.sticky.bottom-0");
  await expect(bar.getByRole("status")).toBeVisible();
  return bar;
}

test.describe.configure({ mode: "serial" });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

test(
  "twelve orders are confirmed, except one that somebody else confirmed and one with a higher price, which is asked about",
  opens("/[environment]/orders"),
  async ({ page }) => {
    await asMerchant(page);
    const ids = await saveOrders(page, 12, "bulk of twelve");
    const [dear = "", meanwhile = ""] = ids;
    // An invalid quote is answered like a price that has risen: with a new quote, at which it can be confirmed.
    await page.route("**/v1/bulk", async (route) => {
      const body = route.request().postDataJSON();
      if (body.inputs.length > 0) return route.continue();
      const inputs = [{ id: dear, input: { quote_id: "a quote of another day" } }];
      await route.continue({ postData: JSON.stringify({ ...body, inputs }) });
    });
    const bar = await selectAll(page, "bulk of twelve");
    await bar.getByRole("button", { name: /^Confirm \d+, HK\$/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toHaveAccessibleName(/^Confirm 12 orders, HK\$[\d,]+\.\d\d$/);
    await expectAccessible(page);
    await post(page, "/order/confirm", { order_id: meanwhile });
    await dialog.getByRole("button", { name: /^Confirm 12 orders for HK\$/ }).click();
    await expect(dialog).toHaveAccessibleName("10 orders are confirmed");
    await expect(dialog.getByText("2 orders are not confirmed")).toBeVisible();
    await expect(dialog.getByRole("listitem").filter({ hasText: meanwhile })).toContainText("in the meantime");
    await expect(dialog.getByRole("listitem").filter({ hasText: dear })).toContainText(
      "The price has changed from HK$",
    );
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Confirm 1 at the new price" }).click();
    await dialog.getByRole("button", { name: /^Confirm 1 order for HK\$/ }).click();
    await expect(dialog).toHaveAccessibleName("11 orders are confirmed");
    await dialog.getByRole("button", { name: "Try 1 order again" }).click();
    await expect(dialog).toHaveAccessibleName("None of these orders can be confirmed");
    await expect(dialog.getByText("1 order is left out: already confirmed")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bar.getByRole("status")).toHaveText("1 order selected");
    await expect(page.locator("tbody").getByText("Ready", { exact: true })).toHaveCount(12);
    expect(await statusesOf(page, ids)).toEqual(ids.map(() => "READY_TO_SHIP"));
  },
);

test("three orders are cancelled by keyboard, for a reason", async ({ page }) => {
  await asMerchant(page);
  const ids = await saveOrders(page, 3, "bulk of three");
  await post(page, "/order/confirm", { order_id: ids[0] ?? "" });
  const bar = await selectAll(page, "bulk of three");
  await bar.getByRole("button", { name: "Cancel 3 orders" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cancel 3 orders?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "The customer asked for it" }).focus();
  // As long as a finger takes: the choice follows the focus a moment after the key goes down.
  await page.keyboard.press("ArrowDown", { delay: 100 });
  await expect(dialog.getByRole("radio", { name: "Something in it is wrong" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Wrong flat");
  await dialog.getByRole("button", { name: "Cancel 3 orders" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "3 orders are cancelled" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await statusesOf(page, ids)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
  const { cancel_reason, cancel_remarks } = (
    await (await page.request.get(`/testing/v1/order/detail/${ids[2]}`)).json()
  ).data;
  expect([cancel_reason, cancel_remarks]).toEqual(["WRONG_INFO", "Wrong flat"]);
});

test("an action whose beginning was cut off by the network is begun again, and buys nothing twice", async ({
  page,
  faults,
}) => {
  await asMerchant(page);
  const ids = await saveOrders(page, 6, "bulk of six");
  let sent = 0;
  await page.route("**/v1/bulk", async (route) => {
    if (++sent > 1) return route.continue();
    // It has begun, but its answer is lost.
    await route.fetch();
    await route.abort("connectionreset");
  });
  const bar = await selectAll(page, "bulk of six");
  await bar.getByRole("button", { name: /^Confirm \d+, HK\$/ }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: /^Confirm 6 orders for/ });
  await confirm.click();
  await expect(page.getByText("The server could not be reached")).toBeVisible();
  await confirm.click();
  await expect(dialog).toHaveAccessibleName("6 orders are confirmed");
  expect(await statusesOf(page, ids)).toEqual(ids.map(() => "READY_TO_SHIP"));
  // What the browser logs about the answer that it lost, and about the key that was used.
  expect(faults.splice(0)).toEqual([expect.stringContaining("ERR_CONNECTION_RESET"), expect.stringContaining("500")]);
});

test(
  "an action goes on when the page is left, and the page of jobs shows on another device what became of it",
  opens("/[environment]/jobs"),
  async ({ page }) => {
    await asMerchant(page);
    const ids = await saveOrders(page, 40, "bulk of forty");
    await post(page, "/order/cancel", { order_id: ids[7] ?? "", reason: "OTHER" });
    const body = { operation: "confirmOrder", ids };
    const { bulk_id } = await post(page, "/bulk", body);
    await page.goto("/testing/jobs");
    await untilUsable(page);
    const job = page.getByRole("listitem").filter({ hasText: "Confirm 40 orders" });
    await expect(job.getByRole("status")).toHaveText("Done");
    await expect(job).toContainText("39 done · 1 failed");
    await job.getByText("Why 1 order failed").click();
    await expect(job.getByRole("link", { name: ids[7] ?? "" })).toBeVisible();
    await expect(job).toContainText("It was confirmed or cancelled in the meantime.");
    await expectAccessible(page);
    const answer = await page.request.get(`/testing/v1/bulk/${bulk_id}`);
    expect((await answer.json()).data).toMatchObject({ state: "DONE", done: 39, failed: 1 });
    await page.goto("/testing/orders/print-jobs");
    await expect(page).toHaveURL(/\/testing\/jobs$/);
  },
);

test("the selection is saved as a file", async ({ page }) => {
  await asMerchant(page);
  const bar = await selectAll(page, "bulk of three");
  await bar.getByRole("button", { name: "Export…" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Save the file" }).click();
  expect((await download).suggestedFilename()).toMatch(/^sampan-test-orders-\d{4}-\d\d-\d\d\.xlsx$/);
});

for (const { width, language, colorScheme } of looksAt(360, 360))
  test(`bar, questions and results are accessible at ${width} px in ${language}, ${colorScheme}`, async ({ page }) => {
    const t = <T>(en: T, zh: T) => (language === "en" ? en : zh);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await asMerchant(page, language);
    const remarks = `bulk at ${width} ${language} ${colorScheme}`;
    await saveOrders(page, 2, remarks);
    const bar = await selectAll(page, remarks);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await bar.getByRole("button", { name: t(/^Confirm \d/, /^確認 \d/) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: t("Confirm 2 orders for", "確認 2 張訂單") }).click();
    await expect(dialog).toHaveAccessibleName(t("2 orders are confirmed", "已確認 2 張訂單"));
    await expectAccessible(page);
    await page.goto("/testing/jobs");
    await untilUsable(page);
    await expect(page.getByRole("heading", { name: t("Confirm 2 orders", "確認 2 張訂單") }).first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await selectAll(page, remarks);
    const cancel = t(/^Cancel \d+ orders?$/, /^取消 \d+ 張訂單$/);
    const more = bar.getByRole("button", { name: t("More actions", "更多操作") });
    // A wide bar has room for every action.
    const isNarrow = await more.isVisible();
    if (isNarrow) {
      await more.click();
      await expectAccessible(page, "[role=menu]");
      await page.getByRole("menuitem", { name: cancel }).press("Enter");
    } else await bar.getByRole("button", { name: cancel }).press("Enter");
    await expect(dialog).toHaveAccessibleName(t("Cancel 2 orders?", "取消 2 張訂單？"));
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press("Escape");
    await expect(isNarrow ? more : bar.getByRole("button", { name: cancel })).toBeFocused();
  });
