// Support opens an account, its owner starts by the mail, and support suspends and reopens it.
import { codeOf } from "../totp-code";
import { expect, expectAccessible, giveProof, looksAt, opens, untilUsable } from "./fixtures";
import { linkMailedTo } from "./mails";
import { test } from "./own-product";

test.use({ endsDemonstration: true });

const PASSWORD = "a sentence about clay and fire";
const WORDS = {
  en: {
    email: "E-mail",
    password: "Password",
    signIn: "Sign in",
    setUp: "Set up an authenticator app",
    appCode: "Code from the app",
    turnOn: "Turn on",
    keptCodes: "I have saved them",
    open: "Open an account",
    merchant: /^Name of the merchant/,
    owner: /^E-mail of the owner/,
    ownerName: /^Name of the owner/,
    language: "Language of the account",
    submit: "Open the account",
    waits: "The owner has not set a password yet.",
    newPassword: "New password",
    start: "Set the password and sign in",
    steps: "First steps",
    owners: "1 owner",
    suspend: "Suspend",
    reason: /^Reason/,
    suspended: "This account is suspended",
    reopen: "Reopen",
    active: "Active",
    sayWhy: "Say why",
    billing: "Billing",
    goOn: "Continue",
    acting: /^You act for /,
    limit: /^Requests a minute/,
    save: "Save",
    saved: "The account was saved.",
    add: "Add a person",
    mail: /^E-mail/,
    send: "Add and send the link",
    noPassword: "No password yet",
    role: /^Role of /,
    means: "The bench, waves and stock of merchants with pick and pack.",
    ended: "Demonstration sign-ins",
  },
  "zh-Hant": {
    email: "電郵",
    password: "密碼",
    signIn: "登入",
    setUp: "設定驗證器應用程式",
    appCode: "應用程式的驗證碼",
    turnOn: "啟用",
    keptCodes: "我已妥善保存",
    open: "開立帳戶",
    merchant: /^商戶名稱/,
    owner: /^帳戶擁有人的電郵/,
    ownerName: /^帳戶擁有人的姓名/,
    language: "帳戶語言",
    submit: "開立帳戶",
    waits: "帳戶擁有人尚未設定密碼。",
    newPassword: "新密碼",
    start: "設定密碼並登入",
    steps: "開始使用",
    owners: "1 位擁有人",
    suspend: "暫停",
    reason: /^原因/,
    suspended: "此帳戶已暫停",
    reopen: "重新開通",
    active: "正常",
    sayWhy: "說明原因",
    billing: "帳單",
    goOn: "繼續",
    acting: /^你正在代/,
    limit: /^每分鐘請求數/,
    save: "儲存",
    saved: "帳戶已儲存。",
    add: "新增職員",
    mail: /^電郵/,
    send: "新增並傳送連結",
    noPassword: "尚未設定密碼",
    role: /的角色：/,
    means: "處理使用揀貨服務的商戶的包裝、批次及庫存。",
    ended: "示範登入",
  },
};

