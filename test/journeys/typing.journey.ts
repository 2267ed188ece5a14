import type { Page } from "@playwright/test";
import { cookiesOf, expect, MERCHANT, test, untilUsable } from "./fixtures";

/** A slowed processor tells how fast the machine is, too: npm run test:timed. */
const RATES = process.env.TIMED ? [20] : [1];

/** As a quick person types. */
const AT_HAND = { delay: 60 };

/** Makes the processor so many times slower, as on an old telephone. */
async function slowed(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

test.beforeEach(async ({ page, browser }) => {
  await page.context().addCookies(await cookiesOf(browser, MERCHANT));
});

for (const rate of RATES)
  test(`a country is what was typed right after the page came, on a processor ${rate} times slower`, async ({
    page,
  }) => {
    test.slow(rate > 1);
    await slowed(page, rate);
    await page.goto("/testing/orders/new?type=intl");
    await untilUsable(page);
    const country = page.getByRole("combobox", { name: "Country" }).first();
    await country.click();
    await page.keyboard.type("germany", AT_HAND);
    await expect(page.getByPlaceholder("Search")).toHaveValue("germany");
    await page.keyboard.press("Enter");
    await expect(country).toHaveText("Germany");
    // Only by keyboard, from the first letter.
    await country.press("u");
    await page.keyboard.type("nited states", AT_HAND);
    await page.keyboard.press("Enter");
    await expect(country).toHaveText("United States");
  });

for (const rate of RATES)
  test(`the palette takes every letter from the first, on a processor ${rate} times slower`, async ({ page }) => {
    test.slow(rate > 1);
    await page.goto("/testing/orders");
    await untilUsable(page);
    await slowed(page, rate);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Wong", AT_HAND);
    await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("Wong");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/testing\/orders(\?q=Wong|\/\d+)$/);
  });
