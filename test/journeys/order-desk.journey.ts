import type { Page } from "@playwright/test";
import { localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, post, test, untilUsable } from "./fixtures";

/** An order that the courier could not deliver. */
async function stuckOrder(page: Page): Promise<string> {
  const { order_id } = await post(page, "/order/create", { ...localExample, confirm_shipment: "Y" });
  for (const event of ["order.picked_up", "order.in_transit", "order.out_for_delivery", "order.failed_delivery"])
    await post(page, "/simulate/tracking", { order_id, event });
  return order_id;
}

test.beforeEach(async ({ browser, context }) => {
  await context.addCookies(await cookiesOf(browser, MERCHANT));
});

test(
  "from order to order as the list has them, by key and by button, and back to the list as it was",
  opens("/[environment]/orders", "/[environment]/orders/[orderId]"),
  async ({ page }) => {
    // The oldest first, so that orders of other journeys come last.
    const list = "/testing/orders?sort=create_time";
    await page.goto(list);
    await untilUsable(page);
    const rows = page.locator("[data-row]");
    const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("href")?.split("/").at(-1)));
    expect(ids).toHaveLength(20);
    await rows.nth(18).click();
    await page.waitForURL(`**/orders/${ids[18]}`);
    await untilUsable(page);
    await expect(page.getByText(/^19 of \d+$/)).toBeVisible();
    await page.keyboard.press("j");
    await page.waitForURL(`**/orders/${ids[19]}`);
    await expect(page.getByText(/^20 of \d+$/)).toBeVisible();
    // The next one is on another page of the list.
    await page.getByRole("button", { name: "Next order" }).click();
    await expect(page.getByText(/^21 of \d+$/)).toBeVisible();
    expect(ids).not.toContain(page.url().split("/").at(-1));
    await page.keyboard.press("k");
    await page.waitForURL(`**/orders/${ids[19]}`);
    await expect(page.getByText(/^20 of \d+$/)).toBeVisible();
    await page.getByRole("link", { name: "← Orders" }).click();
    await page.waitForURL(`**${list}`);
    await page.goto(`/testing/orders/${ids[0]}`);
    await untilUsable(page);
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Order before" })).toBeDisabled();
  },
);

test("an order that was opened by its address leads to the whole list", async ({ page }) => {
  const { data } = await (await page.request.get("/testing/v1/orders?limit=1")).json();
  await page.goto(`/testing/orders/${data[0].order_id}`);
  await untilUsable(page);
  await expect(page.getByRole("button", { name: "Next order" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "← Orders" })).toHaveAttribute("href", "/testing/orders");
});

test("a form offers the draft that one began oneself, not a colleague's", async ({ page, browser, context }) => {
  await post(page, "/drafts", { body: { ship_type: "intl", recipient: { name: "Sato Hanako" } } });
  const offer = page.getByText(/^There is a draft: /);
  await page.goto("/testing/orders/new?type=intl");
  await expect(offer).toBeVisible();
  // An open page whose session is gone would be refused.
  await page.goto("about:blank");
  await context.clearCookies();
  await context.addCookies(await cookiesOf(browser, "mei@sampan.example"));
  await page.goto("/testing/orders/new?type=intl");
  await untilUsable(page);
  await expect(offer).toHaveCount(0);
});

test("the filters that are folded away", async ({ page }) => {
  await page.goto("/testing/orders");
  await untilUsable(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  // By typing, in any language and by what people call it.
  const country = page.getByLabel("Country", { exact: true });
  for (const [typed, code] of [
    ["uk", "GB"],
    ["日本", "JP"],
  ] as const) {
    await country.click();
    await page.keyboard.type(typed, { delay: 60 });
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`country=${code}`));
  }
  await expectAccessible(page);
  await page.getByLabel("Source", { exact: true }).selectOption("dashboard");
  await page.waitForURL(/source=dashboard/);
  await page.getByLabel("Reference", { exact: true }).fill("T-1");
  await page.keyboard.press("Enter");
  await page.waitForURL(/reference=T-1/);
  await page.getByRole("button", { name: /country: JP/ }).click();
  await expect(page).not.toHaveURL(/country/);
  await page.getByLabel("Label printed", { exact: true }).selectOption("Yes");
  await page.waitForURL(/printed=Y/);
  await page.getByLabel("Late", { exact: true }).selectOption("No");
  await page.waitForURL(/late=N/);
});

