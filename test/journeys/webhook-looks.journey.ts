import { expect, expectAccessible, looksAt, opens } from "./fixtures";
import { productUrl } from "./product-url";
import { open, order, rows, test } from "./webhook-world";

test.describe.configure({ mode: "serial" });

test.use({ worldOf: "looks" });

let endpointPage = "";

test(
  "an endpoint has a delivery that succeeded and one that is tried again",
  opens("/[environment]/webhooks/[webhookId]"),
  async ({ page, world }) => {
    const made = await page.request.post("/testing/v1/webhooks", {
      data: { url: world.receiver.url, events: ["order.created"] },
      headers: { origin: productUrl() },
    });
    expect(made.status(), await made.text()).toBe(200);
    endpointPage = `/testing/webhooks/${(await made.json()).data.id}`;
    await order(page);
    await expect.poll(() => world.receiver.received.length).toBe(1);
    world.answers.status = 500;
    await order(page);
    await open(page, `${endpointPage}?tab=deliveries`);
    await expect(rows(page)).toHaveCount(2);
  },
);

for (const { width, language, colorScheme: scheme } of looksAt(1280, 360))
  test(
    `every page at ${width} px, ${scheme}, ${language}: nothing is wider than the screen, axe finds nothing`,
    opens("/[environment]/webhooks", "/[environment]/webhooks/new", "/[environment]/webhooks/[webhookId]"),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 760 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const origin = productUrl();
      await page.context().addCookies([{ name: "sampan-language", value: language, url: origin }]);
      const tabs = ["", "?tab=deliveries", "?tab=settings", "?tab=verify"].map((tab) => endpointPage + tab);
      for (const path of ["/testing/webhooks", "/testing/webhooks/new", ...tabs]) {
        await open(page, path);
        await expect(page.locator("h1")).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
        await expectAccessible(page);
      }
      await open(page, `${endpointPage}?tab=deliveries`);
      await rows(page).first().getByRole("link").first().click();
      await expect(page.getByRole("dialog").locator("details[open]").first()).toBeVisible();
      await expectAccessible(page);
    },
  );