for (const { width, language, colorScheme, slug } of looksAt(1280, 768))
  test(
    `support opens an account whose owner starts, in ${language} ${colorScheme} at ${width} px`,
    opens(
      "/sign-in",
      "/support/security",
      "/support/accounts",
      "/support/accounts/[accountId]",
      "/invitation",
      "/[environment]",
      "/no-access",
      "/support/staff",
    ),
    async ({ page, browser, product, faults }) => {
      const words = WORDS[language];
      const look = { viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" } as const;
      const cookie = { name: "sampan-language", value: language, url: product.url };
      const staff = `ho-${slug}@example.com`;
      const owner = `potter-${slug}@example.com`;
      const name = `Peak Ceramics ${slug}`;
      await product.admin("person", "create", "--role", "support", "--email", staff, "--password", PASSWORD);
      await page.setViewportSize(look.viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.context().addCookies([cookie]);

      await page.goto("/sign-in?next=/support/security");
      await untilUsable(page);
      await page.getByLabel(words.email, { exact: true }).fill(staff);
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: words.signIn, exact: true }).click();
      await page.waitForURL((url) => url.pathname === "/support/security");
      await untilUsable(page);
      await page.getByRole("button", { name: words.setUp }).click();
      await giveProof(page, PASSWORD);
      const factor = page.getByRole("dialog", { name: words.setUp });
      await factor.getByLabel(words.appCode).fill(codeOf((await factor.locator("code").textContent()) ?? ""));
      await factor.getByRole("button", { name: words.turnOn }).click();
      await page.getByRole("button", { name: words.keptCodes }).click();

      await page.goto("/support/accounts");
      await untilUsable(page);
      await expectAccessible(page);
      await page.getByRole("button", { name: words.open }).click();
      const dialog = page.getByRole("dialog", { name: words.open });
      await dialog.getByLabel(words.merchant).fill(name);
      await dialog.getByLabel(words.owner).fill(owner);
      await dialog.getByLabel(words.ownerName).fill("Yip Tsz Kit");
      await dialog.getByLabel(words.language).selectOption(language);
      await expectAccessible(page, "[role=dialog]");
      await dialog.getByRole("button", { name: words.submit }).click();
      await page.waitForURL(/\/support\/accounts\/\d+$/);
      await untilUsable(page);
      await expect(page.getByText(words.waits)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      const elsewhere = await browser.newContext({ ...look, baseURL: product.url });
      await elsewhere.addCookies([cookie]);
      const potter = await elsewhere.newPage();
      await potter.goto(await linkMailedTo(owner, product.dataDir, "/invitation"));
      await untilUsable(potter);
      await potter.getByLabel(words.newPassword, { exact: true }).fill(PASSWORD);
      await potter.getByRole("button", { name: words.start }).click();
      await potter.waitForURL(/\/(testing|production)$/);
      await expect(potter.getByRole("region", { name: words.steps })).toBeVisible();
      await expectAccessible(potter);

      await page.reload();
      await untilUsable(page);
      await expect(page.getByText(words.owners)).toBeVisible();
      await expect(page.getByRole("button", { name: words.save, exact: true })).toBeDisabled();
      await page.getByRole("button", { name: words.sayWhy, exact: true }).click();
      await page.getByRole("radio", { name: words.billing, exact: true }).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: words.goOn, exact: true }).click();
      await expect(page.getByText(words.acting)).toBeVisible();
      await page.getByLabel(words.limit).fill("250");
      await page.getByRole("button", { name: words.save, exact: true }).click();
      await expect(page.getByText(words.saved)).toBeVisible();
      await page.getByRole("button", { name: words.suspend, exact: true }).click();
      const question = page.getByRole("alertdialog");
      await question.getByLabel(words.reason).selectOption("SECURITY");
      await expectAccessible(page, "[role=alertdialog]");
      await question.getByRole("button", { name: words.suspend, exact: true }).click();
      await expect(page.getByText(words.suspended)).toBeVisible();
      await expectAccessible(page);
      await potter.reload();
      await potter.waitForURL("**/no-access?*");

      await page.getByRole("button", { name: words.reopen, exact: true }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: words.reopen, exact: true }).click();
      await expect(page.getByRole("main").getByText(words.active, { exact: true })).toBeVisible();
      await potter.goto("/testing");
      await expect(potter.getByRole("region", { name: words.steps })).toBeVisible();
      await elsewhere.close();

      await page.goto("/support/staff");
      await untilUsable(page);
      await page.getByRole("button", { name: words.add }).click();
      await page.getByRole("dialog").getByLabel(words.mail).fill(`packer-${slug}@example.com`);
      await expectAccessible(page, "[role=dialog]");
      await page.getByRole("button", { name: words.send }).click();
      const row = page.getByRole("row").filter({ hasText: `packer-${slug}@example.com` });
      await expect(row.getByText(words.noPassword)).toBeVisible();
      await row.getByRole("button", { name: words.role }).click();
      await expect(page.getByRole("menuitemradio").filter({ hasText: words.means })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
      await expect(page.getByRole("heading", { name: words.ended })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(faults).toEqual([]);
    },
  );
