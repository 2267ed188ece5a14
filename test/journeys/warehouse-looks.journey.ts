import type { Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, opens, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";
import { confirmed, packed, post, WAREHOUSE } from "./warehouse-orders";

/** Links of navigations and tabs that are cut by the screen's edge, or by their own row. */
const cutLinks = (page: Page) =>
  page
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) =>
      links
        .filter((link) => {
          const { left, right } = link.getBoundingClientRect();
          const row = link.closest("nav")?.getBoundingClientRect();
          return !row || left < row.left || right > row.right || right > document.documentElement.clientWidth;
        })
        .map(({ textContent }) => textContent),
    );

/** Tables of which a column is cut: they scroll sideways. */
const cutTables = (page: Page) =>
  page
    .locator("table")
    .evaluateAll((tables) =>
      tables
        .filter(({ parentElement: frame }) => frame && frame.scrollWidth > frame.clientWidth)
        .map((table) => table.getAttribute("aria-label")),
    );

for (const { width, language, colorScheme } of looksAt(768, 360))
  test(
    `the warehouse's pages are accessible at ${width} px in ${language}, ${colorScheme}, with every tab in view`,
    opens(
      "/warehouse",
      "/warehouse/[environment]/bench",
      "/warehouse/security",
      "/warehouse/[environment]",
      "/warehouse/[environment]/waves",
      "/warehouse/[environment]/waves/[waveId]",
      "/warehouse/[environment]/bench/[orderId]",
      "/warehouse/[environment]/stock",
      "/warehouse/[environment]/jobs",
    ),
    async ({ page, browser }) => {
      await page.context().addCookies(await cookiesOf(browser, WAREHOUSE));
      await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      const ready = await packed(browser);
      const { order_id } = await confirmed(browser);
      const customer_eid = await customerOf(page, order_id);
      const wave = await post<{ wave_id: string }>(browser, WAREHOUSE, "/pickpack/waves", {
        order_list: [{ customer_eid, order_id }],
      });
      await post(browser, WAREHOUSE, "/bulk", { operation: "confirmPickPack", ids: [order_id] });
      for (const path of [
        "/warehouse",
        "/warehouse/testing/jobs",
        "/warehouse/testing",
        "/warehouse/testing?q=nothing+like+it",
        "/warehouse/testing/waves",
        "/warehouse/testing/waves?status=CANCELLED",
        `/warehouse/testing/waves/${wave.wave_id}`,
        "/warehouse/testing/bench",
        `/warehouse/testing/bench/${ready.order_id}`,
        "/warehouse/testing/stock",
        `/warehouse/testing/stock?account=${customer_eid}`,
        "/warehouse/security",
      ]) {
        await page.goto(path);
        await untilUsable(page);
        expect(await cutLinks(page), path).toEqual([]);
        expect(await cutTables(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
        await expectAccessible(page);
      }
    },
  );

async function customerOf(page: Page, orderId: string): Promise<string> {
  const answer = await page.request.get(`/testing/v1/pickpack/bench/${orderId}`);
  return (await answer.json()).data.customer_eid;
}
