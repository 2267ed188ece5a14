import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { missingPrograms } from "../documents/printed";
import { readPdf } from "../documents/read-pdf";
import { expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";
import { productUrl } from "./product-url";

const local = (remarks: string, confirm: "Y" | "N" = "Y") => ({
  ...localExample,
  confirm_shipment: confirm,
  client_remarks: remarks,
});

/** Creates orders, in the given order. */
async function createOrders(page: Page, bodies: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const data of bodies) {
    const answer = await page.request.post("/testing/v1/order/create", {
      data,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(answer.status()).toBe(200);
    ids.push((await answer.json()).data.order_id);
  }
  return ids;
}

/** The text of each page, as a PDF reader sees it, if one is installed. */
async function pagesOf(download: Download): Promise<string[]> {
  const path = await download.path();
  if (missingPrograms().includes("pdftotext") && !process.env.CI)
    return readPdf(readFileSync(path)).map(({ text }) => text);
  const text = execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
  return text.split("\f").slice(0, -1);
}

async function openList(page: Page, search: string): Promise<void> {
  await page.goto(`/testing/orders${search}`);
  await untilUsable(page);
}

const downloadOf = (page: Page, press: () => Promise<void>) =>
  Promise.all([page.waitForEvent("download"), press()]).then(([download]) => download);
test.describe.configure({ mode: "serial" });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

test(
  "a label is printed on the remembered paper, looked at, and marked as printed before the second time",
  opens("/[environment]/orders", "/[environment]/orders/[orderId]"),
  async ({ page }) => {
    await asMerchant(page);
    const [order = ""] = await createOrders(page, [local("papers")]);
    await openList(page, `?q=${order}`);
    await page.getByRole("button", { name: `Documents of order ${order}` }).click();
    await expect(page.getByRole("menuitem", { name: "Packing slip", exact: true })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Commercial invoice" })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("menuitemradio", { name: "A6" }).click();
    const first = await downloadOf(page, () => page.getByRole("menuitem", { name: "Download Label" }).click());
    expect(await pagesOf(first)).toEqual([expect.stringContaining(order)]);

    await page.goto(`/testing/orders/${order}`);
    await untilUsable(page);
    await expect(page.getByRole("region", { name: "Timeline" }).getByText(/^Label, A6, 1 page/)).toBeVisible();
    await page.getByRole("button", { name: "Label A6" }).click();
    const again = page.getByRole("alertdialog", { name: /Print again/ });
    await expect(again).toContainText(/Already printed at \d+ \w+ \d{4}, \d\d:\d\d by \S/);
    await expectAccessible(page);
    await page.evaluate(() => {
      window.print = () => {
        document.title = `${document.querySelectorAll("[data-print] img").length} printed`;
        window.dispatchEvent(new Event("afterprint"));
      };
    });
    await again.getByRole("button", { name: "Print again" }).click();
    await expect(page).toHaveTitle("1 printed");
    await expect(page.getByText("Label, A6, 1 page")).toHaveCount(2);
  },
);

test("documents are looked at in the page, leafed through and printed by keyboard, and looking is no print", async ({
  page,
}) => {
  await asMerchant(page);
  const [order = ""] = await createOrders(page, [{ ...intlExample, confirm_shipment: "Y" }]);
  await page.goto(`/testing/orders/${order}`);
  await untilUsable(page);
  const others: string[] = [];
  page.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(productUrl())) others.push(request.url());
  });
  await page.getByRole("button", { name: `Documents of order ${order}` }).click();
  await page.getByRole("menuitem", { name: "Preview All documents" }).click();
  const dialog = page.getByRole("dialog", { name: `All documents, order ${order}` });
  await expect(dialog.getByText("Page 1 of 3")).toBeVisible();
  const sheet = dialog.getByRole("region");
  await expect(sheet.locator("canvas")).toBeVisible();
  await expect(sheet).toContainText(order);
  const ink = () =>
    sheet.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) dark++;
      return dark / (data.length / 4);
    });
  expect(await ink()).toBeGreaterThan(0.01);
  await sheet.focus();
  await page.keyboard.press("PageDown");
  await expect(dialog.getByText("Page 2 of 3")).toBeVisible();
  await expect(sheet).toContainText("COMMERCIAL INVOICE");
  await page.keyboard.press("End");
  await expect(dialog.getByText("Page 3 of 3")).toBeVisible();
  await expect(sheet).toContainText("PACKING SLIP");
  // In one step, because the page may be drawn again at any moment.
  const width = () => sheet.evaluate((area) => area.querySelector("canvas")?.getBoundingClientRect().width ?? 0);
  const whole = await width();
  await page.keyboard.press("+");
  await expect.poll(width).toBeGreaterThan(whole * 1.4);
  await page.keyboard.press("0");
  await expect.poll(width).toBeCloseTo(whole, 0);
  await expectAccessible(page);

  await page.evaluate(() => {
    window.print = () => {
      const sheets = [...document.querySelectorAll<HTMLImageElement>("[data-print] img")];
      document.title = sheets.map(({ naturalWidth, style }) => `${style.width} ${naturalWidth}`).join("; ");
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  await page.keyboard.press("Control+p");
  await expect(page).toHaveTitle("100mm 2362; 210mm 2480; 210mm 2480");
  await expect(page.locator("[data-print]")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("All documents, 100 × 150 mm, 3 pages")).toHaveCount(1);
  expect(others).toEqual([]);
});

test("three orders are printed in the order in which they were selected, after a page of what is left out", async ({
  page,
}) => {
  await asMerchant(page);
  const [one = "", saved = "", two = ""] = await createOrders(page, [
    local("batch of three"),
    local("batch of three", "N"),
    local("batch of three"),
  ]);
  await openList(page, "?q=batch of three&limit=20");
  for (const order of [two, saved, one]) await page.getByRole("checkbox", { name: `Select order ${order}` }).check();
  // The selection stays on other pages of the list.
  await page
    .getByRole("navigation", { name: "Orders by status" })
    .getByRole("link", { name: /^Delivered/ })
    .click();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await expect(bar.getByRole("status")).toHaveText("3 orders selected");
  await expectAccessible(page);
  await bar.getByRole("button", { name: /^Print labels of \d+ orders$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Print labels of 3 orders" });
  await expect(dialog.getByText("2 orders are ready to print.")).toBeVisible();
  await expect(dialog.getByText(`${saved}: not confirmed`)).toBeVisible();
  await expectAccessible(page);
  const download = await downloadOf(page, () => dialog.getByRole("button", { name: /^Download/ }).click());
  const pages = await pagesOf(download);
  expect(pages).toHaveLength(3);
  expect(pages[0]).toContain("2 orders printed, 1 order left out:");
  expect(pages[0]).toContain(`${saved}: not confirmed`);
  expect([pages[1]?.includes(two), pages[2]?.includes(one)]).toEqual([true, true]);
  const result = page.getByRole("region", { name: "Labels of the selection" });
  await expect(result).toContainText("The labels of 2 orders were printed.");
  await expect(result).toContainText(`${saved}: not confirmed`);
  await page.goto(`/testing/orders/${saved}`);
  await untilUsable(page);
  await page.getByRole("button", { name: "Confirm order" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Confirm for/ })
    .click();
  await page.getByRole("button", { name: `Documents of order ${saved}` }).click();
  await expect(page.getByRole("menuitem", { name: "Label", exact: true })).toBeVisible();
});

test("sixty labels are a job, which goes on while the page is left", opens("/[environment]/jobs"), async ({ page }) => {
  await asMerchant(page);
  const ids = await createOrders(
    page,
    Array.from({ length: 60 }, () => local("batch of sixty")),
  );
  await openList(page, "?q=batch of sixty&sort=create_time");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByRole("button", { name: "Select all 60 that match" }).click();
  await expect(bar.getByRole("status")).toHaveText("60 orders selected");
  await bar.getByRole("button", { name: /^Print labels of \d+ orders$/ }).click();
  await page.getByRole("button", { name: "Make labels of 60 orders" }).click();
  const panel = page.getByRole("region", { name: "Labels of the selection" });
  await expect(panel).toBeVisible();
  await page.goto("/testing/orders");
  await expect(panel.getByText("The labels of 60 orders are ready")).toBeVisible();
  await expectAccessible(page);
  const download = await downloadOf(page, () => panel.getByRole("button", { name: "Download" }).click());
  const pages = await pagesOf(download);
  expect(pages.map((text, index) => text.includes(ids[index] ?? ""))).toEqual(ids.map(() => true));
  await panel.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("dialog").getByText("Page 1 of 60")).toBeVisible();
  await page.keyboard.press("Escape");
  await panel.getByRole("button", { name: "Dismiss" }).click();
  await page.reload();
  await untilUsable(page);
  await expect(panel).toHaveCount(0);

  // Dismissed, and found again.
  await page.getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
  await expect(page.getByText("The labels of 60 orders are ready").first()).toBeVisible();
  await expect(page.getByText(/^Already printed or downloaded/).first()).toBeVisible();
  await expectAccessible(page);
  const again = await downloadOf(page, () => page.getByRole("button", { name: "Download" }).first().click());
  expect(await pagesOf(again)).toEqual(pages);
});

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(`menu, selection and preview are accessible at ${width} px in ${language}, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await asMerchant(page, language);
    await openList(page, "?q=batch of three");
    await page.getByRole("checkbox").nth(1).check();
    await page.locator("tbody [aria-haspopup=menu]").first().click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    // The list's buttons that it partly covers would count as too small.
    await expectAccessible(page, "[role=menu]");
    await page.getByRole("menuitem", { name: language === "en" ? "Preview Label" : "預覽運單" }).press("Enter");
    await expect(page.getByRole("dialog").locator("canvas")).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
