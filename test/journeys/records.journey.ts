import type { Page } from "@playwright/test";
import { OPERATION_NAMES } from "@/lib/i18n/operation-names";
import { codeOf } from "../totp-code";
import {
  cookiesOf,
  expect,
  expectAccessible,
  giveProof,
  looksAt,
  MERCHANT,
  opens,
  SUPPORT,
  test,
  untilUsable,
} from "./fixtures";
import { productUrl } from "./product-url";
import { serve } from "./start-product";

const WORDS = {
  en: { activity: "Activity", show: "Show", support: "Sampan support", audit: "Audit log" },
  "zh-Hant": { activity: "活動記錄", show: "顯示", support: "舢舨客服", audit: "稽核記錄" },
};
const FACTOR_WORDS = {
  en: {
    setUp: "Set up an authenticator app",
    appCode: "Code from the app",
    turnOn: "Turn on",
    kept: "I have saved them",
  },
  "zh-Hant": { setUp: "設定驗證器應用程式", appCode: "應用程式的驗證碼", turnOn: "啟用", kept: "我已妥善保存" },
};

const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;

for (const { width, language, colorScheme } of looksAt(1280, 360)) {
  test(
    `what support looked at is in the merchant's activity and in support's audit log, in ${language} ${colorScheme} at ${width} px`,
    opens("/support/audit", "/[environment]/settings/activity"),
    async ({ page, context, browser }) => {
      const words = WORDS[language];
      const looked = () => page.getByRole("row").filter({ hasText: OPERATION_NAMES.listOrders[language] });
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const speak = () => context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);

      await context.addCookies(await cookiesOf(browser, SUPPORT));
      await speak();
      expect((await page.request.get("/testing/v1/orders", { headers: { "x-account-id": "100001" } })).status()).toBe(
        200,
      );
      await page.goto("/support/audit?environment=testing&account_id=100001&operation=listOrders");
      await untilUsable(page);
      await expect(page.getByRole("heading", { name: words.audit })).toBeVisible();
      await expect(looked().first()).toBeVisible();
      await expectAccessible(page);
      expect(await isWithin(page, width)).toBe(true);
      await page.goto("/support/audit?account_id=100002&operation=nothingOfTheKind");
      await expect(looked()).toHaveCount(0);
      await expectAccessible(page);

      await context.clearCookies();
      await context.addCookies(await cookiesOf(browser, MERCHANT));
      await speak();
      await page.goto("/testing/settings/activity");
      await untilUsable(page);
      await expectAccessible(page);
      await page.getByLabel(words.show).selectOption("staff");
      await expect(page.getByRole("row").filter({ hasText: words.support }).first()).toBeVisible();
      await expectAccessible(page);
      expect(await isWithin(page, width)).toBe(true);
    },
  );
}

// Real accounts end the demonstration, whose staff need no second factor.
for (const { width, language, colorScheme } of looksAt(1280, 360)) {
  test(
    `support that opens production is led to a second factor, sets one up and goes on, in ${language} ${colorScheme} at ${width} px`,
    opens("/sign-in", "/support/audit", "/second-factor", "/support/security"),
    async ({ browser }) => {
      const product = await serve();
      try {
        await product.admin("account", "create", "--name", "Shop", "--email", "a@example.com", "--password", PASSWORD);
        const words = FACTOR_WORDS[language];
        const email = "support@example.com";
        await product.admin("person", "create", "--role", "support", "--email", email, "--password", PASSWORD);
        const context = await browser.newContext({
          baseURL: product.url,
          viewport: { width, height: 900 },
          colorScheme,
        });
        await context.addCookies([{ name: "sampan-language", value: language, url: product.url }]);
        const page = await context.newPage();
        const signIn = async () => {
          await page.goto("/sign-in?next=%2Fsupport%2Faudit");
          await untilUsable(page);
          await page.locator("input[name=email]").fill(email);
          await page.locator("input[name=password]").fill(PASSWORD);
          await page.keyboard.press("Enter");
          await page.waitForURL("**/support/security?next=%2Fsupport%2Faudit");
          await untilUsable(page);
        };
        await signIn();
        // Signed in twice: the session that sets up no factor is asked for it later.
        const earlier = await context.cookies();
        await context.clearCookies({ name: /session|device/ });
        await signIn();
        await expectAccessible(page);
        expect(await isWithin(page, width)).toBe(true);
        await page.getByRole("button", { name: words.setUp }).click();
        await giveProof(page, PASSWORD);
        const dialog = page.getByRole("dialog", { name: words.setUp });
        const secret = (await dialog.locator("code").textContent()) ?? "";
        await dialog.getByLabel(words.appCode).fill(codeOf(secret));
        await dialog.getByRole("button", { name: words.turnOn }).click();
        await page.getByRole("button", { name: words.kept }).click();
        await page.goto("/support/audit");
        await untilUsable(page);
        expect(new URL(page.url()).pathname).toBe("/support/audit");
        await expect(page.getByRole("row").filter({ hasText: OPERATION_NAMES.signIn[language] }).first()).toBeVisible();

        await context.addCookies(earlier);
        await page.goto("/support/audit");
        await page.waitForURL("**/second-factor?next=%2Fsupport%2Faudit");
        await untilUsable(page);
        await expectAccessible(page);
        expect(await isWithin(page, width)).toBe(true);
        await page.keyboard.type("000000");
        await page.keyboard.press("Enter");
        await expect(page.locator("input[name=code]")).toHaveAttribute("aria-invalid", "true");
        await page.locator("input[name=code]").fill(codeOf(secret, 1));
        await page.keyboard.press("Enter");
        await page.waitForURL("**/support/audit");
        await context.close();
      } finally {
        await product.stop();
      }
    },
  );
}

const PASSWORD = "correct horse battery";
