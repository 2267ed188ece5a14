import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { test } from "./own-product";
import { productUrl } from "./product-url";
import { CAP, confirmed, LIGHT, type Made, order, post, SHOP, signedIn, WAREHOUSE } from "./warehouse-orders";

// Nothing here uses a mouse: everything is typed, as by a scanner that ends with Enter.

async function atWarehouse(page: Page, browser: Browser): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.context().addCookies(await cookiesOf(browser, WAREHOUSE));
  await page.context().addCookies([{ name: "sampan-language", value: "en", url: productUrl() }]);
}

/** Types as a scanner does. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

/** Goes there with the Tab key, as people without a mouse do. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the tabulator does not come there");
}

async function pressIt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Opens the bench of an order by scanning its label. */
async function bring(page: Page, made: Made): Promise<void> {
  await page.goto("/warehouse/testing/bench");
  await expect(page.getByLabel("Scan an order")).toBeFocused();
  await scan(page, made.tracking_number);
  await expect(page).toHaveURL(`/warehouse/testing/bench/${made.order_id}`);
  await expect(page.getByLabel("Scan an item")).toBeFocused();
}

const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("main").getByText(text).first()).toBeVisible();

for (const width of [1280, 768])
  test(
    `an order goes from the merchant's program to a packed parcel with its label, ${width} px`,
    width === 1280
      ? opens(
          "/warehouse/[environment]",
          "/warehouse/[environment]/waves",
          "/warehouse/[environment]/waves/[waveId]",
          "/warehouse/[environment]/bench/[orderId]",
          "/[environment]/pick-pack/[orderId]",
        )
      : {},
    async ({ page, browser }) => {
      await page.setViewportSize({ width, height: 900 });
      const made = await order(browser);
      await atWarehouse(page, browser);

      // The longest wait comes first there, so a new order is on the last page.
      await page.goto(`/warehouse/testing?q=${made.order_id}`);
      await pressIt(page, page.getByRole("button", { name: `Confirm order ${made.order_id}` }));
      await expect(page.getByRole("link", { name: `Pack order ${made.order_id}` })).toBeVisible();

      await page.goto("/warehouse/testing/waves");
      await pressIt(page, page.getByRole("button", { name: "New wave" }).first());
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(/It takes \d+ order/)).toBeVisible();
      await pressIt(page, dialog.getByRole("button", { name: "Make the wave" }));
      await expect(page).toHaveURL(/\/waves\/[\w-]+$/);
      await expect(page.getByRole("heading", { name: "Pick list" })).toBeVisible();
      await expectAccessible(page);
      await pressIt(page, page.getByRole("link", { name: `Pack order ${made.order_id}` }));

      await expect(page).toHaveURL(`/warehouse/testing/bench/${made.order_id}`);
      await expect(page.getByLabel("Scan an item")).toBeFocused();
      await expectAccessible(page);
      await scan(page, CAP.bar_code_eid);
      await said(page, "CAP-TRAIL: 1 of 2");
      await scan(page, "4006381333931");
      await expect(page.getByRole("alert").filter({ hasText: "Wrong item" })).toContainText("4006381333931");
      await expectAccessible(page);
      await scan(page, CAP.sku);
      await scan(page, LIGHT.bar_code_eid);
      await said(page, "All is packed");
      const label = page.getByRole("region", { name: "Label of parcel 1 of 1" });
      await expect(label.locator("canvas")).toBeVisible();
      await expect(label).toContainText(made.tracking_number);
      await expectAccessible(page);
      await scan(page, made.tracking_number);
      await said(page, "It waits for the courier: the pickup is booked. Scan the next order to go on.");
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      const shop = await signedIn(browser, SHOP);
      const merchant = await shop.newPage();
      await merchant.goto(`/testing/pick-pack/${made.order_id}`);
      await expect(merchant.getByRole("heading", { level: 1 })).toContainText("Packed");
      await untilUsable(merchant);
      const saving = merchant.waitForEvent("download");
      await pressIt(merchant, merchant.getByRole("button", { name: /^Documents of order/ }));
      await merchant.getByRole("menuitem", { name: "Download Label" }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe(`label-${made.tracking_number}.pdf`);
      expect(readFileSync(await saved.path(), "latin1").slice(0, 5)).toBe("%PDF-");
      await shop.close();
    },
  );

