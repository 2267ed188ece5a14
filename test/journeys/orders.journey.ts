import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  cookiesOf,
  expect,
  expectAccessible,
  looksAt,
  MERCHANT,
  opens,
  SUPPORT,
  signIn,
  test,
  untilUsable,
} from "./fixtures";
import { productUrl } from "./product-url";

async function use(page: Page, email: string, language: "en" | "zh-Hant" = "en"): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  // A session remembers which merchants support has visited.
  const cookies = email === SUPPORT ? signIn : cookiesOf;
  if (browser) await context.addCookies(await cookies(browser, email));
  await context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
}

const rows = (page: Page) => page.locator("tbody tr");
const rowLinks = (page: Page) => page.locator("[data-row]");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Orders by status" }).getByRole("link", { name: new RegExp(`^${name}`) });
/** What tells staff whose account they look at. */
const band = (page: Page) => page.getByRole("region", { name: "Environment" });
const countOf = async (page: Page, name: string) => Number((await tab(page, name).textContent())?.replace(/\D/g, ""));

/** Opens the list and waits until the page responds to the keyboard. */
async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilUsable(page);
}

test.describe.configure({ mode: "serial" });

test.describe("the list", () => {
  test.beforeEach(async ({ page }) => use(page, MERCHANT));

  test(
    "finds an order by a Chinese name, and comes back by clearing",
    opens("/[environment]/orders"),
    async ({ page }) => {
      await openList(page, "/production/orders");
      await page.keyboard.press("/");
      await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
      await page.getByRole("searchbox", { name: "Search" }).pressSequentially("陳大文");
      await expect(page).toHaveURL(/q=%E9%99%B3%E5%A4%A7%E6%96%87/);
      await expect(rows(page).filter({ hasNotText: "陳大文" })).toHaveCount(0);
      expect(await rows(page).count()).toBeGreaterThan(0);
      await page.getByRole("button", { name: "Clear filters" }).click();
      await expect(page).toHaveURL(/\/production\/orders$/);
      await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
    },
  );

  test("filters, sorts and turns pages, all of it in the address", opens("/[environment]/orders"), async ({ page }) => {
    await openList(page, "/production/orders");
    await expect(page.getByText(/^1–20 of \d+$/)).toBeVisible();
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText(/^21–40 of \d+$/)).toBeVisible();
    await expect(page).toHaveURL(/offset=20/);
    await page.getByRole("combobox", { name: "Type" }).selectOption("International");
    await expect(page).toHaveURL(/ship_type=intl/);
    await expect(page).not.toHaveURL(/offset/);
    await page.getByRole("columnheader", { name: "Price" }).getByRole("button").click();
    await expect(page).toHaveURL(/sort=-quote_price/);
    await expect(page.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "descending");
    await expect(async () => {
      const prices = (await page.locator("tbody td:nth-child(8)").allInnerTexts()).map((text) =>
        Number(text.replace(/[^\d.]/g, "")),
      );
      expect(prices).toEqual([...prices].sort((a, b) => b - a));
    }).toPass();
    await page.reload();
    await expect(page.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "descending");
    await page.goBack();
    await expect(page).not.toHaveURL(/sort=/);
    await expect(page).toHaveURL(/ship_type=intl/);
  });

  test("counts on its tabs what it lists", async ({ page }) => {
    await openList(page, "/production/orders");
    for (const name of ["To confirm", "Needs attention", "Ready", "In transit", "Delivered", "Cancelled", "All"]) {
      const count = await countOf(page, name);
      await tab(page, name).click();
      await expect(tab(page, name)).toHaveAttribute("aria-current", "page");
      await expect(page.getByText(new RegExp(`^1–${Math.min(20, count)} of ${count}$`))).toBeVisible();
    }
  });

  test("says what it does not know in an address", async ({ page }) => {
    await openList(page, "/production/orders?sort=colour&limit=7");
    await expect(page.getByText("Left out: sorting, rows a page.")).toBeVisible();
    await expect(page.getByText(/^1–20 of/)).toBeVisible();
  });

  test("opens an order with only the keyboard, and a scanned number at once", async ({ page }) => {
    await openList(page, "/production/orders?status=DELIVERED");
    const number = (await page.locator("tbody tr .font-mono").first().textContent()) ?? "";
    await rowLinks(page).first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(rowLinks(page).nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/production\/orders\/\d{15}$/);
    await page.goBack();
    const search = page.getByRole("searchbox", { name: "Search" });
    await search.focus();
    await expect(search).toBeFocused();
    await page.keyboard.type(`${number}\n`);
    await expect(page).toHaveURL(/\/production\/orders\/\d{15}$/);
    await expect(page.getByText(number)).toBeVisible();
  });

  test("is readable at 360 px and does not scroll sideways", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openList(page, "/testing/orders");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expect(page.getByRole("table", { name: "Orders" })).toBeVisible();
    await page.getByRole("button", { name: "Filters" }).click();
    await expect(page.getByRole("combobox", { name: "Sort by" })).toBeVisible();
    await rowLinks(page).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Order");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test.describe("an order", () => {
  test.beforeEach(async ({ page }) => use(page, MERCHANT));

  test(
    "is confirmed, printed, followed to the door in testing",
    opens("/[environment]/orders", "/[environment]/orders/[orderId]"),
    async ({ page }) => {
      await openList(page, "/testing/orders?status=PENDING_CONFIRM");
      await rowLinks(page).first().click();
      await page.getByRole("button", { name: "Confirm order" }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /^Confirm for HK\$/ })
        .click();
      const strip = page.getByRole("region", { name: "The order at a glance" });
      await expect(strip).toContainText("Ready");
      await expect(strip).toContainText("Print the label");

      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: /^Documents of order/ }).click();
      await page.getByRole("menuitem", { name: "Download Label" }).click();
      const label = await download;
      expect(label.suggestedFilename()).toMatch(/^label-ST\d{11}\.pdf$/);
      expect(
        readFileSync(await label.path())
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");

      for (const event of ["Picked up", "In transit", "Out for delivery", "Delivered"]) {
        await page.getByRole("region", { name: "Simulate the carrier" }).getByRole("button", { name: event }).click();
        await expect(strip).toContainText(event);
      }
      await expect(strip).toContainText("None: it has arrived");
      const timeline = page.getByRole("region", { name: "Timeline" });
      const steps = timeline.getByRole("list", { name: "Timeline, newest first" }).getByRole("listitem");
      await expect(timeline.getByText(/^Label, .*1 page/)).toBeVisible();
      await expect(timeline.getByText(/^Confirmed for HK\$/)).toBeVisible();
      await timeline.getByRole("button", { name: "Log" }).click();
      await expect(timeline.getByText("Out for delivery")).toHaveCount(0);
      await timeline.getByRole("button", { name: "Carrier" }).click();
      await expect(timeline.getByText(/^Confirmed for/)).toHaveCount(0);
      await expect(steps.first()).toContainText("Delivered");
      await expect(steps.last()).toContainText("Order created");
      await expect(page.getByText("The order is finished")).toBeVisible();
    },
  );

  test(
    "is cancelled from the list, with a reason",
    opens("/[environment]/orders", "/[environment]/orders/[orderId]"),
    async ({ page }) => {
      await openList(page, "/testing/orders?status=READY_TO_SHIP");
      const before = await countOf(page, "Cancelled");
      const order = (await rowLinks(page).first().textContent()) ?? "";
      await page.getByRole("button", { name: `Actions for order ${order}` }).click();
      await page.getByRole("menuitem", { name: "Cancel order" }).click();
      const dialog = page.getByRole("alertdialog", { name: `Cancel order ${order}?` });
      await dialog.getByRole("radio", { name: "Duplicate order" }).check();
      await dialog.getByRole("textbox", { name: "Remarks" }).fill("Made by hand as well");
      await dialog.getByRole("button", { name: "Cancel order" }).click();
      await expect(rowLinks(page).filter({ hasText: order })).toHaveCount(0);
      // Other journeys make and cancel orders meanwhile.
      await expect.poll(() => countOf(page, "Cancelled")).toBeGreaterThan(before);
      await page.goto(`/testing/orders/${order}`);
      await expect(page.getByText("This order was cancelled: Duplicate order.")).toBeVisible();
      await expect(page.getByText("Made by hand as well")).toBeVisible();
      await expect(page.getByRole("button", { name: /^Label/ })).toHaveCount(0);
    },
  );

  test("takes remarks in place, and gives them up again", async ({ page }) => {
    await openList(page, "/testing/orders?status=DELIVERED");
    await rowLinks(page).first().click();
    const remarks = page.getByRole("region", { name: "Your remarks" });
    await remarks.getByRole("button", { name: "Edit" }).click();
    await remarks.getByRole("textbox").fill("按客人要求改期 call first");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Your remarks are saved.")).toBeVisible();
    await page.reload();
    await expect(remarks).toContainText("按客人要求改期 call first");
    await remarks.getByRole("button", { name: "Edit" }).click();
    await remarks.getByRole("textbox").fill("");
    await remarks.getByRole("button", { name: "Save" }).click();
    await expect(remarks).toContainText("None");
  });

  test("that does not exist, or of the other environment, is a page that does not exist", async ({ page, faults }) => {
    await openList(page, "/testing/orders");
    const order = (await rowLinks(page).first().textContent()) ?? "";
    for (const path of ["/testing/orders/1", "/testing/orders/x", `/production/orders/${order}`]) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "There is no such order here" })).toBeVisible();
    }
    // The browser itself logs the 404 of a page.
    expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
    faults.length = 0;
  });
});

