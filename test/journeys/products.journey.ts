import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, MERCHANT, opens, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";
import { SHOP, SHOP_ID, WAREHOUSE } from "./warehouse-orders";

async function use(page: Page, browser: Browser, email: string, language: "en" | "zh-Hant" = "en"): Promise<void> {
  const context = page.context();
  // While elements fade in, their contrast is too low.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await context.addCookies(await cookiesOf(browser, email));
  await context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilUsable(page);
}

/** Moves the focus to a control by keyboard, and presses Enter. */
async function enter(control: Locator): Promise<void> {
  await control.focus();
  await control.press("Enter");
}

const row = (page: Page, sku: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: sku, exact: true }) });
const figure = (page: Page, name: string) =>
  page.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd");

test.describe.configure({ mode: "serial" });

test(
  "a product is added and changed by keyboard; a wrong check digit is warned of and does not block",
  opens(
    "/[environment]",
    "/[environment]/products",
    "/[environment]/products/new",
    "/[environment]/products/[productId]",
    "/[environment]/products/[productId]/edit",
  ),
  async ({ page, browser }) => {
    await use(page, browser, SHOP);
    await open(page, "/testing");
    // Faster typing would count as a scanner.
    await page.keyboard.type("gs", { delay: 100 });
    await page.waitForURL("**/testing/products");
    await expectAccessible(page);
    await enter(page.getByRole("link", { name: "New product" }));
    await page.waitForURL("**/products/new");
    await page.getByRole("textbox", { name: "SKU" }).fill("ROPE-30");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("textbox", { name: "Barcode" })).toBeFocused();
    await page.keyboard.type("4006381333932");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await expect(page.getByText("This field is required.")).toBeVisible();
    await expect(page.getByText(/check digit of this barcode is wrong/)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type("Rope 30 m");
    await page.getByRole("textbox", { name: "Low-stock mark" }).fill("10");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/products\/pr_/);
    await expect(page.getByRole("heading", { name: "Rope 30 m" })).toBeVisible();
    await expect(page.getByText("Low stock", { exact: true })).toBeVisible();
    await expectAccessible(page);

    await enter(page.getByRole("link", { name: "Edit" }));
    await page.waitForURL(/\/edit$/);
    await page.getByRole("textbox", { name: "Barcode" }).fill("4006381333931");
    await expect(page.getByText(/check digit/)).toHaveCount(0);
    await page.getByRole("textbox", { name: "Weight of a unit" }).fill("1.9");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/products\/pr_\w+$/);
    await expect(page.getByText("4006381333931")).toBeVisible();
    await expect(page.getByText("1.9 kg")).toBeVisible();
  },
);

test(
  "a file is looked at, corrected in place and sent; the export comes back in as it is",
  opens("/[environment]/products/import", "/[environment]/products/import/[importId]", "/[environment]/products"),
  async ({ page, browser }) => {
    await use(page, browser, SHOP);
    await open(page, "/testing/products/import");
    await expectAccessible(page);
    const file = (content: string | Buffer, name = "goods.csv") =>
      page
        .locator("input[type=file]")
        .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content as string) });
    await file("貨號,Bezeichnung,重量,庫存,顏色\nTENT-2,雙人帳篷,2.4,10,red\nSTOVE-1,Gas stove,heavy,3,\n");
    const column = page.getByRole("combobox", { name: "Bezeichnung is taken as" });
    await expect(page.getByRole("combobox", { name: "貨號 is taken as" })).toHaveValue("sku");
    await untilUsable(page);
    await expectAccessible(page);
    await column.focus();
    await expect(column).toBeFocused();
    await page.keyboard.type("Name");
    await expect(column).toHaveValue("name");
    await enter(page.getByRole("button", { name: "Check the rows" }));
    await expect(page.getByRole("grid")).toContainText("heavy");
    await untilUsable(page);
    await expectAccessible(page);
    await page.keyboard.press("F8");
    await expect(page.getByText("Must be a decimal number", { exact: false }).first()).toBeVisible();
    await page.keyboard.type("0.45");
    await page.keyboard.press("Control+Enter");
    await expectAccessible(page, "[role=dialog]");
    await enter(page.getByRole("dialog").getByRole("button", { name: "Import 2 products" }));
    await expect(page.getByText("2 products are in")).toBeVisible();
    await expectAccessible(page);
    await enter(page.getByRole("link", { name: "To the products" }));
    await page.waitForURL("**/testing/products");
    await expect(row(page, "STOVE-1")).toContainText("0.45 kg");
    await expect(row(page, "TENT-2")).toContainText("雙人帳篷");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      enter(page.getByRole("button", { name: "Export CSV" })),
    ]);
    expect(download.suggestedFilename()).toBe("products-testing.csv");
    const exported = readFileSync(await download.path());
    expect(exported.toString()).toContain("TENT-2,,雙人帳篷");
    await open(page, "/testing/products/import");
    await file(exported, "products-testing.csv");
    const go = page.getByRole("button", { name: /^Import \d+ products$/ });
    await expect(go).toBeEnabled();
    await untilUsable(page);
    await expect(page.getByRole("heading", { name: "Nothing left to fix" })).toBeVisible();
  },
);

