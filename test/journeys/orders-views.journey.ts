import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { cookiesOf, expect, expectAccessible, MERCHANT, opens, SUPPORT, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

const NAME = "Dear 運費 first";

async function use(page: Page, browser: Browser, email: string, language: "en" | "zh-Hant" = "en"): Promise<void> {
  const context = page.context();
  await context.addCookies(await cookiesOf(browser, email));
  await context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
}

/** Opens the list and its menu, once the page responds. */
async function openMenu(page: Page, path: string, name = "List options"): Promise<void> {
  await page.goto(path);
  await untilUsable(page);
  await menuAgain(page, name);
}

async function menuAgain(page: Page, name = "List options"): Promise<void> {
  await page.getByRole("button", { name }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}

const heads = async (page: Page) =>
  (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim()).slice(1, -1);
const view = (page: Page) => page.getByRole("menuitemradio", { name: NAME });

test.describe.configure({ mode: "serial" });

// After a failure all of it runs again, on the same product.
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ baseURL: productUrl() });
  await context.addCookies(await cookiesOf(browser, MERCHANT));
  const { data } = await (await context.request.get("/testing/v1/views?limit=100")).json();
  for (const { id, name } of data)
    if (name === NAME)
      await context.request.delete(`/testing/v1/views/${id}`, { headers: { "sec-fetch-site": "same-origin" } });
  await context.close();
});

