import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  cookiesOf,
  expect,
  expectAccessible,
  looksAt,
  MERCHANT,
  opens,
  SUPPORT,
  signIn,
  test,
  untilUsable,
} from "./fixtures";
import { productUrl } from "./product-url";

const WORDS = {
  en: {
    show: "Show",
    collected: "Cash collected",
    why: "Billing",
    goOn: "Continue",
    act: "Act",
    acting: "You act for",
    note: "Note a payout",
    amount: "Amount in HK$",
    reference: "Reference of the payment",
    confirm: "Note payout",
    done: "Payout noted",
    close: /^Close /,
    closed: "Closed",
  },
  "zh-Hant": {
    show: "顯示",
    collected: "已收代收款項",
    why: "帳單",
    goOn: "繼續",
    act: "開始操作",
    acting: "你正在代",
    note: "記錄轉交款項",
    amount: "金額（港元）",
    reference: "付款參考編號",
    confirm: "記錄",
    done: "已記錄",
    close: /^結算 /,
    closed: "已結算",
  },
};

const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;

for (const { width, language, colorScheme } of looksAt(1280, 360)) {
  test(
    `a merchant reads a month and saves its files, in ${language} ${colorScheme} at ${width} px`,
    opens("/[environment]/settings/statements"),
    async ({ page, context, browser }) => {
      const words = WORDS[language];
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await context.addCookies(await cookiesOf(browser, MERCHANT));
      await context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
      await page.goto("/production/settings/statements");
      await untilUsable(page);
      await expectAccessible(page);
      expect(await isWithin(page, width)).toBe(true);
      for (const [name, begins] of [
        ["PDF", "%PDF-"],
        ["CSV", "\ufeffkind,at,order_id"],
      ] as const) {
        const saved = page.waitForEvent("download");
        await page.getByRole("button", { name, exact: true }).click();
        const download = await saved;
        expect(download.suggestedFilename()).toMatch(/^statement-100001-20\d\d-\d\d\.(pdf|csv)$/);
        expect((await readFile(await download.path(), "utf8")).startsWith(begins)).toBe(true);
      }
      await page.getByLabel(words.show).selectOption("COD_COLLECTED");
      await expect(page.getByRole("row").filter({ hasText: words.collected }).first()).toBeVisible();
      await page.goto("/testing/settings/statements");
      await untilUsable(page);
      await expectAccessible(page);
    },
  );
}

for (const { width, language, colorScheme, slug } of looksAt(1280, 768)) {
  test(
    `support says why, acts, notes a payout and closes a month, in ${language} ${colorScheme} at ${width} px`,
    opens("/[environment]/settings/statements", "/support/visit"),
    async ({ page, context, browser }) => {
      const words = WORDS[language];
      const reference = `FPS ${slug}`;
      const account = "100001";
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await context.addCookies(await signIn(browser, SUPPORT));
      await context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
      await page.goto(`/production/settings/statements?account=${account}`);
      await untilUsable(page);
      await expectAccessible(page);
      await page.getByRole("radio", { name: words.why }).click();
      await page.getByRole("button", { name: words.goOn }).click();
      await page.waitForURL("**/production/settings/statements?**");
      await untilUsable(page);
      await expect(page.getByRole("button", { name: words.note })).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole("button", { name: words.act, exact: true }).click();
      await expect(page.getByText(words.acting)).toBeVisible();
      await page.getByRole("button", { name: words.note }).click();
      const dialog = page.getByRole("alertdialog", { name: words.note.slice(0, 2) });
      await expectAccessible(page, "[role=alertdialog]");
      await dialog.getByLabel(words.amount).fill("12.50");
      await dialog.getByLabel(words.reference).fill(reference);
      await dialog.getByRole("button", { name: words.confirm, exact: true }).click();
      await expect(page.getByText(words.done).filter({ visible: true }).first()).toBeVisible();
      await page.getByLabel(words.show).selectOption("COD_PAID_OUT");
      await expect(page.getByText(reference)).toBeVisible();
      const close = page.getByRole("button", { name: words.close });
      if (await close.count()) {
        await close.click();
        await page.getByRole("alertdialog").getByRole("button", { name: words.close }).click();
        await expect(page.getByText(words.closed, { exact: true }).first()).toBeVisible();
      }
      await expectAccessible(page);
      expect(await isWithin(page, width)).toBe(true);
    },
  );
}
