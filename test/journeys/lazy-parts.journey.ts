import type { Page, Route } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, MERCHANT, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

/** Answers every later request for a script by its text: `false` fails it, a number delays it (ms). */
async function onScripts(page: Page, decide: (text: string) => number | false): Promise<void> {
  await page.route("**/_next/static/chunks/*.js", async (route: Route) => {
    const response = await route.fetch();
    const choice = decide(await response.text());
    if (choice === false) return route.abort();
    await new Promise((resolve) => setTimeout(resolve, choice));
    await route.fulfill({ response });
  });
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: "wait" }));

const isPdf = (text: string) => text.includes("GlobalWorkerOptions");

test.beforeEach(async ({ page, browser }) => {
  await page.context().addCookies(await cookiesOf(browser, MERCHANT));
});

test("parts that are asked for at the same moment all load, though one is late", async ({ page }) => {
  // Orders on their way have a label, whatever other journeys add to the list meanwhile.
  await page.goto("/testing/orders?status=IN_TRANSIT");
  await untilUsable(page);
  await onScripts(page, (text) => (isPdf(text) ? 3000 : 1000));
  // The first touch loads the palette, the preview loads the code that draws it.
  await page.locator("tbody [aria-haspopup=menu]").first().click();
  await page.getByRole("menuitem", { name: "Preview Label" }).click();
  await expect(page.getByRole("dialog").locator("canvas")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.locator("[cmdk-input]")).toBeFocused();
});

for (const language of ["en", "zh-Hant"] as const)
  test(`a part that does not load leaves the rest of the page working, and loads when it is asked for again in ${language}`, async ({
    page,
    faults,
  }) => {
    const words = {
      en: { missing: "could not be loaded", again: "Try again" },
      "zh-Hant": { missing: "無法載入", again: "再試一次" },
    }[language];
    await page.setViewportSize({ width: language === "en" ? 1280 : 360, height: 740 });
    await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
    await page.goto("/testing/orders");
    await untilUsable(page);
    await onScripts(page, () => false);
    await page.keyboard.press("ControlOrMeta+k");
    const notice = page.getByRole("alert").filter({ hasText: words.missing });
    await expect(notice).toBeInViewport();
    await expect(page.locator("[data-row]").first()).toBeVisible();
    // The bar covers whatever row is under it.
    await expectAccessible(page, "[role=alert]");

    await page.unrouteAll();
    await notice.getByRole("button", { name: words.again }).click();
    await expect(page.locator("[cmdk-input]")).toBeFocused();
    await expect(notice).toBeHidden();
    // The browser logged the scripts that it could not load.
    expect(faults.splice(0).filter((fault) => !/net::ERR_FAILED|ChunkLoadError/.test(fault))).toEqual([]);
  });

test("a dialog that does not load can be dismissed", async ({ page, faults }) => {
  await page.goto("/testing/orders?status=IN_TRANSIT");
  await untilUsable(page);
  await onScripts(page, () => false);
  await page.getByRole("button", { name: "List options" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(notice).toBeInViewport();
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Close" }).press("Enter");
  await expect(notice).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });
  expect(faults.splice(0).filter((fault) => !/net::ERR_FAILED|ChunkLoadError/.test(fault))).toEqual([]);
});

test("without a network links and filters leave the page as it is, and work again afterwards", async ({
  page,
  context,
  faults,
}) => {
  await page.goto("/testing/orders");
  await untilUsable(page);
  await context.setOffline(true);
  const notice = page.getByText("The server could not be reached");
  await page.locator("tbody [data-row]").first().click();
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(notice).toBeHidden();
  await page.getByRole("combobox", { name: "Type" }).selectOption("local");
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL("/testing/orders");

  await context.setOffline(false);
  await page.getByRole("combobox", { name: "Type" }).selectOption("local");
  await expect(page).toHaveURL("/testing/orders?ship_type=local");
  await page.locator("tbody [data-row]").first().click();
  await expect(page).toHaveURL(/\/testing\/orders\/\d+$/);
  expect(faults.splice(0).filter((fault) => !/net::ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([]);
});
