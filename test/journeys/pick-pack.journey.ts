import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";
import { confirmed, packed, SHOP, WAREHOUSE } from "./warehouse-orders";

async function use(page: Page, browser: Browser, email: string, language: "en" | "zh-Hant" = "en"): Promise<void> {
  const context = page.context();
  // While elements fade in, their contrast is too low.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await context.addCookies(await cookiesOf(browser, email));
  await context.addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilUsable(page);
}

const tab = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Pick-and-pack orders by status" })
    .getByRole("link", { name: new RegExp(`^${name}`) });
const countOf = async (page: Page, name: string) => Number((await tab(page, name).textContent())?.replace(/\D/g, ""));
const rowLinks = (page: Page) => page.locator("tbody").getByRole("link", { name: /^\d{15}$/ });
const notice = (page: Page, text: string | RegExp) => page.getByRole("main").getByText(text).first();

/** Does something to an order as a person at the warehouse. */
async function atWarehouse(browser: Browser, path: string, body: object): Promise<void> {
  const origin = productUrl();
  const context = await browser.newContext();
  await context.addCookies(await cookiesOf(browser, WAREHOUSE));
  const done = await context.request.post(`${origin}${path}`, { data: body, headers: { origin } });
  expect(done.status(), await done.text()).toBe(200);
  await context.close();
}

/** Scans every item of an order of production, and the label of each parcel. */
async function packAtWarehouse(browser: Browser, order_id: string): Promise<void> {
  const origin = productUrl();
  const context = await browser.newContext();
  await context.addCookies(await cookiesOf(browser, WAREHOUSE));
  const send = async (path: string, data: object) => {
    const answer = await context.request.post(`${origin}/v1/pickpack/${path}`, { data, headers: { origin } });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data;
  };
  let scans = 0;
  const { parcel_list } = await send("start", { order_id });
  for (const { parcel, tracking_number, item_list } of parcel_list) {
    for (const { sku, qty } of item_list)
      for (let unit = 0; unit < Number(qty); unit++)
        await send("scan", { order_id, scan_id: `s${++scans}`, code: sku, parcel: String(parcel) });
    await send("label", { order_id, scan_id: `l${parcel}`, code: tracking_number });
  }
  await context.close();
}

/** The newest order in a tab of production, and its page. */
async function openFirst(page: Page, status: string): Promise<string> {
  await open(page, `/production/pick-pack?status=${status}&is_cancel_requested=N`);
  const number = (await rowLinks(page).first().textContent()) ?? "";
  await open(page, `/production/pick-pack/${number}`);
  return number;
}

test.describe.configure({ mode: "serial" });

test("tells an account without pick-and-pack what it is and how to get it", async ({ page, browser }) => {
  await use(page, browser, MERCHANT);
  await open(page, "/testing/pick-pack");
  await expect(page.getByText("Pick and pack is not switched on for this account")).toBeVisible();
  await expect(page.getByText(/ask our customer service/)).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Orders" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Pick and pack" })).toHaveCount(0);
  await expectAccessible(page);
});

test("the home page counts what the warehouse rejected and what runs low", async ({ page, browser }) => {
  await use(page, browser, SHOP);
  await open(page, "/testing");
  const todo = page.getByRole("region", { name: "To do today" });
  await expect(todo.getByRole("link", { name: /^Rejected/ })).toHaveAttribute("href", /status=PICKPACK_REJECTED/);
  // Another journey changes the same shop's stock at the same time.
  await expect(async () => {
    const answer = await page.request.get("/testing/v1/products?is_low_stock=Y&limit=1");
    await open(page, "/testing");
    const { total } = (await answer.json()).pagination;
    await expect(todo.getByRole("link", { name: /^Low stock/ })).toContainText(`Low stock${total}`, { timeout: 3_000 });
  }).toPass();
});

test("says that the warehouse has no such order", async ({ page, browser, faults }) => {
  await use(page, browser, SHOP);
  await open(page, "/testing/orders?status=PENDING_CONFIRM");
  const saved = (await page.locator("[data-row]").first().textContent()) ?? "";
  for (const number of [saved, "200000000000001"]) {
    await open(page, `/testing/pick-pack/${number}`);
    await expect(page.getByRole("heading", { name: "The warehouse has no such order" })).toBeVisible();
  }
  await page.getByRole("link", { name: "To pick and pack" }).click();
  await expect(page).toHaveURL(/\/testing\/pick-pack$/);
  expect(faults.splice(0)).toEqual([expect.stringContaining("404"), expect.stringContaining("404")]);
});