test(
  "the warehouse scans a product, receives and counts it, and the low-stock mark comes and goes",
  opens("/warehouse/[environment]/stock", "/warehouse/[environment]/stock/[productId]"),
  async ({ page, browser }) => {
    await use(page, browser, WAREHOUSE);
    await page.setViewportSize({ width: 768, height: 1024 });
    await open(page, "/warehouse/testing/stock");
    await expectAccessible(page);
    await enter(page.getByRole("link", { name: /Lion Rock Outdoor/ }));
    await page.waitForURL(`**/stock?account=${SHOP_ID}`);
    await expect(page.getByRole("searchbox", { name: "Scan or search" })).toBeFocused();
    await untilUsable(page);
    await expectAccessible(page);
    await expect(page.getByRole("searchbox", { name: "Scan or search" })).toBeFocused();
    await page.keyboard.type("4006381333931");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/stock\/pr_/);
    await expect(page.getByRole("heading", { name: "Rope 30 m" })).toBeVisible();
    await expect(page.getByText("Low stock", { exact: true })).toBeVisible();

    await enter(page.getByRole("button", { name: "Receive stock" }));
    await page.getByRole("textbox", { name: "Units received" }).fill("40");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(figure(page, "On hand")).toHaveText("40");
    await expect(page.getByText("Low stock", { exact: true })).toHaveCount(0);
    await enter(page.getByRole("button", { name: "Count stock" }));
    await page.getByRole("textbox", { name: "Units counted" }).fill("8");
    await expect(page.getByText("On hand: 40 → 8 (−32)")).toBeVisible();
    await page.getByRole("textbox", { name: "Reason" }).fill("Water damage");
    await page.keyboard.press("Enter");
    await expect(figure(page, "On hand")).toHaveText("8");
    await expect(page.getByText("Low stock", { exact: true })).toBeVisible();
    await page.getByRole("textbox", { name: "Place in the warehouse" }).fill("B-07");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Save place" })).toBeDisabled();
    await page.reload();
    await untilUsable(page);
    const ledger = page.getByRole("table", { name: "Stock movements" }).getByRole("row");
    await expect(ledger.nth(1)).toContainText("−32");
    await expect(ledger.nth(2)).toContainText("+40");
    await expectAccessible(page);
  },
);

test("the merchant sees the low stock, in Chinese too, and why a product with stock stays", async ({
  page,
  browser,
  faults,
}) => {
  await use(page, browser, SHOP, "zh-Hant");
  await open(page, "/testing/products?is_low_stock=Y");
  await expect(row(page, "ROPE-30")).toContainText("存貨偏低");
  await expect(row(page, "ROPE-30")).toContainText("B-07");
  await enter(page.getByRole("button", { name: "ROPE-30 的操作" }));
  await enter(page.getByRole("menuitem", { name: "刪除" }));
  await enter(page.getByRole("button", { name: "刪除貨品" }));
  await expect(page.getByRole("alertdialog")).toContainText("尚有 8 件存貨");
  // The browser logs every refusal.
  expect(faults.splice(0).filter((fault) => !fault.includes("400"))).toEqual([]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await enter(row(page, "ROPE-30").getByRole("link", { name: "ROPE-30" }));
  await page.waitForURL(/\/products\/pr_/);
  await expect(page.getByText("Water damage")).toBeVisible();
  // Merchants do not see which person of the staff it was.
  await expect(page.getByRole("row").filter({ hasText: "Water damage" })).toContainText("舢舨職員");
});

test("an account without pick-and-pack reads what the list is for", async ({ page, browser }) => {
  await use(page, browser, MERCHANT);
  await open(page, "/testing/products");
  await expect(page.getByText("The stock list comes with pick and pack")).toBeVisible();
  await expectAccessible(page);
});
