// An account's people: somebody is invited by mail, works, is disabled and is out at once.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, looksAt, untilUsable } from "./fixtures";
import { linkMailedTo } from "./mails";
import { asMerchant, test } from "./own-product";

const PASSWORD = "a sentence about tea and rain";

const invite = async (page: Page, email: string) => {
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel(/^Name/).fill("Yip Tsz Kit");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
};

test("an owner invites a member, who sets a password, works, is disabled and is out at once", async ({
  page,
  browser,
  product,
  faults,
}) => {
  const email = "tszkit@sampan.example";
  await asMerchant(page);
  await page.goto("/testing");
  await untilUsable(page);
  await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Settings" }).click();
  await page.waitForURL("**/testing/settings/people");
  await untilUsable(page);
  await invite(page, email);
  await expect(page.getByRole("table", { name: "Invitations" }).getByText(email)).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: product.url, locale: "en-GB" });
  const member = await elsewhere.newPage();
  await member.goto(await linkMailedTo(email, product.dataDir, "/invitation"));
  await untilUsable(member);
  await expectAccessible(member);
  await expect(member.getByLabel("Your name")).toHaveValue("Yip Tsz Kit");
  await member.getByLabel("Your name").fill("葉子傑");
  await member.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await member.getByRole("button", { name: "Set the password and sign in" }).click();
  await member.waitForURL(/\/(testing|production)$/);
  await member.goto("/testing/orders");
  await expect(member.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  await member.goto("/testing/settings/people");
  await expect(member.getByRole("table", { name: "People" }).getByText("葉子傑")).toBeVisible();
  await expect(member.getByRole("button", { name: "Invite a person" })).toHaveCount(0);

  await page.reload();
  await untilUsable(page);
  await page.getByRole("button", { name: "Actions for 葉子傑" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("row", { name: /葉子傑/ }).getByText("Disabled")).toBeVisible();
  expect((await member.request.get("/testing/v1/me")).status()).toBe(401);
  await member.goto("/testing/orders");
  await member.waitForURL("**/sign-in?next=*");
  await elsewhere.close();
  expect(faults).toEqual([]);
});

for (const { width, colorScheme, language } of looksAt(1280, 360)) {
  test(`the people page is accessible at ${width} px, ${colorScheme}, ${language}`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await asMerchant(page, language);
    const invited = await page.request.post("/testing/v1/invitations", {
      data: { email: `look-${width}@sampan.example`, role: "owner" },
      headers: { origin: product.url },
    });
    expect(invited.status()).toBe(200);
    await page.goto("/testing/settings/people");
    await untilUsable(page);
    await expect(page.getByRole("table").getByText(`look-${width}@sampan.example`)).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.getByRole("button", { name: language === "en" ? "Invite a person" : "邀請人員" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
  });
}

test("an invitation that no longer works says so", async ({ page }) => {
  await page.goto("/invitation?token=nothing");
  await expect(page.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  await expectAccessible(page);
});
