// An account's people: a person is invited by mail, works, is removed and is out at once.
import { localExample } from "@/lib/contracts/examples";
import { expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { linkMailedTo } from "./mails";
import { asMerchant, test } from "./own-product";

const PASSWORD = "a sentence about tea and rain";
const NAME = "葉子傑";

const WORDS = {
  en: {
    ...{ invite: "Invite a person", email: "E-mail", name: /^Name/, send: "Send the invitation" },
    ...{ invitations: "Invitations", yourName: "Your name", password: "New password", people: "People" },
    ...{ enter: "Set the password and sign in", orders: "Orders" },
    ...{ actions: `Actions for ${NAME}`, remove: "Remove" },
  },
  "zh-Hant": {
    ...{ invite: "邀請人員", email: "電郵", name: /^姓名/, send: "發出邀請" },
    ...{ invitations: "邀請", yourName: "你的姓名", password: "新密碼", people: "人員" },
    ...{ enter: "設定密碼並登入", orders: "訂單" },
    ...{ actions: `${NAME} 的操作`, remove: "移除" },
  },
};

// An account sends 20 invitations an hour, and each look sends two.
for (const { width, colorScheme, language, slug } of looksAt(1280, 360).slice(0, 8)) {
  const look = `${width} px, ${colorScheme}, ${language}`;
  test(
    `somebody is invited, sets a password, works, is removed and is out at once, at ${look}`,
    opens("/[environment]/settings/people", "/invitation", "/sign-in", "/[environment]", "/[environment]/orders"),
    async ({ page, browser, product, faults }) => {
      const email = `tszkit-${slug}@sampan.example`;
      const words = WORDS[language];
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await asMerchant(page, language);
      await page.goto("/testing/settings/people");
      await untilUsable(page);
      const invite = async () => {
        await page.getByRole("button", { name: words.invite }).click();
        await page.getByLabel(words.email).fill(email);
        await page.getByLabel(words.name).fill("Yip Tsz Kit");
        await page.getByRole("button", { name: words.send }).click();
        await expect(page.getByRole("dialog")).toHaveCount(0);
        await expect(page.getByRole("table", { name: words.invitations }).getByText(email)).toBeVisible();
      };
      await invite();

      const viewport = { width, height: 800 };
      const elsewhere = await browser.newContext({
        baseURL: product.url,
        viewport,
        colorScheme,
        reducedMotion: "reduce",
      });
      await elsewhere.addCookies([{ name: "sampan-language", value: language, url: product.url }]);
      const member = await elsewhere.newPage();
      await member.goto(await linkMailedTo(email, product.dataDir, "/invitation"));
      await untilUsable(member);
      await expectAccessible(member);
      await expect(member.getByLabel(words.yourName)).toHaveValue("Yip Tsz Kit");
      await member.getByLabel(words.yourName).fill(NAME);
      await member.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await member.getByRole("button", { name: words.enter }).click();
      await member.waitForURL(/\/(testing|production)$/);
      await member.goto("/testing/orders");
      await expect(member.getByRole("heading", { name: words.orders, level: 1 })).toBeVisible();
      const made = await member.request.post("/testing/v1/order/create", {
        data: { ...localExample, confirm_shipment: "N" },
        headers: { origin: product.url },
      });
      expect(made.status(), await made.text()).toBe(200);
      await member.goto("/testing/settings/people");
      await expect(member.getByRole("table", { name: words.people }).getByText(NAME)).toBeVisible();
      await expect(member.getByRole("button", { name: words.invite })).toHaveCount(0);

      await page.reload();
      await untilUsable(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.getByRole("button", { name: words.actions }).click();
      await page.getByRole("menuitem", { name: words.remove }).click();
      await expectAccessible(page);
      await page.getByRole("alertdialog").getByRole("button", { name: words.remove }).click();
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      await expect(page.getByRole("button", { name: words.actions })).toHaveCount(0);
      expect((await member.request.get("/testing/v1/me")).status()).toBe(401);
      await member.goto("/testing/orders");
      await member.waitForURL("**/sign-in?next=*");
      await elsewhere.close();
      await invite();
      expect(faults).toEqual([]);
    },
  );
}

for (const { width, colorScheme, language } of looksAt(1280, 360)) {
  test(
    `the pages of people and of notifications are accessible at ${width} px, ${colorScheme}, ${language}`,
    opens("/[environment]/settings", "/[environment]/settings/people", "/[environment]/settings/notifications"),
    async ({ page, product }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await asMerchant(page, language);
      const email = "look@sampan.example";
      const { data } = await (await page.request.get("/testing/v1/invitations")).json();
      if (!data.some((open: { email: string }) => open.email === email)) {
        const invited = await page.request.post("/testing/v1/invitations", {
          data: { email, role: "owner" },
          headers: { origin: product.url },
        });
        expect(invited.status()).toBe(200);
      }
      await page.goto("/testing/settings/people");
      await untilUsable(page);
      await expect(page.getByRole("table").getByText(email)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.getByRole("button", { name: language === "en" ? "Invite a person" : "邀請人員" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
      for (const path of ["/testing/settings/notifications", "/testing/settings"]) {
        await page.goto(path);
        await untilUsable(page);
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    },
  );
}

test("an invitation that no longer works says so", opens("/invitation"), async ({ page, faults }) => {
  await page.goto("/invitation#token=nothing");
  await expect(page.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  await expectAccessible(page);
  // The browser itself logs the refusal.
  expect(faults.splice(0).filter((fault) => !fault.includes("status of 400"))).toEqual([]);
});
