import { localExample } from "@/lib/contracts/examples";
import { firstWindow, hongKongNow, pickupDays } from "@/lib/orders/pickup-window";
import { expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";
import { productUrl } from "./product-url";

test.describe.configure({ mode: "serial" });

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(`a day's dispatch is accessible at ${width} px: ${language}, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await asMerchant(page, language);
    for (const query of ["", "?day=2026-01-02"]) {
      await page.goto(`/testing/dispatch${query}`);
      await untilUsable(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

test(
  "parcels are printed, scanned out, missed, listed and signed for without leaving the page",
  opens("/[environment]/dispatch"),
  async ({ page, faults }) => {
    await asMerchant(page);
    await page.goto("/testing/dispatch");
    await untilUsable(page);

    // Everything that is not printed is selected: one key begins to print it.
    await expect(page.getByLabel("Scan out", { exact: true })).toBeFocused();
    const toPrint = await page.getByRole("button", { name: /^Print / }).textContent();
    expect(toPrint).toMatch(/[1-9]/);
    await page.keyboard.press("F2");
    const printing = page.getByRole("dialog", { name: /^Print labels of/ });
    const download = page.waitForEvent("download");
    await printing.getByRole("button", { name: "Download" }).click();
    await download;
    await expect(printing).toBeHidden();
    await page.getByRole("button", { name: /^Not printed 0/ }).click();
    await expect(page.getByText("All labels are printed.")).toBeVisible();

    // A scanner types fast and ends with Enter.
    await page.getByRole("button", { name: /^Not scanned/ }).click();
    const row = page.getByRole("row").filter({ hasText: "Printed" }).first();
    const order = (await row.getByRole("link").first().getAttribute("href"))?.split("/").at(-1) ?? "";
    await page.keyboard.type(order);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /^Take back the scan of/ })).toHaveCount(1);
    await page.keyboard.type(order);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Nothing was counted twice.")).toBeVisible();
    await page.keyboard.type("NOTHING");
    await page.keyboard.press("Enter");
    await expect(page.getByText("No parcel of this account has the code NOTHING.")).toBeVisible();
    expect(faults.splice(0)).toEqual([expect.stringContaining("status of 400")]);
    await expectAccessible(page);

    await page.getByRole("button", { name: /^All/ }).click();
    const part = page.getByRole("region").filter({ has: page.locator(`a[href$="/orders/${order}"]`) });
    await part.getByRole("button", { name: "Hand over" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make the list" }).click();
    const sign = page.getByRole("dialog", { name: /for the courier$/ });
    await expectAccessible(page, "[role=dialog]");
    await sign.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(sign.getByText("This field is required.")).toHaveCount(2);
    await sign.getByLabel("Name of the courier").fill("Ah Keung");
    const box = await sign.getByRole("img", { name: "Signature, empty" }).boundingBox();
    if (!box) throw new Error("no room to sign");
    await page.mouse.move(box.x + 40, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await sign.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.getByText("Signed by Ah Keung", { exact: true })).toBeVisible();
  },
);

test("a collection is booked for all orders of a service at once", async ({ page }) => {
  await asMerchant(page);
  await page.goto("/testing/dispatch");
  await untilUsable(page);
  const part = page.getByRole("region").filter({ hasText: "No collection booked" }).first();
  await part.getByRole("button", { name: "Book" }).click();
  const dialog = page.getByRole("dialog", { name: /^Book the collection of/ });
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: /^Book for/ }).click();
  await expect(page.getByRole("dialog", { name: /is booked$/ })).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});

test("a collection that is booked moves to another window", async ({ page }) => {
  await asMerchant(page);
  const provider = localExample.shipping_provider;
  const { data: providers } = await (await page.request.get("/testing/v1/providers")).json();
  const calendar = providers.find(({ code }: { code: string }) => code === provider).services;
  const first = firstWindow(calendar, hongKongNow());
  const later = pickupDays(calendar, hongKongNow()).find(
    ({ date, closed }) => closed === null && date > (first?.pickup_date ?? ""),
  );
  const order = {
    ...localExample,
    confirm_shipment: "Y",
    pickup_arrange: { pickup_date: later?.date, pickup_start_time: "14:00", pickup_end_time: "18:00" },
  };
  const made = await page.request.post("/testing/v1/order/create", {
    data: order,
    headers: { origin: productUrl() },
  });
  const { order_id: id } = (await made.json()).data;
  await page.goto(`/testing/dispatch?day=${later?.date}`);
  await untilUsable(page);
  const part = page.getByRole("region").filter({ has: page.locator(`a[href$="/orders/${id}"]`) });
  await part.getByRole("button", { name: "Move" }).click();
  const dialog = page.getByRole("dialog", { name: /^Book the collection of/ });
  await dialog.getByRole("button", { name: /^Book for/ }).click();
  await expect(page.getByRole("dialog", { name: /is booked$/ })).toBeVisible();
  const { data: moved } = await (await page.request.get(`/testing/v1/order/detail/${id}`)).json();
  expect(moved.pickup_arrange).toMatchObject({ ...first });
});
