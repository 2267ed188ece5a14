import { localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

test.beforeEach(async ({ page, browser }) => {
  // While elements fade in, their contrast is too low.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.context().addCookies(await cookiesOf(browser, MERCHANT));
});

test(
  "an owner issues a key, a program makes an order with it, and it ends at once when it is revoked",
  opens("/[environment]", "/[environment]/developers", "/[environment]/developers/clients"),
  async ({ page, playwright }) => {
    await page.goto("/testing");
    await untilUsable(page);
    await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Developers" }).click();
    await page.waitForURL("**/testing/developers/clients");
    await page.getByRole("button", { name: "New client" }).click();
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type("Till in Mong Kok", { delay: 60 });
    await page.keyboard.press("Enter");
    const secret = page.getByRole("textbox", { name: "Client secret" });
    await expect(secret).toHaveValue(/^cs_test_/);
    await expectAccessible(page, "[role=dialog]");
    const client_secret = await secret.inputValue();
    const client_id = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
    await page.getByRole("button", { name: "I have saved it" }).click();

    // A program has no cookies.
    const program = await playwright.request.newContext({ baseURL: productUrl() });
    const asked = { form: { grant_type: "client_credentials", client_id, client_secret } };
    const { access_token } = await (await program.post("/testing/v1/oauth/token", asked)).json();
    const headers = { authorization: `Bearer ${access_token}` };
    const data = { ...localExample, confirm_shipment: "N" };
    const made = await program.post("/testing/v1/order/create", { headers, data });
    expect(made.ok(), await made.text()).toBe(true);

    await page.reload();
    await untilUsable(page);
    const row = page.locator("tbody tr").filter({ hasText: client_id });
    await expect(row).toContainText("Till in Mong Kok");
    await expect(row).not.toContainText("Never");
    await row.getByRole("button", { name: "Actions for Till in Mong Kok" }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke client" }).click();
    await expect(row).toContainText("Revoked");
    expect((await program.get("/testing/v1/orders", { headers })).status()).toBe(401);
    await program.dispose();
  },
);

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(`the API clients are accessible at ${width} px in ${language}, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme });
    await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
    await page.goto("/testing/developers/clients");
    await untilUsable(page);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole("button", { name: language === "en" ? "New client" : "新增用戶端" }).click();
    await expectAccessible(page, "[role=dialog]");
  });
