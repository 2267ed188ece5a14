import type { Page } from "@playwright/test";
import { localExample } from "@/lib/contracts/examples";
import { expect, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";
import { productUrl } from "./product-url";

test.describe.configure({ mode: "serial" });

/** Three of the shop's saved items. */
const ITEMS = ["Clay teapot 180 ml", "Porcelain gaiwan", "Bamboo tea tray"];

/** A keyboard that counts: each letter is a key, and so is each key that is held. No faster than a hand. */
function keyboardOf(page: Page) {
  let pressed = 0;
  return {
    pressed: () => pressed,
    async type(text: string) {
      pressed += text.length;
      await page.keyboard.type(text, { delay: 90 });
    },
    async press(key: string) {
      pressed += key.split("+").length;
      await page.keyboard.press(key);
    },
  };
}

type Keyboard = ReturnType<typeof keyboardOf>;

/** Begins an order from the list, to somebody in the address book. */
async function beginFor(page: Page, type: "local" | "intl", typed: string, name: string): Promise<Keyboard> {
  await page.goto("/testing/orders");
  await untilUsable(page);
  const keys = keyboardOf(page);
  await keys.type(`n${type[0]}`);
  await page.waitForURL(`**/orders/new?type=${type}`);
  await untilUsable(page);
  await expect(page.getByRole("textbox", { name: "Name", exact: true }).last()).toBeFocused();
  await keys.type(typed);
  await expect(page.getByText(`In your address book: ${name}`)).toBeVisible();
  await keys.press("Enter");
  return keys;
}

/** Goes on to the button that confirms, and presses it. */
async function confirmBy(page: Page, keys: Keyboard): Promise<void> {
  const confirm = page.getByRole("button", { name: /^Confirm for HK\$/ });
  await expect(confirm).toBeEnabled();
  await keys.press("Control+Enter");
  await expect(confirm).toBeFocused();
  await keys.press("Enter");
  await page.waitForURL(/\/orders\/\d+/);
}

test("a local order like the last one to the same person takes at most 12 keys", async ({ page }) => {
  await asMerchant(page);
  const keys = await beginFor(page, "local", "siu", "Ho Siu Ming");
  await expect(page.getByRole("button", { name: "As last time" })).toBeVisible();
  await keys.press("Enter");
  await expect(page.getByText("Nothing is ordered yet.")).toBeVisible();
  await confirmBy(page, keys);
  await expect(page.getByText("Ho Siu Ming").first()).toBeVisible();
  expect(keys.pressed()).toBeLessThanOrEqual(12);
});

test("twenty labels that are not printed take five keys", async ({ page }) => {
  await asMerchant(page);
  for (let made = 0; made < 20; made++) {
    const answer = await page.request.post("/testing/v1/order/create", {
      data: { ...localExample, confirm_shipment: "Y" },
      headers: { origin: productUrl() },
    });
    expect(answer.status()).toBe(200);
  }
  await page.goto("/testing/orders");
  await untilUsable(page);
  const keys = keyboardOf(page);
  await keys.type("gd");
  await page.waitForURL("**/dispatch");
  await untilUsable(page);
  await keys.press("F2");
  const dialog = page.getByRole("dialog", { name: /^Print labels of/ });
  await expect(dialog.getByText(/^\d+ orders are ready to print\.$/)).toBeVisible();
  // Chromium without a window prints nothing, and says nothing.
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event("afterprint"));
  });
  await keys.press("Control+Enter");
  // The browser draws a page after the other, which takes long on a busy machine.
  await expect(dialog).toHaveCount(0, { timeout: 120_000 });
  const said = await page.getByText(/^The labels of \d+ orders were printed\.$/).textContent();
  expect(Number(said?.match(/\d+/)?.[0])).toBeGreaterThanOrEqual(20);
  expect(keys.pressed()).toBeLessThanOrEqual(5);
});

test("three saved items to a known recipient abroad take at most 40 keys", async ({ page }) => {
  await asMerchant(page);
  const { data: defaults } = await (await page.request.get("/testing/v1/defaults")).json();
  const parcel = { act_weight: "6", length: "30", width: "20", height: "15" };
  const saved = await page.request.put("/testing/v1/defaults", {
    headers: { origin: productUrl() },
    data: { ...defaults, intl: { ...defaults.intl, parcel, shipping_provider: "INTL_ECON" } },
  });
  expect(saved.status()).toBe(200);
  const keys = await beginFor(page, "intl", "oli", "Oliver Smith");
  await expect(page.locator("#f-recipient-country")).toContainText("United Kingdom");
  await keys.press("Control+Enter");
  for (const [nth, item] of ITEMS.entries()) {
    const cell = (name: string) => page.locator(`#f-shipment_detail-parcel_list-0-declaration_list-${nth}-${name}`);
    await expect(cell("description")).toBeFocused();
    await keys.type(item.slice(0, 3).toLowerCase());
    await expect(page.getByRole("button", { name: item }).first()).toBeVisible();
    await keys.press("ArrowDown");
    await keys.press("Enter");
    await expect(cell("qty")).toBeFocused();
    await keys.type("2");
    await expect(cell("qty")).toHaveValue("2");
    if (nth < ITEMS.length - 1) await keys.press("Enter");
  }
  await confirmBy(page, keys);
  for (const item of ITEMS) await expect(page.getByText(item).first()).toBeVisible();
  expect(keys.pressed()).toBeLessThanOrEqual(40);
});
