// Boxes by the keyboard: one is added in the settings, and chosen by typing in a new order and at the price desk.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";

const WORDS = {
  en: { add: "Add box", name: "Name", weight: "Empty weight", added: "Box added", box: "Box" },
  "zh-Hant": { add: "新增箱", name: "名稱", weight: "空箱重量", added: "已新增箱", box: "箱" },
};
const PARCEL = "shipment_detail.parcel_list.0";
const field = (page: Page, name: string) => page.locator(`#f-${name.replaceAll(".", "-")}`);

/** Chooses with the keyboard alone, and goes on in the next field. */
async function choose(page: Page, parcel: string, typed: string, name: string) {
  await field(page, `${parcel}.box`).focus();
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
  await expect(field(page, `${parcel}.box`)).toContainText(name);
  await expect(field(page, `${parcel}.box`)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(field(page, `${parcel}.act_weight`)).toBeFocused();
}

for (const { width, language, colorScheme, slug } of looksAt(1280, 360))
  test(
    `a box is added and chosen by typing, in ${language} ${colorScheme} at ${width} px`,
    opens("/[environment]/settings/boxes", "/[environment]/orders/new", "/[environment]/rates"),
    async ({ page }) => {
      const words = WORDS[language];
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await asMerchant(page, language);
      await page.goto("/testing/settings/boxes");
      await untilUsable(page);
      await expect(page.getByText("30 × 22 × 15")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: words.add }).press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("textbox", { name: words.name })).toBeFocused();
      await page.keyboard.type(`Wine ${slug}`);
      for (const cm of ["33", "12", "11.5"]) {
        await page.keyboard.press("Tab");
        await page.keyboard.type(cm);
      }
      await dialog.getByRole("textbox", { name: words.weight }).fill("0.4");
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText(words.added)).toBeVisible();
      // The other looks add one of the same size.
      await expect(page.getByRole("row").filter({ hasText: slug })).toContainText("33 × 12 × 11.5");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      await page.goto("/testing/orders/new?type=intl");
      await untilUsable(page);
      await field(page, `${PARCEL}.declaration_list.0.single_weight`).fill("1.5");
      await choose(page, PARCEL, "w", `Wine ${slug}`);
      for (const [side, cm] of Object.entries({ length: "33", width: "12", height: "11.5", act_weight: "1.9" }))
        await expect(field(page, `${PARCEL}.${side}`)).toHaveValue(cm);
      await expectAccessible(page);

      await page.goto("/testing/rates?type=local&weight=3");
      await untilUsable(page);
      await choose(page, "parcel", "w", `Wine ${slug}`);
      await expect(field(page, "parcel.height")).toHaveValue("11.5");
      await expectAccessible(page);
    },
  );