test("counts on its tabs what it lists", async ({ page, browser }) => {
  await use(page, browser, SHOP);
  await open(page, "/production");
  await page.getByRole("link", { name: "Pick and pack" }).click();
  await expect(page).toHaveURL(/\/production\/pick-pack$/);
  for (const name of ["Waiting", "Being packed", "Packed", "Rejected", "All"]) {
    const count = await countOf(page, name);
    expect(count, name).toBeGreaterThan(0);
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute("aria-current", "page");
    await expect(page.getByText(new RegExp(`^1–${Math.min(20, count)} of ${count}$`))).toBeVisible();
  }
});

test(
  "searches, filters, sorts and turns pages, all of it in the address",
  opens("/[environment]/pick-pack"),
  async ({ page, browser }) => {
    await use(page, browser, SHOP);
    await open(page, "/production/pick-pack");
    const newest = (await rowLinks(page).first().textContent()) ?? "";
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page).toHaveURL(/offset=20/);
    await expect(page.getByText(/^21–\d+ of \d+$/)).toBeVisible();
    await page.getByRole("columnheader", { name: "Age" }).getByRole("button").click();
    await expect(page).toHaveURL(/sort=request_datetime/);
    await expect(page).not.toHaveURL(/offset/);
    await expect(page.getByRole("columnheader", { name: "Age" })).toHaveAttribute("aria-sort", "descending");
    await page.getByRole("combobox", { name: "Service" }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/shipping_provider=/);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).not.toHaveURL(/shipping_provider/);
    await page.getByRole("searchbox", { name: "Search" }).fill(newest);
    await expect(page).toHaveURL(new RegExp(`q=${newest}`));
    await expect(rowLinks(page)).toHaveText([newest]);
    await page.goBack();
    await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
    await page.getByRole("searchbox", { name: "Search" }).fill("nothing is called so");
    await expect(page.getByText("No orders match “nothing is called so”")).toBeVisible();
    await open(page, "/production/pick-pack?sort=colour");
    await expect(page.getByText(/Part of this address is not understood/)).toBeVisible();
  },
);

