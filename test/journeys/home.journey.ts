import type { Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, test, untilUsable } from "./fixtures";

const WORDS = {
  en: {
    todo: "To do today",
    collections: "Collections",
    orders: "Orders a day",
    spend: "Spend a day",
    delivery: "Delivery time",
    destinations: "Destinations",
    asTable: "Orders a day: as a table",
    asChart: "Orders a day: as a chart",
    days: "90 days",
    day: "Day",
  },
  "zh-Hant": {
    todo: "今日待辦",
    collections: "上門收件",
    orders: "每日訂單",
    spend: "每日運費",
    delivery: "派送時間",
    destinations: "目的地",
    asTable: "每日訂單：以表格顯示",
    asChart: "每日訂單：以圖表顯示",
    days: "90 日",
    day: "日期",
  },
} as const;

const bars = (page: Page, name: string) => page.getByRole("region", { name }).locator(".recharts-bar-rectangle path");

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(
    `today and the charts at ${width} px: ${language}, ${colorScheme}`,
    opens("/[environment]"),
    async ({ page, browser, context, baseURL }) => {
      const words = WORDS[language];
      await context.addCookies(await cookiesOf(browser, MERCHANT));
      await context.addCookies([{ name: "sampan-language", value: language, url: baseURL ?? "" }]);
      await page.emulateMedia({ colorScheme });
      // So low that the charts are below it, however little there is to do.
      await page.setViewportSize({ width, height: 300 });
      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/orders/figures")) asked.push(new URL(request.url()).search);
      });
      await page.goto("/testing");
      await untilUsable(page);
      await expect(page.getByRole("region", { name: words.todo }).getByRole("listitem")).toHaveCount(4);
      await expect(page.getByRole("list", { name: words.collections })).toBeVisible();
      // The charts and their figures come when the reader scrolls to them.
      expect(asked).toEqual([]);
      await page.setViewportSize({ width, height: 700 });
      await page.mouse.wheel(0, 5000);
      await expect(bars(page, words.orders).first()).toBeVisible();
      await expect(bars(page, words.spend).first()).toBeVisible();
      for (const name of [words.delivery, words.destinations])
        await expect(page.getByRole("region", { name }).getByRole("row").nth(1)).toBeVisible();
      expect(asked).toHaveLength(1);
      await expectAccessible(page);
      await page.getByRole("button", { name: words.asTable }).press("Enter");
      const table = page.getByRole("region", { name: words.orders }).getByRole("table");
      await expect(table.getByRole("row")).toHaveCount(15);
      await page.getByRole("button", { name: words.days }).press("Enter");
      await expect(table.getByRole("row")).toHaveCount(91);
      expect(asked.at(-1)).toContain("days=90");
      await expectAccessible(page);
      await page.getByRole("button", { name: words.asChart }).press("Enter");
      await expect(bars(page, words.orders).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    },
  );

test("charts that cannot be loaded say so, and are tried again; the rest of the page works", async ({
  page,
  browser,
  context,
  faults,
}) => {
  await context.addCookies(await cookiesOf(browser, MERCHANT));
  await page.route("**/v1/orders/figures*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto("/testing");
  await untilUsable(page);
  await page.mouse.wheel(0, 5000);
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unroute("**/v1/orders/figures*");
  await again.click();
  await expect(bars(page, WORDS.en.orders).first()).toBeVisible();
  expect(faults.filter((fault) => !fault.includes("503"))).toEqual([]);
  faults.length = 0;
});
