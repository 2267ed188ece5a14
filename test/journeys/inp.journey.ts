/** How long the list of orders keeps people waiting after a key or a click: npm run test:timed. */
import type { Page } from "@playwright/test";
import { localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, MERCHANT, test, untilUsable } from "./fixtures";

const ROWS = 100;
/** An old telephone against this machine. */
const SLOWER = 4;
const MOST_MS = 100;
/** As long as people hold a key or a button down. */
const HELD_MS = 70;

type Wait = { ms: number; of: string };
type Watched = { waits: Record<string, Wait> };

/** Notes the longest event of every interaction from now on, and what it was on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const waits: Record<string, Wait> = {};
    (window as unknown as Watched).waits = waits;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (!entry.interactionId || entry.duration <= (waits[entry.interactionId]?.ms ?? 0)) continue;
        const on = entry.target instanceof Element ? (entry.target.ariaLabel ?? entry.target.tagName) : "";
        waits[entry.interactionId] = { ms: entry.duration, of: `${entry.name} on ${on}` };
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Waits until what a key or a click began has ended, as far as the browser says so, and its entries are there. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
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

  // Looking for elements by their roles takes the page's own processor: the test does none of it between the keys and
  // clicks.
  const click = async (selector: string, at: number) => {
    const box = await page.locator(selector).nth(at).boundingBox();
    if (!box) throw new Error(`${selector} is not to be seen`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await settled(page);
    await page.mouse.down();
    await page.waitForTimeout(HELD_MS);
    await page.mouse.up();
    await settled(page);
  };
  const press = async (key: string) => {
    await page.keyboard.press(key, { delay: HELD_MS });
    await settled(page);
  };
  for (const row of [0, 1, 2]) await click("tbody input[type=checkbox]", row);
  await rows.first().focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "x"]) await press(key);
  await click("tbody button[aria-label^='Actions for order']", 0);
  const menu = page.locator("[role=menu]");
  await expect(menu).toBeVisible();
  await press("Escape");
  await expect(menu).toBeHidden();
  await press("/");
  await page.keyboard.type("chan", { delay: 90 });
  await settled(page);

  const waits = Object.values(await page.evaluate(() => (window as unknown as Watched).waits));
  expect(waits.length).toBeGreaterThan(5);
  expect(waits.filter(({ ms }) => ms > MOST_MS)).toEqual([]);
  // All of it was done.
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("chan");
  await expect(page.getByRole("region", { name: "Selected orders" })).toContainText("2 orders selected");
});
