import type { Page } from "@playwright/test";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, expectAccessible, MERCHANT, post, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

const keepAddresses = (page: Page, kind: "sender" | "recipient", ...parties: object[]) =>
  post(page, "/addresses/import", { address_list: parties.map((party) => ({ kind, party })) });

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

test("Enter on a recipient that is a line presses nothing that is folded away", async ({ page }) => {
  const twin = { mobile_prefix: "852", address: "Flat 9, 3/F, Twin House, 8 Mody Road, Tsim Sha Tsui" };
  const anna = { ...twin, name: "Anna Foldtwin", mobile: "51230001" };
  const berta = { ...twin, name: "Berta Foldtwin", mobile: "51230002" };
  await keepAddresses(page, "recipient", anna, berta);
  await page.goto("/testing/orders/new?type=local");
  await untilUsable(page);
  await field(page, "recipient.mobile").fill(anna.mobile);
  await field(page, "recipient.name").fill(anna.name);
  const offer = (name: string) => page.getByText(`In your address book: ${name}`);
  await expect(offer(anna.name)).toBeVisible();
  await field(page, "recipient.name").press("Enter");
  await expect(page.locator("#recipient")).toContainText(twin.address);
  await expect(page.getByRole("group", { name: "Recipient" })).toBeFocused();
  // The one other person at that address is found too, where the person does not see it.
  await expect(offer(berta.name)).toBeAttached();
  await expect(offer(berta.name)).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(field(page, "recipient.name")).toHaveValue(anna.name);
  await expect(field(page, "recipient.mobile")).toHaveValue(anna.mobile);
});

test("a saved sender is updated only by an order of its own kind, and only when asked for again", async ({ page }) => {
  const local = { ...localExample.sender, name: "Wing Kee Folds", mobile: "23450001" };
  const abroad = { ...intlExample.sender, name: "Wing Kee Folds Abroad", mobile: "23450002" };
  await keepAddresses(page, "sender", local, abroad);
  await page.goto("/testing/orders/new?type=local");
  await untilUsable(page);
  await page.getByRole("button", { name: "Change: Sender" }).click();
  const choose = async (name: string) => {
    await page.getByRole("combobox", { name: "From your senders" }).click();
    await page.keyboard.type(name, { delay: 60 });
    await page.getByRole("option", { name }).first().click();
    await expect(field(page, "sender.name")).toHaveValue(name);
  };
  await choose(local.name);
  await field(page, "sender.name").fill("Wing Kee Folds Ltd");
  const update = page.getByRole("checkbox", { name: `Update ${local.name} in the address book` });
  await update.check();
  await choose(abroad.name);
  const save = page.locator("#sender").getByRole("checkbox", { name: "Save to the address book" });
  await expect(page.getByRole("checkbox", { name: /^Update / })).toHaveCount(0);
  await expect(save).toHaveCount(0);
  await field(page, "sender.name").fill("Wing Kee Folds Abroad Ltd");
  await expect(save).not.toBeChecked();
  await expect(update).toHaveCount(0);
});

test("a shop's number that another order has is said on the folded part", async ({ page }) => {
  const saved = { ...localExample, reference: "FOLDED-TWICE", confirm_shipment: "N" };
  const { order_id: first } = await post(page, "/order/create", saved);
  const { order_id: second } = await post(page, "/order/create", saved);
  await page.goto(`/testing/orders/${second}/edit`);
  await untilUsable(page);
  const extras = page.getByRole("region", { name: "Extras" });
  await expect(field(page, "reference")).toBeHidden();
  await expect(extras).toContainText("Please check");
  await extras.getByRole("button", { name: "Change: Extras" }).click();
  await expect(extras).toContainText(first);
  await field(page, "reference").fill("FOLDED-ONCE");
  await expect(extras).not.toContainText(first);
});
