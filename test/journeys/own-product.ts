import type { Page } from "@playwright/test";
import { test as base, cookiesOf, MERCHANT } from "./fixtures";
import { serve } from "./start-product";

/** A journey on a product of its own: others confirm and cancel whatever order is the newest. */
export const test = base.extend<object, { product: string }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from the pattern
    async ({}, use) => {
      const product = await serve();
      const before = process.env.JOURNEY_URL;
      process.env.JOURNEY_URL = product.url;
      await use(product.url);
      process.env.JOURNEY_URL = before;
      await product.stop();
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
});

/** The page is the merchant's from now on, in this language. */
export async function asMerchant(page: Page, language: "en" | "zh-Hant" = "en"): Promise<void> {
  const browser = page.context().browser();
  if (browser) await page.context().addCookies(await cookiesOf(browser, MERCHANT));
  await page.context().addCookies([{ name: "sampan-language", value: language, url: process.env.JOURNEY_URL ?? "" }]);
}
