/** How long the list of orders keeps people waiting after a key or a click: npm run test:timed. */
import type { Page } from "@playwright/test";
import { localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, MERCHANT, test, untilUsable } from "./fixtures";

const ROWS = 100;
/** An old telephone against this machine. */
const SLOWER = 4;
const MOST_MS = 100;

type Watched = { waits: Record<string, number> };

/** Notes the longest event of every interaction from now on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const waits: Record<string, number> = {};
    (window as unknown as Watched).waits = waits;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (!entry.interactionId) continue;
        waits[entry.interactionId] = Math.max(waits[entry.interactionId] ?? 0, entry.duration);
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

test(`a list of ${ROWS} orders answers every key and click within ${MOST_MS} ms at ${SLOWER}× throttled processor`, async ({
  page,
  browser,
}) => {
  await page.context().addCookies(await cookiesOf(browser, MERCHANT));
  const headers = { "sec-fetch-site": "same-origin" };
  const { pagination } = await (await page.request.get("/testing/v1/orders?limit=1")).json();
  for (let count = pagination.total; count < ROWS; count++) {
    const made = await page.request.post("/testing/v1/order/create", {
      data: { ...localExample, confirm_shipment: "N" },
      headers,
    });
    expect(made.ok()).toBe(true);
  }
  await page.goto(`/testing/orders?limit=${ROWS}`);
  await untilUsable(page);
  const rows = page.locator("[data-row]");
  await expect(rows).toHaveCount(ROWS);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await watch(page);

  for (const row of [0, 1, 2]) await page.locator("tbody").getByRole("checkbox").nth(row).click();
  await expect(page.getByRole("region", { name: "Selected orders" })).toBeVisible();
  await rows.first().focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "x"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Actions for order" }).first().click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  await page.keyboard.type("chan", { delay: 90 });
  await expect(search).toHaveValue("chan");
  // The last entries come when the browser is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const waits = Object.values(await page.evaluate(() => (window as unknown as Watched).waits));
  expect(waits.length).toBeGreaterThan(5);
  expect(Math.max(...waits)).toBeLessThanOrEqual(MOST_MS);
});
