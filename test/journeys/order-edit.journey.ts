import type { Page } from "@playwright/test";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, expectAccessible, MERCHANT, opens, post, test, unfold, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

const save = async (page: Page, order: object): Promise<string> =>
  (await post(page, "/order/create", { ...order, confirm_shipment: "N" })).order_id;

async function recordOf(page: Page, id: string): Promise<ReturnType<typeof JSON.parse>> {
  return (await (await page.request.get(`/testing/v1/order/detail/${id}`)).json()).data;
}

const field = (page: Page, name: string) => page.locator(`#f-${name.replaceAll(".", "-")}`);
const price = (page: Page) => page.getByRole("region", { name: "Price" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const PARCEL = "shipment_detail.parcel_list.0";

async function openForm(page: Page, id: string): Promise<void> {
  await page.goto(`/testing/orders/${id}/edit`);
  await untilUsable(page);
  await unfold(page);
  await expect(field(page, "sender.name")).toBeVisible();
}

/** The bodies of what the page sends to an operation. */
function sent(page: Page, path: string): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(path)) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test.beforeEach(async ({ browser, context }) => {
  await context.addCookies(await cookiesOf(browser, MERCHANT));
});

test(
  "a saved local order gets another recipient and weight, and its new price",
  opens("/[environment]/orders/[orderId]", "/[environment]/orders/[orderId]/edit"),
  async ({ page }) => {
    const id = await save(page, localExample);
    expect((await recordOf(page, id)).quote_price).toBe("54.00");
    const updates = sent(page, "/order/update");
    await page.goto(`/testing/orders/${id}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.waitForURL(/\/edit$/);
    await expect(page.getByRole("heading", { level: 1, name: `Edit order ${id}` })).toBeVisible();
    await expect(field(page, "recipient.name")).toHaveValue("陳大文");
    await expect(page.locator("#service").getByRole("radio", { name: "Sampan Local Door-to-Door" })).toBeChecked();
    await expect(price(page)).toContainText("HK$54.00");
    await expect(page.getByText("Nothing changed yet")).toBeVisible();
    await expectAccessible(page);
    await unfold(page);

    await field(page, "recipient.name").fill("Wong Siu Ming");
    await field(page, `${PARCEL}.act_weight`).fill("6");
    await expect(page.getByText("Changes not saved yet")).toBeVisible();
    // Higher than the accepted price: nothing is saved before it is accepted.
    await expect(price(page)).toContainText(/HK\$54\.00 → HK\$\d/);
    await button(page, "Save").click();
    await expect(page.getByRole("alert").filter({ hasText: "The price has gone up" })).toBeVisible();
    expect(updates).toEqual([]);
    await price(page)
      .getByRole("button", { name: /^Accept HK\$/ })
      .click();
    const accepted = (await price(page).textContent())?.match(/HK\$([\d.]+)/)?.[1];
    expect(Number(accepted)).toBeGreaterThan(54);
    await button(page, "Save").click();
    await page.waitForURL(new RegExp(`/orders/${id}$`));
    await expect(page.getByText(`Order ${id} is saved.`)).toBeVisible();
    await expect(page.getByText("Wong Siu Ming").first()).toBeVisible();
    await expect(page.getByText(`HK$${accepted}`).first()).toBeVisible();

    expect(updates.map((body) => Object.keys(body).sort())).toEqual([
      ["order_id", "quote_id", "recipient", "shipment_detail"],
    ]);
    expect(await recordOf(page, id)).toMatchObject({ order_status: "PENDING_CONFIRM", quote_price: accepted });
  },
);

test("a line of an international order's declaration is changed; it is saved and confirmed at once", async ({
  page,
}) => {
  const id = await save(page, { ...intlExample, client_remarks: "Ring twice" });
  await openForm(page, id);
  const line = `${PARCEL}.declaration_list.0`;
  await expect(field(page, `${line}.hscode`)).toHaveValue("691110");
  await field(page, `${line}.description`).fill("Stoneware tea set");
  await field(page, `${line}.qty`).fill("3");
  await field(page, "client_remarks").fill("");
  const updates = sent(page, "/order/update");
  await page.getByRole("button", { name: /^Save and confirm for HK\$/ }).click();
  await page.waitForURL(new RegExp(`/orders/${id}$`));
  await expect(page.getByText(`Order ${id} is confirmed.`)).toBeVisible();
  expect(updates.map((body) => Object.keys(body).sort())).toEqual([
    ["clear", "order_id", "quote_id", "shipment_detail"],
  ]);
  expect(updates[0]?.clear).toEqual(["client_remarks"]);
  const record = await recordOf(page, id);
  expect(record).toMatchObject({ order_status: "READY_TO_SHIP", client_remarks: null });
  expect(record.shipment_detail.parcel_list[0].declaration_list[0]).toMatchObject({
    description: "Stoneware tea set",
    qty: "3",
    hscode: "691110",
    single_weight: "1.5",
  });
});

test("links, shortcuts and Back ask before they leave what is not saved", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const id = await save(page, localExample);
  await page.goto(`/testing/orders/${id}`);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.waitForURL(/\/edit$/);
  await untilUsable(page);
  await unfold(page);
  await expect(field(page, "recipient.name")).toBeVisible();
  const orders = page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Orders" });
  // The browser lets no page hold a person who has not interacted with it.
  await field(page, "recipient.name").click();
  await field(page, "recipient.name").fill("Wong Siu Ming");
  await expect(page.getByText("Changes not saved yet")).toBeVisible();
  await orders.click();
  const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(field(page, "recipient.name")).toHaveValue("Wong Siu Ming");

  await page.getByRole("heading", { level: 1 }).click();
  // Faster typing would count as a scanner.
  await page.keyboard.type("gh", { delay: 120 });
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(dialog).toHaveCount(0);

  await page.evaluate(() => window.history.back());
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(field(page, "recipient.name")).toHaveValue("Wong Siu Ming");
  await page.evaluate(() => window.history.back());
  await dialog.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(new RegExp(`/testing/orders/${id}$`));
  await expect(page.getByRole("heading", { level: 1, name: `Order ${id}` })).toBeVisible();
  expect((await recordOf(page, id)).recipient.name).toBe("陳大文");
});

test("what the server refuses is shown at its field", async ({ page, faults }) => {
  const id = await save(page, localExample);
  await openForm(page, id);
  await field(page, "recipient.mobile").fill("1");
  await button(page, "Save").click();
  await expect(page.locator("#error-summary")).toContainText("1 thing to fix");
  await expect(field(page, "recipient.mobile")).toBeFocused();
  await field(page, "recipient.mobile").fill("98765432");
  // The offer moves what is below it; a click in that moment would miss.
  await expect(page.getByText("In your address book: Jessica Lam")).toBeVisible();
  await page.route("**/order/update", (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: {
          code: 400400,
          code_reason: "BAD_REQUEST",
          message: "refused",
          error_trace: [
            {
              code: 400400,
              code_reason: "FIELD_INVALID",
              message: "This number is not reachable",
              pointer: "/recipient/mobile",
            },
          ],
        },
      },
    }),
  );
  await button(page, "Save").click();
  await expect(page.locator("#recipient")).toContainText("This number is not reachable");
  await expect(field(page, "recipient.mobile")).toBeFocused();
  expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
  faults.length = 0;
});

for (const [what, path, more, state] of [
  ["confirmed", "/order/confirm", {}, "Ready"],
  ["cancelled", "/order/cancel", { reason: "CUSTOMER_REQUEST" }, "Cancelled"],
] as const)
  test(`an order that was ${what} meanwhile is reported plainly, and what is typed is not lost`, async ({ page }) => {
    const id = await save(page, localExample);
    await openForm(page, id);
    await field(page, "recipient.name").fill("Wong Siu Ming");
    await post(page, path, { order_id: id, ...more });
    await button(page, "Save").click();
    const notice = page.getByRole("alert").filter({ hasText: `This order is ${what}` });
    await expect(notice).toBeFocused();
    await expect(notice).toContainText("Your changes were not saved.");
    await expect(notice).toContainText(state);
    await expect(field(page, "recipient.name")).toHaveValue("Wong Siu Ming");
    await expectAccessible(page);
    expect((await recordOf(page, id)).recipient.name).toBe("陳大文");

    await page.goto(`/testing/orders/${id}/edit`);
    await expect(page.getByText(`This order is ${what}`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
    await page.getByRole("link", { name: "Open the order as it is now" }).click();
    await page.waitForURL(new RegExp(`/orders/${id}$`));
  });

test("another window's changes are not written over", async ({ page }) => {
  const id = await save(page, localExample);
  await openForm(page, id);
  await post(page, "/order/update", { order_id: id, client_remarks: "From another window" });
  await field(page, "recipient.name").fill("Wong Siu Ming");
  await button(page, "Save").click();
  await expect(page.getByRole("alert").filter({ hasText: "This order was changed meanwhile" })).toBeFocused();
  expect(await recordOf(page, id)).toMatchObject({
    client_remarks: "From another window",
    recipient: { name: "陳大文" },
  });
});

test(
  "an answer that never came: pressed again, it is saved once and well",
  opens("/[environment]/orders/[orderId]/edit", "/[environment]/orders/[orderId]"),
  async ({ page, faults }) => {
    const id = await save(page, localExample);
    await openForm(page, id);
    await field(page, "recipient.name").fill("Wong Siu Ming");
    await page.route(
      "**/order/update",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await button(page, "Save").click();
    await expect(
      page.getByRole("alert").filter({ hasText: "it is not known whether the changes were saved" }),
    ).toBeVisible();
    await button(page, "Save").click();
    await page.waitForURL(new RegExp(`/orders/${id}$`));
    expect((await recordOf(page, id)).recipient.name).toBe("Wong Siu Ming");
    expect(faults.filter((fault) => !fault.includes("ERR_CONNECTION_RESET"))).toEqual([]);
    faults.length = 0;
  },
);

test("in Chinese, from the row's menu, at 360 px", async ({ page, context }) => {
  const id = await save(page, localExample);
  await context.addCookies([{ name: "sampan-language", value: "zh-Hant", url: productUrl() }]);
  await page.goto(`/testing/orders?q=${id}`);
  await untilUsable(page);
  await page.getByRole("button", { name: new RegExp(id) }).click();
  await page.getByRole("menuitem", { name: "修改" }).click();
  await page.waitForURL(/\/edit$/);
  await expect(page.getByRole("heading", { level: 1, name: `修改訂單 ${id}` })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("button", { name: /^儲存並以 HK\$[\d.]+ 確認$/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await expectAccessible(page);
});
