import { expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";

test.describe.configure({ mode: "serial" });

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(`the items are accessible at ${width} px: ${language}, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await asMerchant(page, language);
    const { data } = await (await page.request.get("/testing/v1/items?limit=1")).json();
    for (const path of ["", "?q=nothing-has-this", "/new", `/${data[0].id}`]) {
      await page.goto(`/testing/items${path}`);
      await untilUsable(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

test(
  "an item is added with the code that its words find, changed, offered in an order, and deleted",
  opens("/[environment]/items", "/[environment]/items/new", "/[environment]/items/[id]", "/[environment]/orders/new"),
  async ({ page }) => {
    await asMerchant(page);
    await page.goto("/testing/items");
    await untilUsable(page);
    await page.getByRole("link", { name: "New item" }).click();
    await page.waitForURL("**/items/new");
    await untilUsable(page);
    await page.getByRole("button", { name: "Add item" }).click();
    await expect(page.getByText("This field is required.")).toBeVisible();
    await page.getByRole("textbox", { name: /^Name/ }).fill("Zodiac umbrella");
    await page.getByRole("textbox", { name: /^Value of a unit/ }).fill("88.00");
    const code = page.getByRole("textbox", { name: /^HS code/ });
    await code.focus();
    await page.keyboard.type("folding umbrella", { delay: 60 });
    const offered = page.getByRole("button", { name: /6601/ }).first();
    await expect(offered).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(code).toHaveValue(/^6601\d\d$/);
    await page.getByRole("button", { name: "Add item" }).click();
    await page.waitForURL("**/testing/items");
    await expect(page.getByText(/is added$/)).toBeVisible();

    await page.getByRole("searchbox", { name: "Search" }).fill("zodiac");
    const rows = page.getByRole("table", { name: "Items" }).getByRole("row");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("HKD 88.00");
    await page.getByRole("link", { name: "Zodiac umbrella" }).click();
    await page.waitForURL(/\/items\/[^/?]+$/);
    await untilUsable(page);
    await page.getByRole("textbox", { name: /^Value of a unit/ }).fill("92.50");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL("**/testing/items");

    await page.goto("/testing/orders/new?type=intl");
    await untilUsable(page);
    const line = (field: string) => page.locator(`#f-shipment_detail-parcel_list-0-declaration_list-0-${field}`);
    await line("description").focus();
    await page.keyboard.type("zod", { delay: 60 });
    await expect(page.getByRole("button", { name: /^Zodiac umbrella/ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(line("qty")).toBeFocused();
    await expect(line("single_price")).toHaveValue("92.50");
    await expect(line("hscode")).toHaveValue(/^6601/);

    await page.goto("/testing/items?q=zodiac");
    await untilUsable(page);
    await page.getByRole("button", { name: "Actions for Zodiac umbrella" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete item" }).click();
    await expect(page.getByText("No items match “zodiac”")).toBeVisible();
  },
);
