import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

const field = (name: string) => `#f-${name.replaceAll(".", "-")}`;

test.beforeEach(async ({ browser, context }) => {
  await context.addCookies(await cookiesOf(browser, MERCHANT));
});

test(
  "the price desk shows what each service costs, keeps it in its address, and begins the order of one",
  opens("/[environment]/rates", "/[environment]/orders/new"),
  async ({ page }) => {
    await page.goto("/testing/rates?type=intl&country=JP");
    await untilUsable(page);
    await expect(page.getByText("Prices appear once the fields marked * are filled in.")).toBeVisible();
    await page.locator(field("parcel.act_weight")).fill("2.4");
    await page.locator(field("parcels")).fill("2");
    await page.locator(field("parcels")).blur();
    const prices = page.getByRole("table", { name: "Services" });
    await expect(prices.getByText("Cheapest")).toBeVisible();
    await expect(prices.getByText("Fastest")).toBeVisible();
    await expect(page).toHaveURL(/type=intl&country=JP&package=parcel&weight=2\.4&parcels=2/);
    const before = await prices.getByRole("row").nth(1).textContent();
    await page.reload();
    await expect(prices.getByRole("row").nth(1)).toHaveText(before ?? "");
    await untilUsable(page);
    await expectAccessible(page);

    // What is no figure is said at its field.
    await page.locator(field("parcel.length")).fill("long");
    await page.locator(field("parcel.length")).blur();
    await expect(page.locator("[aria-invalid=true]")).toHaveCount(1);
    for (const [side, cm] of [
      ["length", "30"],
      ["width", "20"],
      ["height", "10"],
    ] as const)
      await page.locator(field(`parcel.${side}`)).fill(cm);
    const order = page.getByRole("link", { name: /^New order with/ }).first();
    await expect(order).toHaveAttribute("href", /length=30&width=20&height=10/);
    const service = (await prices.getByRole("row").nth(1).locator(".font-semibold").first().textContent()) ?? "";
    await order.click();
    await page.waitForURL((url) => url.pathname === "/testing/orders/new");
    await expect(page.locator(field("shipment_detail.parcel_list.1.act_weight"))).toHaveValue("2.4");
    await expect(page.locator(field("shipment_detail.parcel_list.0.length"))).toHaveValue("30");
    await expect(page.locator(field("recipient.country"))).toContainText("Japan");
    await expect(page.getByRole("radio", { name: new RegExp(service) })).toBeChecked();
  },
);

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(`the price desk in ${language} ${colorScheme} at ${width} px`, async ({ page, context }) => {
    await context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("/testing/rates?type=local&weight=3&cod=200");
    await expect(page.getByText("HK$").first()).toBeVisible();
    await untilUsable(page);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