test("the message to the recipient is in the recipient's language", async ({ page }) => {
  const { data } = await (
    await page.request.get("/testing/v1/orders?ship_type=local&status=IN_TRANSIT&limit=1")
  ).json();
  const order = (await (await page.request.get(`/testing/v1/order/detail/${data[0].order_id}`)).json()).data;
  await page.goto(`/testing/orders/${order.order_id}`);
  await untilUsable(page);
  const link = (await page.getByRole("link", { name: "WhatsApp" }).getAttribute("href")) ?? "";
  const text = new URL(link).searchParams.get("text") ?? "";
  expect(link).toMatch(/^https:\/\/wa\.me\/852\d{8}\?/);
  expect(text).toContain(`/track/${order.tracking_number}`);
  expect(text).toContain(/\p{Script=Han}/u.test(order.recipient.name) ? "你好" : "Hello");

  // The same from the list.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/testing/orders?q=${order.order_id}`);
  await untilUsable(page);
  await page.getByRole("button", { name: `Actions for order ${order.order_id}` }).click();
  await expect(page.getByRole("menuitem", { name: "WhatsApp" })).toHaveAttribute("href", link);
  await page.getByRole("menuitem", { name: "Copy message" }).click();
  await expect(page.getByText(`The message to ${order.recipient.name} is copied.`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
});

const WORDS = {
  en: {
    title: "Delivery instructions",
    address: /^Deliver to another address/,
    street: "Address",
    send: "Send the address",
    after: "Deliver to another address",
    other: "Ask for something else",
    solved: /^It is solved/,
    mark: "Mark as solved",
    hours: "Between",
    done: "Solved: nothing to do",
  },
  "zh-Hant": {
    title: "處理方法",
    address: /^改送另一地址/,
    street: "地址",
    send: "送出地址",
    after: "改送另一地址",
    other: "改為其他要求",
    solved: /^已經解決/,
    mark: "標示為已解決",
    hours: "時段",
    done: "已解決，毋須處理",
  },
} as const;

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(
    `what shall become of a failed delivery at ${width} px: ${language}, ${colorScheme}`,
    opens("/[environment]/orders/[orderId]"),
    async ({ page, context, baseURL }) => {
      const words = WORDS[language];
      await context.addCookies([{ name: "sampan-language", value: language, url: baseURL ?? "" }]);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const id = await stuckOrder(page);
      await page.goto(`/testing/orders/${id}`);
      await untilUsable(page);
      const ways = page.getByRole("region", { name: words.title });
      await expect(ways.getByRole("radio")).toHaveCount(5);
      await expectAccessible(page);
      await ways.getByRole("radio", { name: words.address }).click();
      const street = ways.getByRole("textbox", { name: words.street });
      await street.fill("");
      await ways.getByRole("button", { name: words.send }).click();
      await expect(street).toBeFocused();
      await expect(street).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(page);
      await street.fill("荃灣青山公路 18 號 2 座 12B");
      await ways.getByLabel(words.hours).selectOption("18:00-21:00");
      await ways.getByRole("button", { name: words.send }).click();
      await expect(ways.getByText(words.after)).toBeVisible();
      await expect(ways).toContainText("18:00–21:00");
      await expect(ways).toContainText("2 座 12B");
      // In the thread as well, which support reads.
      await expect(page.locator("#thread")).toContainText("2 座 12B");
      await page.reload();
      await untilUsable(page);
      await ways.getByRole("button", { name: words.other }).click();
      await ways.getByRole("radio", { name: words.solved }).click();
      await ways.getByRole("button", { name: words.mark }).click();
      await expect(ways.getByText(words.done)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    },
  );
