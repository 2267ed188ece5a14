import { localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

const CLIENT = { client_id: "ci_test_demo", client_secret: "cs_test_demo_for_local_use_only" };

test.beforeEach(async ({ page, browser }) => {
  // While elements fade in, their contrast is too low.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.context().addCookies(await cookiesOf(browser, MERCHANT));
});

test(
  "an owner finds the calls of an order, what was refused and why, and what was announced of it",
  opens("/[environment]/developers/clients", "/[environment]/developers/requests"),
  async ({ page, playwright }) => {
    const program = await playwright.request.newContext({ baseURL: productUrl() });
    const token = await program.post("/testing/v1/oauth/token", {
      form: { grant_type: "client_credentials", ...CLIENT },
    });
    const headers = { authorization: `Bearer ${(await token.json()).access_token}` };
    const create = (change: object) =>
      program.post("/testing/v1/order/create", { headers, data: { ...localExample, ...change } });
    const { order_id } = (await (await create({ reference: "Journey-1" })).json()).data;
    const refused = (await create({ cod: "perhaps" })).headers()["x-request-id"] ?? "";
    await program.dispose();

    await page.goto("/testing/developers/clients");
    await untilUsable(page);
    await page.getByRole("link", { name: "Request log" }).click();
    await page.waitForURL("**/testing/developers/requests");
    await untilUsable(page);
    await page.getByRole("searchbox").fill(order_id);
    await page.waitForURL(`**/requests?q=${order_id}`);
    const calls = page.getByRole("table", { name: "Request log" });
    await expect(calls.locator("tbody tr")).toHaveCount(1);
    await expect(calls).toContainText("POST /order/create");
    await expect(page.getByRole("table", { name: "Events" })).toContainText("order.created");

    await calls.getByRole("link", { name: "POST /order/create" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(order_id);
    await expect(dialog).toContainText(`"mobile": "***"`);
    await expect(dialog).not.toContainText("陳大文");
    await expectAccessible(page, "[role=dialog]");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await page.goto(`/testing/developers/requests?q=${refused}`);
    await untilUsable(page);
    await expect(calls).toContainText("400000");
    await page.getByRole("link", { name: "Errors" }).click();
    await page.waitForURL("**/requests?*tab=errors*");
    const group = page.getByRole("row").filter({ hasText: "cod" }).first();
    await group.getByRole("link").click();
    await page.waitForURL("**/requests?*code=400000*");
    await expect(page.getByText("createOrder · 400000")).toBeVisible();
  },
);

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(
    `the request log and the events are accessible at ${width} px in ${language}, ${colorScheme}`,
    opens("/[environment]/developers/requests", "/[environment]/developers/events"),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
      for (const path of ["requests", "requests?tab=errors", "requests?q=HTH-1042", "events"]) {
        await page.goto(`/testing/developers/${path}`);
        await untilUsable(page);
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      }
    },
  );
