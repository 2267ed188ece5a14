// Support suspends a service, which merchants then see dimmed with its notice, and plans a list of 1,700 pickup points.
import type { Page } from "@playwright/test";
import { csvOf, listed, newPoint } from "../services/pickup-lists";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, SUPPORT, untilUsable } from "./fixtures";
import { test } from "./own-product";
import { productUrl } from "./product-url";

const WORDS = {
  en: {
    service: "Sampan Local Door-to-Door",
    suspendIt: "Suspend Sampan Local Door-to-Door",
    suspend: "Suspend",
    english: /^Notice in English/,
    chinese: /^Notice in Chinese/,
    suspended: "Suspended",
    notice: "No courier in the typhoon.",
    resumeIt: "Offer Sampan Local Door-to-Door again",
    resume: "Offer again",
    newList: "New list",
    file: /^Choose a CSV or JSON file/,
    faults: "2 faults in the list",
    whole: "The list is whole: close them",
    later: "At a time",
    time: /^Time/,
    plan: /^Plan: 1,?6\d\d open, 1 change, 1 close$/,
    planned: "Planned",
    withdraw: "Withdraw",
    withdrawn: "Withdrawn",
  },
  "zh-Hant": {
    service: "舢舨本地上門派送",
    suspendIt: "暫停 舢舨本地上門派送",
    suspend: "暫停",
    english: /^英文通知/,
    chinese: /^中文通知/,
    suspended: "已暫停",
    notice: "颱風期間沒有派遞員。",
    resumeIt: "恢復 舢舨本地上門派送",
    resume: "恢復",
    newList: "新清單",
    file: /^選擇 CSV 或 JSON 檔案/,
    faults: "清單有 2 個錯誤",
    whole: "清單完整無缺，確定關閉",
    later: "指定時間",
    time: /^時間/,
    plan: /^預定：1,?6\d\d 個新開、1 個更改、1 個關閉$/,
    planned: "待套用",
    withdraw: "撤回",
    withdrawn: "已撤回",
  },
};

/** The sample's points without one, with another hour at one, and new ones: 1,700 of them. */
function points() {
  const [moved, _closed, ...same] = listed();
  const old = [{ ...moved, opening_hours: "Mon–Sun 06:00–23:30" }, ...same];
  return [...old, ...Array.from({ length: 1700 - old.length }, (_, n) => newPoint(`HUB-${n}`))];
}

const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;
const giveFile = (page: Page, csv: string) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name: "points.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });

for (const { width, language, colorScheme } of looksAt(1280, 360)) {
  test(
    `a service is suspended and offered again, and a list of 1,700 points planned, in ${language} ${colorScheme} at ${width} px`,
    opens(
      "/support/services",
      "/[environment]/orders/new",
      "/[environment]/orders",
      "/[environment]/orders/[orderId]",
      "/support/services/new",
      "/support/services/lists/[id]",
    ),
    async ({ page, browser, faults }) => {
      const words = WORDS[language];
      const as = async (email: string) => {
        await page.context().addCookies(await cookiesOf(browser, email));
        await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
      };
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const services = async () => {
        await as(SUPPORT);
        await page.goto("/support/services?environment=testing");
        await untilUsable(page);
      };

      await services();
      await page.getByRole("button", { name: words.suspendIt, exact: true }).click();
      const question = page.getByRole("alertdialog");
      await question.getByLabel(words.english).fill(WORDS.en.notice);
      await question.getByLabel(words.chinese).fill(WORDS["zh-Hant"].notice);
      await expectAccessible(page, "[role=alertdialog]");
      await question.getByRole("button", { name: words.suspend, exact: true }).click();
      await expect(question).toHaveCount(0);
      await expect(page.getByText(words.suspended, { exact: true })).toBeVisible();
      await expect(page.getByText(words.notice)).toBeVisible();
      await expectAccessible(page);
      expect(await isWithin(page, width)).toBe(true);

      await as(MERCHANT);
      await page.goto("/testing/orders/new?type=local");
      await untilUsable(page);
      await page.locator("#f-recipient-address").fill("九龍旺角彌敦道 700 號 5 樓 A 室");
      await page.locator("#f-shipment_detail-parcel_list-0-act_weight").fill("2.3");
      const choices = page.locator("#service");
      await expect(choices.getByRole("radio", { name: words.service, exact: true })).toBeDisabled();
      // At the service itself; where it is the account's usual one, also that it cannot be chosen now.
      await expect(choices.getByText(words.notice).first()).toBeVisible();
      expect(await isWithin(page, width)).toBe(true);
      await page.goto("/testing/orders?status=PENDING_CONFIRM&shipping_provider=LOCAL_DOOR");
      await untilUsable(page);
      // A list of this width has no room for services.
      if (width !== 768) await expect(page.getByTitle(words.notice).first()).toBeVisible();
      expect(await isWithin(page, width)).toBe(true);
      await page
        .getByRole("link", { name: /^\d{14,15}$/ })
        .first()
        .click();
      await page.waitForURL(/\/testing\/orders\/\d+$/);
      await expect(page.getByText(words.notice)).toBeVisible();
      await expectAccessible(page);

      await services();
      await page.getByRole("button", { name: words.resumeIt, exact: true }).click();
      await question.getByRole("button", { name: words.resume, exact: true }).click();
      await expect(page.getByText(words.suspended, { exact: true })).toHaveCount(0);

      await page.getByRole("link", { name: words.newList, exact: true }).click();
      await page.waitForURL(/\/support\/services\/new/);
      await untilUsable(page);
      await giveFile(page, csvOf([newPoint("A^1", { max_weight: "heavy" })]));
      await expect(page.getByRole("heading", { name: words.faults })).toBeVisible();
      // The browser's line about the refusal.
      expect(faults.splice(0)).toEqual([expect.stringContaining("400")]);
      await giveFile(page, csvOf(points()));
      const plan = page.getByRole("button", { name: words.plan });
      await page.getByRole("radio", { name: words.later, exact: true }).click();
      await page
        .getByLabel(words.time)
        .fill(`${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T09:00`);
      await expect(plan).toBeEnabled();
      await expectAccessible(page);
      expect(await isWithin(page, width)).toBe(true);
      await plan.click();
      await page.waitForURL(/\/support\/services\/lists\/pf_/);
      await untilUsable(page);
      await expect(page.getByText(words.planned, { exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: words.withdraw, exact: true }).click();
      await question.getByRole("button", { name: words.withdraw, exact: true }).click();
      await expect(page.getByText(words.withdrawn, { exact: true })).toBeVisible();
    },
  );
}
