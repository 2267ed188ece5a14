import { expect, expectAccessible, looksAt, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";

test.describe.configure({ mode: "serial" });

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(`the address book is accessible at ${width} px: ${language}, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await asMerchant(page, language);
    for (const path of ["", "?kind=sender", "/new", "/duplicates", "/import"]) {
      await page.goto(`/testing/addresses${path}`);
      await untilUsable(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

test("a recipient is saved, found by a part of the address, merged with a twin, and deleted", async ({ page }) => {
  await asMerchant(page);
  await page.goto("/testing/addresses");
  await untilUsable(page);
  await page.getByRole("link", { name: "New recipient" }).click();
  await untilUsable(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Must have at least one field.")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Chow Yun");
  await page.getByRole("textbox", { name: "Mobile" }).fill("91234567");
  await page.getByRole("textbox", { name: "Address" }).fill("Shop 9, Lucky Plaza, Sha Tin");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/addresses\?kind=recipient|addresses$/);
  await untilUsable(page);
  await page.getByRole("searchbox", { name: "Search" }).fill("lucky");
  await expect(page.getByRole("table", { name: "Recipients" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "1 duplicate" }).click();
  await untilUsable(page);
  await page.getByRole("radio", { name: /Chow Yun/ }).click();
  await page.getByRole("button", { name: "Keep it and delete 2 others" }).click();
  await expect(page.getByText("No duplicates")).toBeVisible();
  await page.goto("/testing/addresses?q=chow");
  await untilUsable(page);
  await page.getByRole("button", { name: "Actions for Chow Yun" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Nothing matches “chow”")).toBeVisible();
});
