import type { Page } from "@playwright/test";
import { addDays, hongKongDate } from "@/lib/calendar";
import { cookiesOf, expect, MERCHANT, opens, untilUsable } from "./fixtures";
import { test } from "./own-product";

/** Bytes of scripts over the network (compressed, without headers), until the page can be used. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await untilUsable(page);
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => new URL(entry.name).pathname.endsWith(".js"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

for (const [what, path, limit] of [
  ["the order list", "/testing/orders", 330_000],
  ["the form of a local order", "/testing/orders/new?type=local", 370_000],
  ["the form of an international order", "/testing/orders/new?type=intl", 370_000],
  ["an order", "?status=DELIVERED", 400_000],
  // With the form of its ways out.
  ["an order that could not be delivered", "?status=FAILED_DELIVERY,EXCEPTION", 465_000],
  ["the search for a parcel", "/track", 220_000],
] as const)
  test(`${what} loads at most ${limit / 1000} kB of scripts at first`, opens(), async ({ page, browser }) => {
    await page.context().addCookies(await cookiesOf(browser, MERCHANT));
    const order = async () => {
      await page.goto(`/testing/orders${path}`);
      return (await page.locator("[data-row]").first().getAttribute("href")) ?? "";
    };
    const address = path.startsWith("/") ? path : await order();
    // A cache would hide what a first visit costs.
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.setCacheDisabled", { cacheDisabled: true });
    const bytes = await scriptBytes(page, address);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(limit);
  });

test("signing in loads at most 220 kB of scripts", opens("/sign-in"), async ({ page }) => {
  const bytes = await scriptBytes(page, "/sign-in");
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(220_000);
});

test("the order list of 20 is at most 140 kB of HTML", opens(), async ({ page, browser }) => {
  await page.context().addCookies(await cookiesOf(browser, MERCHANT));
  // The demonstration's orders: how much there is in those of other journeys depends on which ran before.
  const answer = await page.request.get(`/testing/orders?created_to=${addDays(hongKongDate(new Date()), -1)}`);
  const html = await answer.text();
  expect(html.match(/ data-row=""/g)).toHaveLength(20);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(140_000);
});
