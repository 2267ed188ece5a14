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

/** Begins an order from the list, to a person in the address book. */
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

/** Slower than a scanner. */
const AT_HAND = { delay: 120 };
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key, AT_HAND)), Promise.resolve());

test("the search of a list takes every letter, and leads to the rows and back", async ({ page }) => {
  await asMerchant(page);
  await page.goto("/testing/orders");
  await untilUsable(page);
  const field = page.getByRole("searchbox", { name: "Search" });
  const first = page.locator("tbody [data-row]").first();
  // No faster than a key after the other: what is typed with it is not a shortcut.
  await page.keyboard.press("/");
  await page.keyboard.type("ng");
  await expect(field).toHaveValue("ng");
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).not.toBeFocused();

  await press(page, "/");
  await page.keyboard.type("siu", AT_HAND);
  await press(page, "Enter");
  await page.waitForURL("**/orders?q=siu*");
  await expect(first).toBeFocused();
  await press(page, "/");
  await expect(field).toBeFocused();
  await press(page, "ArrowDown");
  await expect(first).toBeFocused();
  await press(page, "ArrowDown");
  await expect(page.locator("tbody [data-row]").nth(1)).toBeFocused();
});

test("P prints what is selected, else papers of the row; E ships again, from the list and from the order", async ({
  page,
}) => {
  await asMerchant(page);
  await page.goto("/testing/orders?status=IN_TRANSIT");
  await untilUsable(page);
  await press(page, "j", "x", "j", "x");
  await expect(page.getByText("2 orders selected")).toBeVisible();
  await press(page, "p");
  const dialog = page.getByRole("dialog", { name: "Print labels of 2 orders" });
  await expect(dialog).toBeVisible();
  await press(page, "Escape");
  await expect(dialog).toHaveCount(0);
  await press(page, "x", "k", "x");
  await expect(page.getByText("2 orders selected")).toHaveCount(0);
  await press(page, "p");
  await expect(page.getByRole("menuitem", { name: "Preview Label" })).toBeVisible();
  await press(page, "Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  // The button of the menu has the focus, in its row.
  const row = page.locator("tbody tr").first();
  await expect(row.locator(":focus")).toHaveCount(1);
  const id = (await row.locator("[data-row]").getAttribute("href"))?.split("/").at(-1) ?? "";
  await press(page, "e");
  await page.waitForURL(`**/orders/new?from=${id}&as=again`);

  await page.goto(`/testing/orders/${id}`);
  await untilUsable(page);
  await press(page, "p");
  await expect(page.getByRole("menuitem", { name: "Preview Label" })).toBeVisible();
  await press(page, "Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await press(page, "e");
  await page.waitForURL(`**/orders/new?from=${id}&as=again`);
});

test("Ctrl Enter goes on after a service was chosen by Space", async ({ page }) => {
  await asMerchant(page);
  const { data } = await (
    await page.request.get("/testing/v1/orders?shipping_provider=LOCAL_DOOR&status=DELIVERED&limit=1")
  ).json();
  await page.goto(`/testing/orders/new?from=${data[0].order_id}&as=again`);
  await untilUsable(page);
  const services = page.getByRole("radiogroup", { name: "Choose a service" });
  const other = services.getByRole("radio", { checked: false }).first();
  await expect(other).toBeEnabled();
  await other.focus();
  await press(page, "Space");
  await expect(services.getByRole("radio", { checked: true })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(services.getByRole("radio", { checked: true })).not.toBeFocused();
  await expect(page.locator(":focus")).toBeVisible();
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