test(
  "a service's orders go from the queue into a wave, are picked by its list and packed one after the other",
  opens(
    "/warehouse/[environment]",
    "/warehouse/[environment]/waves/[waveId]",
    "/warehouse/[environment]/bench/[orderId]",
  ),
  async ({ page, browser }) => {
    const change = { shipping_provider: "LOCAL_SAMEDAY", pickup_arrange: {} };
    const [first, second] = [await confirmed(browser, change), await confirmed(browser, change)];
    await atWarehouse(page, browser);
    await page.goto("/warehouse/testing");
    const lanes = page.getByRole("table", { name: "Work by carrier service" });
    await pressIt(page, lanes.getByRole("link", { name: /^Local Same/ }));
    await expect(page).toHaveURL(/shipping_provider=LOCAL_SAMEDAY/);
    for (const { order_id: id } of [first, second])
      await expect(page.getByRole("link", { name: `Pack order ${id}` })).toBeVisible();
    await pressIt(page, lanes.getByRole("button", { name: /^Make a wave of Local Same/ }));
    await pressIt(page, page.getByRole("dialog").getByRole("button", { name: "Make the wave" }));
    await expect(page).toHaveURL(/\/waves\/[\w-]+$/);

    await tabTo(page, page.getByRole("checkbox", { name: /CAP-TRAIL/ }));
    await page.keyboard.press("Space");
    await said(page, /^1 of \d+ picked$/);
    await pressIt(page, page.getByRole("link", { name: `Pack order ${first.order_id}` }));
    await expect(page.getByLabel("Scan an item")).toBeFocused();
    for (const code of [CAP.sku, CAP.bar_code_eid, LIGHT.bar_code_eid]) await scan(page, code);
    await said(page, "All is packed");
    await scan(page, first.tracking_number);
    await said(page, "It waits for the courier: the pickup is booked. Scan the next order to go on.");
    await page.keyboard.press("F10");
    await expect(page).toHaveURL(`/warehouse/testing/bench/${second.order_id}`);
    await expect(page.getByLabel("Scan an item")).toBeFocused();
  },
);

test("an order is sent short after the question, which its merchant reads, and is packed again", async ({
  page,
  browser,
}) => {
  const made = await confirmed(browser, { cod: "Y", cod_amount: "680.00" });
  await atWarehouse(page, browser);
  await bring(page, made);
  for (const code of [CAP.sku, CAP.sku, "*BENCH-SHORT", LIGHT.sku]) await scan(page, code);
  await said(page, "All is packed");
  await scan(page, "*BENCH-READY");
  const question = page.getByRole("alertdialog", { name: "1 unit is missing. Send the order without it?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, question.getByLabel(/The courier collects/));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("360", { delay: 60 });
  await pressIt(page, question.getByRole("button", { name: "Send it short" }));
  await said(page, "It waits for the courier: the pickup is booked. Scan the next order to go on.");
  const shop = await signedIn(browser, SHOP);
  const merchant = await shop.newPage();
  await merchant.goto(`/testing/pick-pack/${made.order_id}`);
  await expect(merchant.getByText("This order was packed short")).toBeVisible();
  await expect(merchant.getByText("LIGHT-HEAD: 0 of 1 packed (Out of stock)")).toBeVisible();
  await expectAccessible(merchant);
  await merchant.goto(`/testing/orders/${made.order_id}`);
  await expect(merchant.getByText("Packed short")).toBeVisible();
  await expect(merchant.getByText("360.00").first()).toBeVisible();
  await shop.close();
  await pressIt(page, page.getByRole("button", { name: "Pack again" }));
  await pressIt(page, page.getByRole("alertdialog").getByRole("button", { name: "Pack it again" }));
  await said(page, "All is packed");
});

test("an order of which nothing is there is rejected at the bench", async ({ page, browser }) => {
  const made = await confirmed(browser);
  await atWarehouse(page, browser);
  await bring(page, made);
  for (const { bar_code_eid: code } of [CAP, LIGHT]) {
    await scan(page, "*BENCH-SHORT");
    await said(page, "Missing: scan the item");
    await scan(page, code);
  }
  await said(page, "Parcel 1 is empty");
  await scan(page, "*BENCH-READY");
  await said(page, "A parcel is empty");
  await expectAccessible(page);
  await pressIt(page, page.getByRole("button", { name: "Reject the order" }).first());
  const dialog = page.getByRole("alertdialog");
  await expectAccessible(page);
  await pressIt(page, dialog.getByRole("button", { name: "Reject order" }));
  await said(page, "The order is rejected");
  await expectAccessible(page);
  const shop = await signedIn(browser, SHOP);
  const merchant = await shop.newPage();
  await merchant.goto(`/testing/pick-pack/${made.order_id}`);
  await expect(merchant.getByText("The warehouse rejected this order: Out of stock")).toBeVisible();
  await shop.close();
});

test("a request to cancel meets the bench: declined for one order, agreed for another", async ({ page, browser }) => {
  await atWarehouse(page, browser);
  const [goesOn, ends] = [await confirmed(browser), await confirmed(browser)];
  const ask = ({ order_id }: Made) =>
    post(browser, SHOP, "/order/cancel", { order_id, reason: "OTHER", remarks: "The customer changed her mind" });

  await bring(page, goesOn);
  for (const { bar_code_eid: code } of [CAP, CAP, LIGHT]) await scan(page, code);
  await said(page, "All is packed");
  await ask(goesOn);
  const question = page.getByRole("alert").filter({ hasText: "Stop: the merchant asks to cancel" });
  await expect(question).toBeFocused();
  await said(page, /The customer changed her mind/);
  await scan(page, goesOn.tracking_number);
  await said(page, "Answer the merchant first");
  await expectAccessible(page);
  await page.keyboard.press("F3");
  await tabTo(page, page.getByLabel("Why it goes on"));
  await page.keyboard.type("The parcel is packed", { delay: 60 });
  await pressIt(page, page.getByRole("alertdialog").getByRole("button", { name: "Decline" }));
  await expect(question).toBeHidden();
  await expect(page.getByLabel("Scan an item")).toBeFocused();
  await scan(page, goesOn.tracking_number);
  await said(page, "It waits for the courier: the pickup is booked. Scan the next order to go on.");

  await scan(page, ends.tracking_number);
  await expect(page).toHaveURL(`/warehouse/testing/bench/${ends.order_id}`);
  await expect(page.getByLabel("Scan an item")).toBeFocused();
  await scan(page, CAP.bar_code_eid);
  await ask(ends);
  await expect(question).toBeFocused();
  await pressIt(page, page.getByRole("button", { name: "Cancel the order" }));
  await pressIt(page, page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }));
  await said(page, "Stop: the order is cancelled");
  await expect(page.getByRole("list", { name: "Put the goods back" })).toContainText("CAP-TRAIL");
  await expectAccessible(page);
});

