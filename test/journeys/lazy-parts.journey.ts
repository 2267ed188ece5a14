import type { Page, Route } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, MERCHANT, test } from "./fixtures";

/** Answers every later request for a script, deciding by its text: `false` lets it fail, a number holds it up (ms). */
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

/** The schemas' library: a script of its own that many parts of the program need. */
const isZod = (text: string) => text.includes("codePointLength");

test.beforeEach(async ({ page, browser }) => {
  await page.context().addCookies(await cookiesOf(browser, MERCHANT));
});

test("parts that are asked for at the same moment all come, though what they share comes last", async ({ page }) => {
  await page.goto("/testing/orders");
  await page.waitForLoadState("networkidle");
  await onScripts(page, (text) => (isZod(text) ? 3000 : 0));
  await page.getByRole("checkbox").nth(1).check();
  await page.locator("tbody [aria-haspopup=menu]").first().click();
  await page.getByRole("menuitem", { name: "Preview Label" }).click();
  await expect(page.getByRole("dialog").locator("canvas")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selected orders" })).toBeVisible();
});

for (const language of ["en", "zh-Hant"] as const)
  test(`a part that does not come leaves the page standing and comes when it is asked for again in ${language}`, async ({
    page,
    faults,
  }) => {
    const words = {
      en: { missing: "could not be loaded", again: "Try again", bar: "Selected orders" },
      "zh-Hant": { missing: "無法載入", again: "再試一次", bar: "已選訂單" },
    }[language];
    await page.setViewportSize({ width: language === "en" ? 1280 : 360, height: 740 });
    await page.context().addCookies([{ name: "sampan-language", value: language, url: process.env.JOURNEY_URL ?? "" }]);
    await page.goto("/testing/orders");
    await page.waitForLoadState("networkidle");
    await onScripts(page, () => false);
    await page.getByRole("checkbox").nth(1).check();
    const notice = page.getByRole("alert").filter({ hasText: words.missing });
    // In sight, though its place is below the list.
    await expect(notice).toBeInViewport();
    await expect(page.locator("[data-row]").first()).toBeVisible();
    await expectAccessible(page);

    await page.unrouteAll();
    await notice.getByRole("button", { name: words.again }).click();
    await expect(page.getByRole("region", { name: words.bar })).toBeVisible();
    await expect(notice).toBeHidden();
    // The browser told of the scripts that it was kept from.
    expect(faults.splice(0).filter((fault) => !/net::ERR_FAILED|ChunkLoadError/.test(fault))).toEqual([]);
  });

test("a dialog that does not come can be put away", async ({ page, faults }) => {
  await page.goto("/testing/orders");
  await page.waitForLoadState("networkidle");
  await onScripts(page, () => false);
  await page.keyboard.press("?");
  const notice = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(notice).toBeInViewport();
  await expectAccessible(page);
  // Not by the mouse, which would then rest on a row's menu and ask for more.
  await notice.getByRole("button", { name: "Close" }).press("Enter");
  await expect(notice).toBeHidden();
  expect(faults.splice(0).filter((fault) => !/net::ERR_FAILED|ChunkLoadError/.test(fault))).toEqual([]);
});

test("without a network links and filters leave the page as it is, and work again afterwards", async ({
  page,
  context,
  faults,
}) => {
  await page.goto("/testing/orders");
  await page.waitForLoadState("networkidle");
  // What shows notices comes with the first touch.
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("region", { name: "Notices" })).toBeAttached();
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
