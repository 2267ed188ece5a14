// Support changes a tariff: the rows are changed or read from a file, tried, proposed and approved, and begin on their day.
import type { Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, opens, SUPPORT, untilUsable } from "./fixtures";
import { test } from "./own-product";
import { productUrl } from "./product-url";

const WORDS = {
  en: {
    waiting: "Waiting for approval",
    change: "Change Tariff of Sampan Local Door-to-Door",
    price: "First price, row 1",
    file: "From a CSV file",
    preview: "Preview",
    up: /^[1-9]\d* up, 0 down/,
    faulty: "Must be a decimal number",
    propose: "Propose",
    approve: "Approve",
    ahead: "Approved, begins later",
    withdraw: "Withdraw",
    withdrawn: "Withdrawn",
  },
  "zh-Hant": {
    waiting: "待批核",
    change: "更改：舢舨本地上門派送運費表",
    price: "首重收費，第 1 行",
    file: "從 CSV 檔案讀取",
    preview: "預覽",
    up: /^[1-9]\d* 項加價、0 項減價/,
    faulty: "必須為十進位數字",
    propose: "提出",
    approve: "批核",
    ahead: "已批核，稍後生效",
    withdraw: "撤回",
    withdrawn: "已撤回",
  },
};

const FILE = `\ufeffzone;countries;first_weight;first_price;step_weight;step_price;min_days;max_days\r
LOCAL;local;1;"34.50";1;12;1;2\r
`;

const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;

for (const { width, language, colorScheme } of looksAt(1280, 360)) {
  test(
    `a sheet is changed, tried, proposed, approved and withdrawn, in ${language} ${colorScheme} at ${width} px`,
    opens("/support/tariffs", "/support/tariffs/new", "/support/tariffs/[id]"),
    async ({ page, browser, faults }) => {
      const words = WORDS[language];
      await page.context().addCookies(await cookiesOf(browser, SUPPORT));
      await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const usable = async () => {
        await untilUsable(page);
        await expectAccessible(page);
        expect(await isWithin(page, width)).toBe(true);
        // Words that lack a value show the code in its place.
        await expect(page.locator("main")).not.toContainText(/=>|\{\w+\}/);
      };

      await page.goto("/support/tariffs");
      await usable();
      await expect(page.getByRole("heading", { name: words.waiting })).toBeVisible();
      await page.getByRole("link", { name: words.change, exact: true }).click();
      await page.waitForURL(/\/support\/tariffs\/new\?from=/);
      await usable();
      const price = page.getByRole("textbox", { name: words.price, exact: true });
      await expect(price).toHaveValue("30");
      await price.fill("x");
      await page.getByRole("button", { name: words.preview, exact: true }).click();
      await expect(page.getByText(words.faulty)).toBeVisible();
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "door.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
      await expect(price).toHaveValue("34.50");
      await page.getByRole("button", { name: words.preview, exact: true }).click();
      await expect(page.getByText(words.up)).toHaveCount(2);
      await usable();
      await page.getByRole("button", { name: words.propose, exact: true }).click();
      await page.waitForURL(/\/support\/tariffs\/tv_/);
      await expect(page.getByText(words.up)).toHaveCount(2);
      await usable();
      // No other person of support is there to approve it.
      await page.getByRole("button", { name: words.approve, exact: true }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: words.approve, exact: true }).click();
      await expect(page.getByText(words.ahead)).toBeVisible();
      await page.getByRole("button", { name: words.withdraw, exact: true }).click();
      await expectAccessible(page, "[role=alertdialog]");
      await page.getByRole("alertdialog").getByRole("button", { name: words.withdraw, exact: true }).click();
      await expect(page.locator("h1").getByText(words.withdrawn)).toBeVisible();
      expect(faults).toEqual([]);
    },
  );
}
