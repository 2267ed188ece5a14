import type { Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, opens, SUPPORT, signIn, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

async function use(page: Page, language: "en" | "zh-Hant" = "en", cookies = cookiesOf): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  if (browser) await context.addCookies(await cookies(browser, SUPPORT));
  await context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
}

test(
  "support finds an order of any merchant and opens it for a reason",
  opens("/support", "/support/accounts", "/support/orders", "/[environment]/orders/[orderId]", "/support/visit"),
  async ({ page }) => {
    await use(page, "en", signIn);
    await page.goto("/support");
    await untilUsable(page);
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Search everything" });
    await expect(search).toBeFocused();
    await search.pressSequentially("陳大文");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/support\/orders\?q=/);
    const rows = page.locator("tbody tr");
    await expect(rows.first()).toContainText("陳大文");
    const order = (await rows.first().getByRole("link").textContent()) ?? "";
    await search.fill(order);
    await search.press("Enter");
    await expect(rows).toHaveCount(1);
    await rows.first().getByRole("link").click();
    await page.waitForURL(/\/support\/visit/);
    await untilUsable(page);
    await page.getByRole("radio", { name: "An exception on an order" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(new RegExp(`/production/orders/${order}\\?account=`));
    await expect(page.getByRole("region", { name: "Environment" })).toContainText("An exception on an order");
    await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
    await page.getByRole("link", { name: "Back to support" }).click();
    await expect(page).toHaveURL(/\/support/);
  },
);

for (const { width, language, colorScheme } of looksAt(1280, 768))
  test(
    `support's pages are accessible at ${width} px in ${language}, ${colorScheme}`,
    opens("/support/orders", "/support/accounts", "/support/visit"),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await use(page, language);
      for (const path of [
        "/support/orders",
        "/support/orders?q=%E9%99%B3%E5%A4%A7",
        "/support/orders?q=%E9%99%B3%E5%A4%A7&environment=testing",
        "/support/orders?q=Harbour",
        "/support/orders?q=nobody%20at%20all",
        "/support/orders?q=req_00000000000000000000000000000000",
        "/support/accounts",
        "/support/visit?account=100002",
      ]) {
        await page.goto(path);
        await untilUsable(page);
        await expectAccessible(page);
      }
    },
  );
