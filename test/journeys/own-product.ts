import type { Page } from "@playwright/test";
import { test as base, cookiesOf, MERCHANT } from "./fixtures";
import { productUrl, useProduct } from "./product-url";
import { type Product, serve } from "./start-product";

/** A journey with a server of its own, because others confirm and cancel whichever order is the newest. */
export const test = base.extend<object, { product: Product; endsDemonstration: boolean }>({
  // A worker keeps its server for its next files. Those that make real people set this, and so get another worker: the
  // demonstration's sign-ins end with the first real one.
  endsDemonstration: [false, { option: true, scope: "worker" }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from the pattern
    async ({}, use) => {
      const product = await serve();
      useProduct(product.url);
      await use(product);
      useProduct(undefined);
      await product.stop();
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
});

/** From now on the page is the merchant's, in this language. */
export async function asMerchant(page: Page, language: "en" | "zh-Hant" = "en"): Promise<void> {
  const browser = page.context().browser();
  if (browser) await page.context().addCookies(await cookiesOf(browser, MERCHANT));
  await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
}
