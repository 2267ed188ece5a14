import { cookiesOf, expect, expectAccessible, opens, PASSWORD, untilUsable } from "./fixtures";
// It ends all sessions of a merchant whom other journeys use.
import { test } from "./own-product";
import { productUrl } from "./product-url";

const MERCHANT = "outdoor@sampan.example";

test(
  "signing out everywhere ends the session of every browser, which says so and goes on in place",
  opens("/[environment]", "/sign-in"),
  async ({ page, browser, faults }) => {
    const session = await cookiesOf(browser, MERCHANT);
    await page.context().addCookies(session);
    await page.goto("/testing");
    await untilUsable(page);
    const elsewhere = await browser.newContext({ baseURL: productUrl(), locale: "en-GB" });
    await elsewhere.addCookies(session);
    const other = await elsewhere.newPage();
    // What was typed and not saved is forgotten with the session.
    await other.route(/\/drafts/, (route) => route.abort());
    await other.goto("/testing/orders/new?type=local");
    await untilUsable(other);
    await other.locator("#f-recipient-name").fill("Wong Ka Yan");
    const typed = () => other.evaluate(() => Object.keys(localStorage).filter((key) => /unsaved/.test(key)).length);
    await expect.poll(typed).toBe(1);
    await other.goto("/production");
    expect(await typed()).toBe(1);
    await other.getByRole("button", { name: /: menu$/ }).click();
    await other.getByRole("menuitem", { name: "Sign out everywhere" }).click();
    await other.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await other.waitForURL("**/sign-in");
    expect(await typed()).toBe(0);
    await elsewhere.close();

    // This browser's next operation finds out.
    await page.getByRole("button", { name: /: menu$/ }).click();
    await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
    const ended = page.getByRole("dialog", { name: "Your session has ended" });
    await expect(ended.getByLabel("Password", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(ended).toHaveCount(0);
    await expect(page).toHaveURL(/\/testing$/);
    expect((await page.request.get("/testing/v1/me")).status()).toBe(200);
    // The browser itself logs the refused request.
    expect(faults.splice(0).filter((fault) => !fault.includes("status of 401"))).toEqual([]);
  },
);
