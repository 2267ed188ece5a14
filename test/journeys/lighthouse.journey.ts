import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { freePort } from "../bench/servers";
import { cookiesOf, expect, MERCHANT, test } from "./fixtures";
import journeys from "./playwright.config";
import { productUrl } from "./product-url";

// Other programs on the machine can only make a page slower, so the best run is the most accurate.
const RUNS = 3;

for (const path of [
  "/testing",
  "/testing/orders",
  "/testing/orders/new?type=local",
  "/testing/orders/new?type=intl",
  "/testing/dispatch",
])
  test(`lighthouse on ${path}: performance 95 at least, accessibility 100`, async ({ browser }) => {
    const port = await freePort();
    const { executablePath, args = [] } = journeys.use?.launchOptions ?? {};
    const context = await chromium.launchPersistentContext("", {
      ...(executablePath ? { executablePath } : {}),
      args: [...args, `--remote-debugging-port=${port}`],
    });
    try {
      await context.addCookies(await cookiesOf(browser, MERCHANT));
      let best = 0;
      for (let run = 0; run < RUNS && best < 0.95; run++) {
        const result = await lighthouse(
          `${productUrl()}${path}`,
          // The session is a cookie: a reset would sign out.
          { port, disableStorageReset: true, onlyCategories: ["performance", "accessibility"], logLevel: "error" },
          desktopConfig,
        );
        if (!result) throw new Error("lighthouse gave no result");
        const { categories, audits, finalDisplayedUrl } = result.lhr;
        expect(finalDisplayedUrl).toContain(path);
        const failed = (categories.accessibility?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
          .map(({ id }) => id);
        expect(failed).toEqual([]);
        expect(categories.accessibility?.score).toBe(1);
        best = Math.max(best, categories.performance?.score ?? 0);
      }
      expect(best).toBeGreaterThanOrEqual(0.95);
    } finally {
      await context.close();
    }
  });