test("scans without a connection survive a reload, and count once", async ({ page, browser, faults }) => {
  await atWarehouse(page, browser);
  const made = await confirmed(browser);
  await bring(page, made);
  const arrived = page.waitForResponse(/\/pickpack\/scan$/);
  await scan(page, CAP.bar_code_eid);
  await said(page, "CAP-TRAIL: 1 of 2");
  // The bench shows it before it is sent.
  expect((await arrived).ok()).toBe(true);
  // Only the calls are cut off: a browser without any network could not load the page again.
  const calls = /\/testing\/v1\/pickpack\//;
  let answersLost = 0;
  await page.route(calls, async (route) => {
    // The request arrives, but its answer does not: the worst that a network can do.
    if (route.request().method() === "POST" && answersLost++ === 0) await route.fetch();
    await route.abort("internetdisconnected");
  });
  await scan(page, CAP.bar_code_eid);
  await scan(page, LIGHT.bar_code_eid);
  await said(page, "No connection: 2 scans are kept and will be sent.");
  await said(page, "All is packed");
  await expectAccessible(page);
  await page.reload();
  await said(page, "No connection: 2 scans are kept and will be sent.");
  await expect(page.getByText("2 of 2 scanned")).toBeAttached();
  await page.unroute(calls);
  await expect(page.getByText(/No connection/)).toBeHidden({ timeout: 20_000 });
  const context = await signedIn(browser, WAREHOUSE);
  const read = async () =>
    (await (await context.request.get(`/testing/v1/pickpack/bench/${made.order_id}`)).json()).data;
  // The words go with the first scan that arrives, and the second follows it.
  await expect.poll(async () => (await read()).scan_list.length, { timeout: 20_000 }).toBe(3);
  expect((await read()).is_complete).toBe(true);
  await context.close();
  await scan(page, "*BENCH-READY");
  await said(page, "It waits for the courier: the pickup is booked. Scan the next order to go on.");
  expect(faults.splice(0).filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});

for (const { width, language, colorScheme } of looksAt(1280, 768, 360))
  test(`the bench is accessible at ${width} px in ${language}, ${colorScheme}`, async ({ page, browser }) => {
    const made = await confirmed(browser);
    await atWarehouse(page, browser);
    await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/warehouse/testing/bench");
    await untilUsable(page);
    await expectAccessible(page);
    await page.goto(`/warehouse/testing/bench/${made.order_id}`);
    await untilUsable(page);
    for (const code of [CAP.bar_code_eid, "4006381333931"]) {
      await scan(page, code);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
