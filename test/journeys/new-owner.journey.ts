// A new account: its owner sets a password by the mail, follows the first steps, and finds a program's call in the log.
import { localExample } from "@/lib/contracts/examples";
import { codeOf } from "../totp-code";
import { expect, expectAccessible, giveProof, looksAt, opens, untilUsable } from "./fixtures";
import { linkMailedTo } from "./mails";
import { test } from "./own-product";

test.use({ endsDemonstration: true });

const INITIAL = "what the operator typed";
const PASSWORD = "a sentence about clay and fire";
const WORDS = {
  en: {
    next: "New password",
    set: "Set password",
    email: "E-mail",
    password: "Password",
    signIn: "Sign in",
    steps: "First steps",
    factor: "Set up a second factor",
    setUp: "Set up an authenticator app",
    appCode: "Code from the app",
    turnOn: "Turn on",
    kept: "I have saved them",
    sender: "Save your usual sender",
    name: "Name",
    save: "Save defaults",
    saved: "The defaults were saved.",
    key: "Issue an API key",
    newClient: "New client",
    issue: "Issue client",
    secret: "Client secret",
    keptKey: "I have saved it",
    count: (done: number) => `${done} of 6 done`,
    hide: "Hide",
  },
  "zh-Hant": {
    next: "新密碼",
    set: "設定密碼",
    email: "電郵",
    password: "密碼",
    signIn: "登入",
    steps: "開始使用",
    factor: "設定雙重認證",
    setUp: "設定驗證器應用程式",
    appCode: "應用程式的驗證碼",
    turnOn: "啟用",
    kept: "我已妥善保存",
    sender: "儲存常用寄件人",
    name: "姓名",
    save: "儲存預設",
    saved: "預設已儲存。",
    key: "發出 API 密鑰",
    newClient: "新增用戶端",
    issue: "建立用戶端",
    secret: "用戶端密鑰",
    keptKey: "我已保存",
    count: (done: number) => `已完成 ${done} 項，共 6 項`,
    hide: "隱藏",
  },
};

for (const { width, language, colorScheme, slug } of looksAt(1280, 360))
  test(
    `a new owner goes from the mail to a program's first order, in ${language} ${colorScheme} at ${width} px`,
    opens(
      "/set-password",
      "/sign-in",
      "/[environment]",
      "/[environment]/settings/security",
      "/[environment]/settings/defaults",
      "/[environment]/developers/clients",
      "/[environment]/developers/requests",
    ),
    async ({ page, playwright, product }) => {
      const words = WORDS[language];
      const email = `potter-${slug}@example.com`;
      await product.admin(
        "account",
        "create",
        "--name",
        `Peak Ceramics ${slug}`,
        "--email",
        email,
        "--password",
        INITIAL,
      );
      await product.admin("person", "link", "--email", email);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.context().addCookies([{ name: "sampan-language", value: language, url: product.url }]);
      const home = async () => {
        await page.goto("/testing");
        await untilUsable(page);
        await expect(page.getByRole("region", { name: words.steps })).toBeVisible();
      };
      const step = (name: string) => page.getByRole("region", { name: words.steps }).getByRole("link", { name });

      await page.goto(await linkMailedTo(email, product.dataDir, "/set-password"));
      await untilUsable(page);
      await expectAccessible(page);
      await page.getByLabel(words.next, { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname !== "/set-password");
      if (new URL(page.url()).pathname === "/sign-in") {
        await untilUsable(page);
        await page.getByLabel(words.email, { exact: true }).fill(email);
        await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: words.signIn, exact: true }).click();
        await page.waitForURL((url) => url.pathname !== "/sign-in");
      }

      await home();
      await expect(page.getByText(words.count(1))).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      await step(words.factor).click();
      await page.getByRole("button", { name: words.setUp }).click();
      await giveProof(page, PASSWORD);
      const dialog = page.getByRole("dialog", { name: words.setUp });
      await dialog.getByLabel(words.appCode).fill(codeOf((await dialog.locator("code").textContent()) ?? ""));
      await dialog.getByRole("button", { name: words.turnOn }).click();
      await page.getByRole("button", { name: words.kept }).click();

      await home();
      await step(words.sender).click();
      await page.getByLabel(words.name, { exact: true }).fill("Peak Ceramics");
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.getByRole("button", { name: words.save }).click();
      await expect(page.getByText(words.saved)).toBeVisible();

      await home();
      await expect(page.getByText(words.count(3))).toBeVisible();
      await step(words.key).click();
      await page.getByRole("button", { name: words.newClient }).first().click();
      await page.getByRole("dialog").getByRole("textbox").first().fill("Kiln");
      await page.getByRole("button", { name: words.issue }).click();
      const client_secret = await page.getByRole("textbox", { name: words.secret }).inputValue();
      const client_id = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
      await page.getByRole("button", { name: words.keptKey }).click();

      const program = await playwright.request.newContext({ baseURL: product.url });
      const asked = { form: { grant_type: "client_credentials", client_id, client_secret } };
      const { access_token } = await (await program.post("/testing/v1/oauth/token", asked)).json();
      const made = await program.post("/testing/v1/order/create", {
        headers: { authorization: `Bearer ${access_token}` },
        data: { ...localExample, confirm_shipment: "N" },
      });
      expect(made.ok(), await made.text()).toBe(true);
      const { order_id } = (await made.json()).data;
      await program.dispose();

      await expect
        .poll(
          async () => {
            await page.goto(`/testing/developers/requests?q=${order_id}`);
            await untilUsable(page);
            return page.locator("main").textContent();
          },
          { timeout: 20_000 },
        )
        .toContain("/order/create");
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      await home();
      await expect(page.getByText(words.count(5))).toBeVisible();
      await page.getByRole("button", { name: words.hide }).click();
      await expect(page.getByRole("region", { name: words.steps })).toHaveCount(0);
      await page.reload();
      await untilUsable(page);
      await expect(page.getByRole("region", { name: words.steps })).toHaveCount(0);
    },
  );
