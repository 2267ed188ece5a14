import type { Page } from "@playwright/test";
import { expect, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";

test.describe.configure({ mode: "serial" });

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

test("a local order like the last one to the same person takes at most 12 keys", async ({ page }) => {
  await asMerchant(page);
  await page.goto("/testing/orders");
  await untilUsable(page);
  const keys = keyboardOf(page);
  await keys.type("nl");
  await page.waitForURL("**/orders/new?type=local");
  await untilUsable(page);
  await expect(page.getByRole("textbox", { name: "Name", exact: true }).last()).toBeFocused();
  await keys.type("siu");
  await expect(page.getByText("In your address book: Ho Siu Ming")).toBeVisible();
  await keys.press("Enter");
  await expect(page.getByRole("button", { name: "As last time" })).toBeVisible();
  await keys.press("Enter");
  await expect(page.getByText("Nothing is ordered yet.")).toBeVisible();
  const confirm = page.getByRole("button", { name: /^Confirm for HK\$/ });
  await expect(confirm).toBeEnabled();
  await keys.press("Control+Enter");
  await expect(confirm).toBeFocused();
  await keys.press("Enter");
  await page.waitForURL(/\/orders\/\d+/);
  await expect(page.getByText("Ho Siu Ming").first()).toBeVisible();
  expect(keys.pressed()).toBeLessThanOrEqual(12);
});

test("all labels that are not printed are begun with four keys", async ({ page }) => {
  await asMerchant(page);
  await page.goto("/testing/orders");
  await untilUsable(page);
  const keys = keyboardOf(page);
  await keys.type("gd");
  await page.waitForURL("**/dispatch");
  await untilUsable(page);
  await keys.press("F2");
  await expect(page.getByRole("dialog", { name: /^Print labels of/ })).toBeVisible();
  expect(keys.pressed()).toBeLessThanOrEqual(4);
});
