import type { Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, MERCHANT, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

const field = (page: Page, name: string) => page.locator(`#f-${name.replaceAll(".", "-")}`);

test.beforeEach(async ({ browser, context }) => {
  await context.addCookies(await cookiesOf(browser, MERCHANT));
});

test("what is known is a line, and a part opens where it is changed", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/testing/orders/new?type=local");
  await untilUsable(page);
  const change = (part: string) => page.getByRole("button", { name: `Change: ${part}` });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect(change("Sender")).toBeVisible();
  await expect(field(page, "recipient.name")).toBeFocused();
  await page.keyboard.type("siu", { delay: 60 });
  await expect(page.getByText("In your address book: Ho Siu Ming")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(change("Recipient")).toBeVisible();
  await expect(field(page, "recipient.name")).toBeHidden();
  await expect(page.locator("#recipient")).toContainText("Ho Siu Ming");
  // Enter goes on to what was sent there before.
  await expect(page.getByRole("button", { name: "As last time" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(change("Parcels")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Confirm for HK\$/ })).toBeInViewport({ ratio: 1 });
  // A repeated order is read without scrolling far.
  expect(await height()).toBeLessThanOrEqual(1200);
  await expectAccessible(page);

  await change("Recipient").click();
  await expect(field(page, "recipient.name")).toBeFocused();
  await page.getByRole("button", { name: "Add: Extras" }).click();
  await expect(field(page, "cod")).toBeFocused();
  await page.keyboard.press("Space");
  await field(page, "cod_amount").fill("250");
  await expect(page.getByRole("region", { name: "Review" })).toContainText("HK$250.00");
});

test("services can be read on a telephone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.context().addCookies([{ name: "sampan-language", value: "zh-Hant", url: productUrl() }]);
  const { data } = await (await page.request.get("/testing/v1/orders?ship_type=intl&limit=1")).json();
  await page.goto(`/testing/orders/new?from=${data[0].order_id}&as=again`);
  await untilUsable(page);
  const services = page.getByRole("radiogroup", { name: "選擇運送服務" });
  await expect(services.getByRole("radio")).not.toHaveCount(0);
  for (const label of await services.locator("label").all())
    expect((await label.boundingBox())?.height, (await label.textContent()) ?? "").toBeLessThanOrEqual(48);
  const right = await services.evaluate((group) => group.getBoundingClientRect().right);
  for (const price of await services.getByText("HK$").all())
    expect(await price.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(right);
});