test(
  "shows a packed order, saves its documents, and leads to the order and back",
  opens("/[environment]/pick-pack/[orderId]", "/[environment]/orders/[orderId]"),
  async ({ page, browser }) => {
    await use(page, browser, SHOP);
    const { order_id: number } = await packed(browser);
    await open(page, `/testing/pick-pack/${number}`);
    await expect(page.getByRole("heading", { name: `Order ${number}` })).toContainText("Packed");
    await expect(page.getByText(/^PU\d+/)).toBeVisible();
    const label = async () => {
      await page.getByRole("button", { name: `Documents of order ${number}` }).click();
      await page.getByRole("menuitem", { name: "Download Label" }).click();
    };
    const pickup = () => page.getByRole("button", { name: "Pickup document" }).click();
    for (const [press, filename] of [
      [label, /^label-ST\d+\.pdf$/],
      [pickup, new RegExp(`^pickup-${number}\\.pdf$`)],
    ] as const) {
      const saving = page.waitForEvent("download");
      await press();
      const saved = await saving;
      expect(saved.suggestedFilename()).toMatch(filename);
      expect(readFileSync(await saved.path(), "latin1").slice(0, 5)).toBe("%PDF-");
    }
    await page.getByRole("button", { name: `Documents of order ${number}` }).click();
    // By now it says that the label was printed.
    await expect(page.getByRole("menuitem", { name: /^Label/ }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Open the order" }).click();
    await expect(page).toHaveURL(`/testing/orders/${number}`);
    const block = page.getByRole("region", { name: "Pick and pack" });
    await expect(block).toContainText("Packed");
    await block.getByRole("link").click();
    await expect(page).toHaveURL(`/testing/pick-pack/${number}`);
  },
);

test("asks from the list to cancel, and reads why the warehouse declined", async ({ page, browser }) => {
  await use(page, browser, SHOP);
  const { order_id: number } = await confirmed(browser);
  await open(page, `/testing/orders?q=${number}`);
  await page.getByRole("button", { name: `Actions for order ${number}` }).click();
  await page.getByRole("menuitem", { name: "Ask to cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ask to cancel" }).click();
  await page.getByRole("button", { name: `Actions for order ${number}` }).click();
  await expect(page.getByRole("menuitem", { name: /^Cancellation asked for/ })).toBeVisible();
  await open(page, `/testing/orders/${number}`);
  await expect(notice(page, "Cancellation asked for, waiting for the warehouse")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask to cancel" })).toHaveCount(0);
  const remarks = "The courier is on the way";
  await atWarehouse(browser, "/testing/v1/pickpack/decline-cancel", { order_id: number, remarks });
  for (const path of ["orders", "pick-pack"]) {
    await open(page, `/testing/${path}/${number}`);
    await expect(notice(page, `The warehouse could not cancel: ${remarks}`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Ask to cancel" })).toBeVisible();
    await expectAccessible(page);
  }
});

test("asks the warehouse to cancel, and shows that it agreed", async ({ page, browser }) => {
  await use(page, browser, SHOP);
  const { order_id: number } = await confirmed(browser);
  await open(page, `/testing/pick-pack/${number}`);
  await page.getByRole("button", { name: "Ask to cancel" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("has to agree");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ask to cancel" }).click();
  await expect(notice(page, "Cancellation asked for, waiting for the warehouse")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask to cancel" })).toHaveCount(0);
  await open(page, "/testing/pick-pack");
  await tab(page, "Cancellation requested").click();
  await expect(rowLinks(page).filter({ hasText: number })).toBeVisible();
  await atWarehouse(browser, "/testing/v1/pickpack/cancel", { order_id: number });
  await open(page, `/testing/pick-pack/${number}`);
  await expect(notice(page, /This order is cancelled/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Documents (PDF)" })).toHaveCount(0);
});

test("shows what the warehouse measured, and why it rejected", async ({ page, browser }) => {
  await use(page, browser, SHOP);
  const repacked = await openFirst(page, "PICKPACK_PENDING_CONFIRM");
  await expect(page.getByText("Declared weight").first()).toBeVisible();
  const parcels = await page.getByRole("heading", { name: /^Parcel \d+ of/ }).count();
  await atWarehouse(browser, "/v1/pickpack/confirm", { order_id: repacked, is_require_repack: "Y" });
  await page.reload();
  await expect(notice(page, /will pack this order into other parcels/)).toBeVisible();
  if (parcels > 1) await packAtWarehouse(browser, repacked);
  const measured = { length: "31", width: "21", height: "11", act_weight: "2.7" };
  await atWarehouse(browser, "/v1/pickpack/ready", { order_id: repacked, parcel_list: Array(parcels).fill(measured) });
  await page.reload();
  await expect(page.getByText("31 × 21 × 11 cm").first()).toBeVisible();
  await expect(page.getByText("Packed weight").first()).toBeVisible();
  await expect(page.getByText(/^Declared .+ kg → packed 31 × 21 × 11 cm, 2.7 kg$/).first()).toBeVisible();
  await expectAccessible(page);
  await open(page, `/production/orders/${repacked}`);
  await expect(page.getByText(/^Declared .+ kg → packed 31 × 21 × 11 cm, 2.7 kg$/).first()).toBeVisible();
  await expect(page.getByText(/before repacking → HK\$/)).toBeVisible();
  await expectAccessible(page);

  const rejected = await openFirst(page, "PICKPACK_PENDING_CONFIRM");
  await atWarehouse(browser, "/v1/pickpack/reject", {
    order_id: rejected,
    reject_type: "OTHERS",
    reject_reason: "The goods are damaged",
  });
  await page.reload();
  await expect(notice(page, "The warehouse rejected this order: Another reason")).toBeVisible();
  await expect(page.getByText("The goods are damaged")).toBeVisible();
});

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(
    `list and order are accessible at ${width} px in ${language}, ${colorScheme}`,
    opens("/[environment]/pick-pack", "/[environment]/pick-pack/[orderId]"),
    async ({ page, browser }) => {
      await use(page, browser, SHOP, language);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      await open(page, "/production/pick-pack");
      for (const status of ["PICKPACK_READY_TO_SHIPMENT", "PICKPACK_REJECTED"]) {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectAccessible(page);
        await openFirst(page, status);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    },
  );
