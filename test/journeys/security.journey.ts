import { codeOf } from "../totp-code";
import { expect, expectAccessible, giveProof, looksAt, opens, test, untilUsable } from "./fixtures";
import { useProduct } from "./product-url";
import { type Product, serve } from "./start-product";

// A fresh account ends the demonstration, so this journey has a server of its own.
let product: Product;
test.beforeAll(async () => {
  product = await serve();
  useProduct(product.url);
});
test.afterAll(async () => {
  useProduct(undefined);
  await product.stop();
});

const PASSWORD = "correct horse battery";
const NEXT = "a sentence of my own";
const WORDS = {
  en: {
    signIn: "Sign in",
    email: "E-mail",
    password: "Password",
    code: "Code",
    current: "Current password",
    next: "New password",
    change: "Change password",
    setUp: "Set up an authenticator app",
    appCode: "Code from the app",
    turnOn: "Turn on",
    kept: "I have saved them",
    left: "Recovery codes left",
    newCodes: "New recovery codes",
    make: "Make new codes",
    yours: "Your password",
    show: "Your second factor",
    goOn: "Continue",
  },
  "zh-Hant": {
    signIn: "登入",
    email: "電郵",
    password: "密碼",
    code: "驗證碼",
    current: "目前的密碼",
    next: "新密碼",
    change: "更改密碼",
    setUp: "設定驗證器應用程式",
    appCode: "應用程式的驗證碼",
    turnOn: "啟用",
    kept: "我已妥善保存",
    left: "尚餘備用碼",
    newCodes: "產生新的備用碼",
    make: "產生備用碼",
    yours: "你的密碼",
    show: "雙重認證",
    goOn: "繼續",
  },
};

for (const { width, language, colorScheme } of looksAt(1280, 360)) {
  test(
    `an owner changes the password, sets up a second factor and signs in with it, in ${language} ${colorScheme} at ${width} px`,
    opens("/sign-in", "/[environment]/settings/security", "/second-factor"),
    async ({ page, browser, faults }) => {
      const words = WORDS[language];
      const email = `owner-${width}-${language}-${colorScheme}@example.com`;
      await product.admin("account", "create", "--name", `Shop ${width}`, "--email", email, "--password", PASSWORD);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const speak = (to = page) =>
        to.context().addCookies([{ name: "sampan-language", value: language, url: product.url }]);
      await speak();

      const signIn = async (password: string, to = page) => {
        await to.goto("/sign-in?next=/testing/settings/security");
        await untilUsable(to);
        await to.getByLabel(words.email, { exact: true }).fill(email);
        await to.getByLabel(words.password, { exact: true }).fill(password);
        await to.getByRole("button", { name: words.signIn, exact: true }).click();
      };
      const atSecurity = ({ pathname }: URL) => pathname === "/testing/settings/security";
      await signIn(PASSWORD);
      await page.waitForURL(atSecurity);
      await untilUsable(page);
      await expectAccessible(page);

      await page.getByLabel(words.current, { exact: true }).fill(PASSWORD);
      await page.getByLabel(words.next, { exact: true }).fill(NEXT);
      await page.getByRole("button", { name: words.change }).click();
      await expect(page.getByLabel(words.next, { exact: true })).toHaveValue("");

      // A browser that has signed in by only the password, before there was a second factor.
      const elsewhere = await (
        await browser.newContext({ baseURL: product.url, viewport: page.viewportSize() })
      ).newPage();
      await elsewhere.emulateMedia({ colorScheme });
      await speak(elsewhere);
      await signIn(NEXT, elsewhere);
      await elsewhere.waitForURL(atSecurity);

      await page.getByRole("button", { name: words.setUp }).click();
      await giveProof(page, NEXT);
      const dialog = page.getByRole("dialog", { name: words.setUp });
      const secret = (await dialog.locator("code").textContent()) ?? "";
      await expectAccessible(page, "[role=dialog]");
      await dialog.getByLabel(words.appCode).fill(codeOf(secret));
      await dialog.getByRole("button", { name: words.turnOn }).click();
      const codes = page.getByRole("dialog").getByRole("listitem");
      await expect(codes).toHaveCount(10);
      const [recovery = ""] = await codes.allTextContents();
      await expectAccessible(page, "[role=dialog]");
      await page.getByRole("button", { name: words.kept }).click();
      await expect(page.getByText(words.left)).toBeVisible();
      // Nothing of the page is wider than the screen.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      // Another browser: the next code, because each works once.
      await page.context().clearCookies();
      await speak();
      await signIn(NEXT);
      const code = page.getByLabel(words.code, { exact: true });
      await expect(code).toBeFocused();
      expect(new URL(page.url()).pathname).toBe("/second-factor");
      await expectAccessible(page);
      // Another language is no other page: what was typed stays.
      for (const [name, back] of language === "en"
        ? [
            ["繁體中文", "English"],
            ["English", "繁體中文"],
          ]
        : [
            ["English", "繁體中文"],
            ["繁體中文", "English"],
          ]) {
        await page.getByRole("button", { name, exact: true }).click();
        await expect(page.getByRole("button", { name: back, exact: true })).toBeVisible();
        await expect(page.locator("[autocomplete=one-time-code]")).toBeVisible();
        expect(new URL(page.url()).pathname).toBe("/second-factor");
      }
      // The password is only in the page, so a reload begins again.
      await page.reload();
      await page.waitForURL("**/sign-in?next=**");
      await signIn(NEXT);
      await expect(code).toBeFocused();
      await code.fill(codeOf(secret, 1));
      await page.keyboard.press("Enter");
      await page.waitForURL(atSecurity);

      // There the factor must be shown before it may be changed.
      await elsewhere.reload();
      await untilUsable(elsewhere);
      const codesThere = elsewhere.getByRole("dialog").getByRole("listitem");
      const makeCodes = async () => {
        await elsewhere.getByRole("button", { name: words.newCodes, exact: true }).click();
        const ask = elsewhere.getByRole("alertdialog");
        await ask.getByLabel(words.yours, { exact: true }).fill(NEXT);
        await ask.getByRole("button", { name: words.make, exact: true }).click();
      };
      await makeCodes();
      await expect(elsewhere.getByRole("heading", { name: words.show })).toBeVisible();
      await untilUsable(elsewhere);
      await expectAccessible(elsewhere);
      await elsewhere.getByLabel(words.code, { exact: true }).fill(recovery);
      await elsewhere.getByRole("button", { name: words.goOn, exact: true }).click();
      await elsewhere.waitForURL(atSecurity);
      await untilUsable(elsewhere);
      await makeCodes();
      await expect(codesThere).toHaveCount(10);
      await elsewhere.context().close();

      // The browser itself logs the answer that asks for the code.
      expect(faults.splice(0).filter((fault) => !fault.includes("status of 401"))).toEqual([]);
    },
  );
}