test("cards are selected all at once too", async ({ page }) => {
  await use(page, MERCHANT);
  await page.setViewportSize({ width: 360, height: 740 });
  await openList(page, "/production/orders");
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await expect(page.getByRole("status").filter({ hasText: "20 orders selected" })).toBeVisible();
  await expectAccessible(page);
});

test("environment and language are switched in place", async ({ page }) => {
  await use(page, MERCHANT);
  await openList(page, "/testing/orders");
  await page.getByRole("region", { name: "Environment" }).getByRole("link", { name: "Leave testing" }).click();
  await expect(page).toHaveURL(/\/production\/orders$/);
  await expect(page.getByRole("region", { name: "Environment" })).toHaveCount(0);
  await untilUsable(page);
  await page.getByRole("button", { name: /: menu$/ }).click();
  await page.getByRole("menuitem", { name: "Go to testing" }).click();
  await expect(page).toHaveURL(/\/testing\/orders$/);
  await page.goto("/production/orders");
  await untilUsable(page);
  await page.getByRole("button", { name: "繁體中文" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "訂單" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "收件人" })).toBeVisible();
});

test.describe("support", () => {
  test(
    "chooses a merchant and sees the same list, by a banner and a filter",
    opens("/support/accounts", "/[environment]/orders", "/support/visit", "/[environment]/orders/[orderId]"),
    async ({ page }) => {
      await use(page, SUPPORT);
      await page.goto("/support/accounts");
      await page.getByRole("searchbox", { name: /^Search by name/ }).pressSequentially("Lion Rock");
      await expect(page).toHaveURL(/q=Lion/);
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("link", { name: /Lion Rock Outdoor/ }).first()).toBeFocused();
      await page.getByRole("link", { name: /Lion Rock Outdoor.*Production/ }).click();
      await page.waitForURL(/\/support\/visit/);
      await untilUsable(page);
      await page.getByRole("radio", { name: "A check" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page).toHaveURL(/\/production\/orders\?account=\d+$/);
      await expect(band(page)).toContainText(/You look at Lion Rock Outdoor .*Production · A check · until/);
      await untilUsable(page);
      await expectAccessible(page);
      await expect(page.getByRole("link", { name: "New order" })).toHaveCount(0);
      await page.getByRole("button", { name: "Act", exact: true }).click();
      await expect(band(page)).toContainText("You act for Lion Rock Outdoor");
      await expect(page.getByRole("link", { name: "New order" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Stop acting" }).click();
      await expect(page.getByRole("link", { name: "New order" })).toHaveCount(0);
      await tab(page, "Delivered").click();
      await expect(page).toHaveURL(/account=\d+/);
      await rowLinks(page).first().click();
      await expect(page).toHaveURL(/\/production\/orders\/\d+\?account=\d+$/);
      await page.goBack();
      await page.getByRole("combobox", { name: "Merchant" }).click();
      await page.getByRole("option", { name: /Harbour Tea House/ }).click();
      // Each merchant takes a reason of its own.
      await expect(page.getByRole("heading", { name: /^Why are you looking at Harbour Tea House/ })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Choose a reason")).toBeVisible();
      await page.getByRole("radio", { name: "Billing" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(band(page)).toContainText("You look at Harbour Tea House");
      await untilUsable(page);
      await expectAccessible(page);
      // Nothing of one merchant stays around the next one's orders.
      await page.getByRole("link", { name: "All merchants" }).click();
      await page.getByRole("link", { name: /Lion Rock Outdoor.*Testing/ }).click();
      await expect(page).toHaveURL(/\/testing\/orders\?account=\d+$/);
      await expect(band(page)).toContainText("You act for Lion Rock Outdoor");
      await expect(page.getByText(/Harbour Tea House/)).toHaveCount(0);
    },
  );

  test("is not there for merchants", async ({ page, faults }) => {
    await use(page, MERCHANT);
    expect((await page.goto("/support/accounts"))?.status()).toBe(404);
    expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
    faults.length = 0;
  });
});

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(
    `list, order and merchants are accessible at ${width} px in ${language}, ${colorScheme}`,
    opens("/[environment]/orders", "/[environment]/orders/[orderId]", "/support/accounts"),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      await use(page, MERCHANT, language);
      for (const path of ["/testing/orders", "/production/orders?q=zzz", "/testing/orders?status=DRAFT"]) {
        await openList(page, path);
        await expectAccessible(page);
      }
      for (const path of [
        "/testing/orders?status=READY_TO_SHIP",
        "/production/orders?status=EXCEPTION,FAILED_DELIVERY",
      ]) {
        await openList(page, path);
        await rowLinks(page).first().click();
        await page.waitForURL(/orders\/\d+/);
        await untilUsable(page);
        await expectAccessible(page);
      }
      await page.setViewportSize({ width: 360, height: 740 });
      await openList(page, "/testing/orders");
      await expectAccessible(page);
      await use(page, SUPPORT, language);
      await page.goto("/support/accounts");
      await expectAccessible(page);
    },
  );