test("columns are chosen in the menu, by keyboard too, and are there at the next first paint", async ({
  page,
  browser,
}) => {
  await use(page, browser, MERCHANT);
  await openMenu(page, "/testing/orders");
  await page.getByRole("menuitemcheckbox", { name: "Pickup" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Service" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("menuitemcheckbox", { name: "Service" })).not.toBeChecked();
  await expectAccessible(page, "[role=menu]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "List options" })).toBeFocused();
  expect(await heads(page)).toEqual(["Order no.", "Created", "Pickup", "Recipient", "Status", "Tracking no.", "Price"]);
  await expectAccessible(page);

  // The server's page already has them: nothing moves when the scripts run.
  const html = await (await page.request.get("/testing/orders")).text();
  expect(html).toMatch(/<th[^>]*>Pickup</);
  expect(html).not.toMatch(/<th[^>]*>Service</);
});

test(
  "a view is saved, and is there in another browser of the same person, in both environments",
  opens("/[environment]/orders"),
  async ({ page, browser }) => {
    await use(page, browser, MERCHANT);
    await openMenu(page, "/testing/orders?ship_type=intl&sort=-quote_price");
    await page.getByRole("menuitemcheckbox", { name: "Billed weight" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    const dialog = page.getByRole("dialog", { name: "Save this view" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, "[role=dialog]");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(dialog.getByText("This field is required.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Name of the view" }).fill(NAME);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await menuAgain(page);
    await expect(view(page)).toBeChecked();

    const fresh = await browser.newContext({ baseURL: productUrl(), locale: "en-GB" });
    const other = await fresh.newPage();
    await use(other, browser, MERCHANT);
    await openMenu(other, "/production/orders");
    expect(await heads(other)).not.toContain("Weight");
    await view(other).click();
    await expect(other).toHaveURL(/\/production\/orders\?[^?]*ship_type=intl/);
    await expect(other.getByRole("columnheader", { name: "Weight" })).toBeVisible();
    await expect(other.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "descending");
    await other.reload();
    await menuAgain(other);
    await expect(view(other)).toBeChecked();
    await fresh.close();
  },
);

test("it is a tab; others of the account and support see it once it is shared", async ({ page, browser }) => {
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Orders by status" }).getByRole("link", { name: `${name} ${NAME}` });
  await use(page, browser, MERCHANT);
  const { account } = (await (await page.request.get("/testing/v1/me")).json()).data;
  const asSupport = `/testing/orders?account=${account.id}`;
  await openMenu(page, "/testing/orders");
  await page.keyboard.press("Escape");
  await expect(tab("Your view")).not.toHaveAttribute("aria-current");
  await tab("Your view").click();
  await expect(page).toHaveURL(/ship_type=intl/);
  await expect(tab("Your view")).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);

  await use(page, browser, SUPPORT);
  await openMenu(page, asSupport);
  await expect(page.getByRole("menuitem", { name: "Save this view…" })).toBeVisible();
  await expect(page.getByRole("menuitemradio", { name: /^Abroad/ })).toBeVisible();
  await expect(page.getByRole("menuitemradio", { name: NAME })).toHaveCount(0);

  await use(page, browser, MERCHANT);
  await page.goto("/testing/orders");
  await untilUsable(page);
  await tab("Your view").click();
  await expect(tab("Your view")).toHaveAttribute("aria-current", "page");
  await menuAgain(page);
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByRole("textbox", { name: "Name of the view" }).fill(NAME);
  await dialog.getByRole("checkbox", { name: /^Share with everyone at/ }).check();
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: "Replace view" }).click();
  await expect(tab("Shared view")).toHaveAttribute("aria-current", "page");

  await use(page, browser, SUPPORT);
  await page.goto(asSupport);
  await untilUsable(page);
  await expect(tab("Shared view")).toBeVisible();
});

test("what the list finds is exported from its menu, in the columns and the file that are chosen", async ({
  page,
  browser,
}) => {
  await use(page, browser, MERCHANT);
  // Other journeys change orders meanwhile, but add none to days that are over.
  const until = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await openMenu(page, `/testing/orders?created_to=${until}`);
  const item = page.getByRole("menuitem", { name: /^Export \d+ orders?…$/ });
  const count = Number(((await item.textContent()) ?? "").replace(/\D/g, ""));
  expect(count).toBeGreaterThan(0);
  await item.click();
  const dialog = page.getByRole("dialog", { name: "Export orders" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  const save = async () => {
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save the file" }).click();
    const file = await download;
    await expect(dialog).toBeHidden();
    return { name: file.suggestedFilename(), path: await file.path() };
  };
  const workbook = await save();
  expect(workbook.name).toMatch(/^sampan-test-orders-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const [head, ...lines] = await readSheet(readFileSync(workbook.path));
  expect(head).toContain("recipient_address");
  expect(lines).toHaveLength(count);

  await menuAgain(page);
  await item.click();
  await dialog.getByRole("checkbox", { name: "All columns" }).click();
  for (const name of ["Order no.", "Status"]) await dialog.getByRole("checkbox", { name }).check();
  await dialog.getByRole("radio", { name: "CSV" }).click();
  const csv = await save();
  expect(csv.name).toMatch(/\.csv$/);
  const written = readFileSync(csv.path, "utf8").trimEnd().split(/\r?\n/);
  expect(written[0]).toBe("\ufefforder_id,order_status");
  expect(written.slice(1).filter((line) => /,[A-Z_]+$/.test(line))).toHaveLength(count);
});

test("in Chinese on a telephone it fits, is accessible, and a view that was deleted comes back by the notice", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await use(page, browser, MERCHANT, "zh-Hant");
  await openMenu(page, "/testing/orders", "列表選項");
  for (const name of ["收件日", "計費重量"]) await page.getByRole("menuitemcheckbox", { name }).click();
  await expect(view(page)).toBeVisible();
  await expectAccessible(page, "[role=menu]");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const remove = page.getByRole("menuitem", { name: `刪除檢視「${NAME}」` });
  await remove.click();
  await expect(view(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  const undo = page.getByRole("button", { name: "復原" });
  // A notice stays while the pointer is on it.
  await undo.hover();
  await expectAccessible(page);
  await undo.click();
  // A notice that disappears returns the focus, which would close a menu.
  await expect(undo).toHaveCount(0);
  await menuAgain(page, "列表選項");
  await expect(view(page)).toBeVisible();
  await remove.click();
  await expect(view(page)).toHaveCount(0);
});