const PASSKEY_WORDS = {
  en: {
    add: "Add a passkey",
    name: "Name",
    yours: "Your password",
    goOn: "Continue",
    kept: "I have saved them",
    signIn: "Sign in with a passkey",
    remove: "Remove the passkey My phone",
    gone: "Remove passkey",
    refused: "This passkey was not accepted. Try again, or sign in with your password.",
  },
  "zh-Hant": {
    add: "新增通行密鑰",
    name: "名稱",
    yours: "你的密碼",
    goOn: "繼續",
    kept: "我已妥善保存",
    signIn: "以通行密鑰登入",
    remove: "移除通行密鑰 My phone",
    gone: "移除通行密鑰",
    refused: "此通行密鑰未獲接納，請再試，或改用密碼登入。",
  },
};

for (const { width, language, colorScheme } of looksAt(1280, 360)) {
  test(
    `an owner adds a passkey, signs in with it alone, and removes it, in ${language} ${colorScheme} at ${width} px`,
    opens("/sign-in", "/[environment]/settings/security"),
    async ({ page, faults }) => {
      const words = { ...WORDS[language], ...PASSKEY_WORDS[language] };
      const email = `passkey-${width}-${language}-${colorScheme}@example.com`;
      await product.admin("account", "create", "--name", `Shop ${width}`, "--email", email, "--password", PASSWORD);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const speak = () => page.context().addCookies([{ name: "sampan-language", value: language, url: product.url }]);
      await speak();
      const client = await page.context().newCDPSession(page);
      await client.send("WebAuthn.enable");
      const options = {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: false,
      } as const;
      const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", { options });
      /** Whether the device answers at once, as if its person had touched it. */
      const touch = (enabled: boolean) =>
        client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });

      const security = "/testing/settings/security";
      await page.goto(`/sign-in?next=${security}`);
      await untilUsable(page);
      await expect(page.getByRole("button", { name: words.signIn })).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel(words.email, { exact: true }).fill(email);
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.getByLabel(words.password, { exact: true }).press("Enter");
      await page.waitForURL(`**${security}`);
      await untilUsable(page);

      await touch(true);
      await page.getByRole("button", { name: words.add }).click();
      const dialog = page.getByRole("dialog", { name: words.add });
      await expectAccessible(page, "[role=dialog]");
      await dialog.getByLabel(words.name, { exact: true }).fill("My phone");
      await dialog.getByLabel(words.yours, { exact: true }).fill(PASSWORD);
      await dialog.getByRole("button", { name: words.goOn }).click();
      await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(10);
      await page.getByRole("button", { name: words.kept }).click();
      await expect(page.getByText("My phone", { exact: true })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      // Without touching the device, the page that waits for a passkey does not disturb the person.
      await touch(false);
      const fresh = async () => {
        await page.context().clearCookies();
        await speak();
        await page.goto(`/sign-in?next=${security}`);
        await untilUsable(page);
      };
      await fresh();
      await touch(true);
      await page.getByRole("button", { name: words.signIn }).click();
      await page.waitForURL(`**${security}`);
      await untilUsable(page);

      await page.getByRole("button", { name: words.remove }).click();
      const question = page.getByRole("alertdialog");
      await question.getByLabel(words.yours, { exact: true }).fill(PASSWORD);
      await question.getByRole("button", { name: words.gone }).click();
      await expect(page.getByText("My phone", { exact: true })).toHaveCount(0);
      await touch(false);
      await fresh();
      await touch(true);
      await page.getByRole("button", { name: words.signIn }).click();
      await expect(page.getByText(words.refused)).toBeVisible();
      // The browser itself logs the refusal.
      expect(faults.splice(0).filter((fault) => !fault.includes("status of 401"))).toEqual([]);
    },
  );
}

test("where the host is no name, no passkey is offered", async ({ page, faults }) => {
  await page.goto(`${product.url.replace("localhost", "127.0.0.1")}/sign-in`);
  await untilUsable(page);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  faults.splice(0);
});
