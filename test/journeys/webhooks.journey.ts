import { createHmac } from "node:crypto";
import type { Received } from "../receiver";
import { expect, expectAccessible, opens } from "./fixtures";
import { open, order, rows, test } from "./webhook-world";

test.describe.configure({ mode: "serial" });

let secret = "";
let endpointPage = "";

/** The browser itself logs refused requests. */
function forgetRefusals(faults: string[]): void {
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes("status of 400")));
}

function isSignedWith(request: Received, key: string): boolean {
  const header = String(request.headers["x-signature"]);
  const t = /^t=(\d+)/.exec(header)?.[1];
  return header.includes(`v1=${createHmac("sha256", key).update(`${t}.${request.body}`).digest("hex")}`);
}

test(
  "an endpoint is added: mistakes are shown in place, the secret is shown once",
  opens(
    "/[environment]",
    "/[environment]/webhooks",
    "/[environment]/webhooks/new",
    "/[environment]/webhooks/[webhookId]",
  ),
  async ({ page, faults, world }) => {
    await open(page, "/testing");
    await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Webhooks" }).click();
    await expect(page.getByRole("heading", { name: "Webhooks" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add endpoint" }).click();
    const url = page.getByLabel("Endpoint URL");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expect(url).toBeFocused();
    await expect(page.getByText("This field is required.")).toBeVisible();
    await expect(page.getByText("At least 1 of these.")).toBeVisible();
    await expectAccessible(page);

    await url.fill("http://shop.example/hook");
    await expect(page.getByText("Must be an https address.")).toBeVisible();
    await url.fill("https://10.0.0.1/hook");
    await page.getByLabel("All tracking events").click();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expect(page.getByText(/10\.0\.0\.1 cannot be reached from the internet/)).toBeVisible();
    await expect(url).toBeFocused();
    forgetRefusals(faults);

    await url.fill(world.receiver.url);
    await page.getByLabel("Description").fill("Shop back end");
    await page.getByLabel("Send a header").click();
    await page.getByLabel("Header name").fill("X-API-Key");
    await page.getByLabel("Header value").fill("a token of the shop");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    const shown = page.getByRole("textbox", { name: "Signing secret" });
    await expect(shown).toHaveValue(/^whsec_[A-Za-z0-9+/=]{40,}$/);
    secret = await shown.inputValue();
    await expect(page.getByText("it is shown this once and never again")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Send a test event" }).click();
    await page.waitForURL(/\/testing\/webhooks\/we_\w+$/);
    endpointPage = new URL(page.url()).pathname;
    await expect(page.getByText("Not used yet")).toBeVisible();
    expect(await page.content()).not.toContain(secret);
  },
);

test(
  "a test event is sent, signed, and its result is shown at once",
  opens("/[environment]/webhooks/[webhookId]"),
  async ({ page, world }) => {
    await open(page, endpointPage);
    await page.getByLabel("Event", { exact: true }).selectOption("order.delivered");
    await page.getByRole("button", { name: "Send test" }).click();
    const results = page.getByRole("list", { name: "Test events sent" });
    await expect(results.getByText("HTTP 200")).toBeVisible();
    await expect(results.getByText("Succeeded")).toBeVisible();
    const [got] = world.receiver.received;
    expect(got?.headers).toMatchObject({ "x-event-test": "true", "x-api-key": "a token of the shop" });
    expect(got && isSignedWith(got, secret)).toBe(true);
    await expect(page.getByText("Working")).toBeVisible();
    await expectAccessible(page);
  },
);

test("an order's delivery is announced, not pushed in; it opens with its attempt, and leads to its order", async ({
  page,
}) => {
  await open(page, `${endpointPage}?tab=deliveries`);
  await expect(rows(page)).toHaveCount(1);
  const orderId = await order(page);
  const announced = page.getByRole("button", { name: "1 new delivery" });
  await expect(announced).toBeVisible({ timeout: 30_000 });
  await expect(rows(page)).toHaveCount(1);
  await announced.click();
  const row = rows(page).filter({ hasText: orderId });
  await expect(row.getByText("Succeeded")).toBeVisible();
  await expectAccessible(page);

  await row.getByRole("link", { name: "order.created" }).focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Attempt 1")).toBeVisible();
  await expect(drawer.getByText("said the shop")).toBeVisible();
  await expect(drawer.getByText(/x-signature: t=\d+,v1=/i)).toBeVisible();
  await expect(drawer.getByText("a token of the shop")).toHaveCount(0);
  await expect(page).toHaveURL(/delivery=dl_/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(row.getByRole("link", { name: "order.created" })).toBeFocused();

  await page.getByLabel("Order number").fill(orderId);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`order_id=${orderId}`));
  await expect(rows(page)).toHaveCount(1);
  await row.getByRole("link", { name: orderId }).click();
  await page.waitForURL(`**/testing/orders/${orderId}`);
});

test(
  "a receiver that answers 500 is explained in words; once it is fixed, a replay succeeds",
  opens("/[environment]/webhooks/[webhookId]"),
  async ({ page, world }) => {
    world.answers.status = 500;
    const orderId = await order(page);
    await open(page, `${endpointPage}?tab=deliveries&order_id=${orderId}`);
    const row = rows(page).filter({ hasText: orderId });
    await expect(row.getByText(/HTTP 500 · said the shop.*attempt [23] of 3/)).toBeVisible();
    await row.getByRole("link", { name: "order.created" }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText("The receiver failed").first()).toBeVisible();
    world.answers.status = 200;
    await drawer.getByRole("button", { name: "Replay" }).click();
    await expect(drawer.getByText("Succeeded")).toBeVisible();
    await expect(drawer.getByText("HTTP 200")).toBeVisible();
  },
);

test("when retries are used up it is disabled, which every page shows; enabled again, it gets what was held", async ({
  page,
  world,
}) => {
  world.answers.status = 500;
  const failing = await order(page);
  // The endpoint's page looks again too rarely to wait there for the first failure.
  await open(page, `${endpointPage}?tab=deliveries&order_id=${failing}`);
  await expect(rows(page).getByText(/HTTP 500/)).toBeVisible();
  await open(page, endpointPage);
  await expect(page.getByText("This endpoint is failing")).toBeVisible();
  await expect(page.getByText("Latest failure: HTTP 500 · said the shop")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("This endpoint was disabled because it failed")).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const held = await order(page);

  await open(page, "/testing");
  const way = page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: /Webhooks/ });
  await expect(way).toHaveAccessibleName("Webhooks 1 endpoint needs attention");
  await way.click();
  await expect(rows(page).getByText("Disabled: failing")).toBeVisible();
  await rows(page).getByRole("link").click();
  await page.waitForURL(`**${endpointPage}`);

  world.answers.status = 200;
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByRole("list", { name: "Test events sent" }).getByText("Succeeded")).toBeVisible();
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("button", { name: "Send 2 held or missed deliveries" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByLabel("Before the endpoint was disabled")).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send them again" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("navigation", { name: "Parts of the endpoint" }).getByText("Deliveries").click();
  await expect(rows(page).filter({ hasText: held }).getByText("Succeeded")).toBeVisible({ timeout: 15_000 });
  await expect(way).toHaveAccessibleName("Webhooks");
});

test("the secret is rolled with a day of overlap; the endpoint is disabled and enabled by hand", async ({
  page,
  world,
}) => {
  await open(page, `${endpointPage}?tab=settings`);
  await expect(page.getByLabel("Endpoint URL")).toHaveValue(world.receiver.url);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Roll secret…" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Roll secret", exact: true }).click();
  const shown = page.getByRole("textbox", { name: "Signing secret" });
  await expect(shown).toHaveValue(/^whsec_/);
  const rolled = await shown.inputValue();
  expect(rolled).not.toBe(secret);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText("Old one until")).toBeVisible();

  await page.getByLabel("None").click();
  await page.getByLabel("Description").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The changes were saved.")).toBeVisible();
  await expect(page.getByText("Shop back end")).toHaveCount(0);

  await page.getByRole("button", { name: "Disable" }).click();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Deliveries are held, and can be sent")).toBeVisible();
  await page.getByRole("button", { name: "Enable" }).first().click();
  await expect(page.getByText("New events are sent to this endpoint.")).toBeVisible();

  await page.getByRole("navigation", { name: "Parts of the endpoint" }).getByText("Overview").click();
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByRole("list", { name: "Test events sent" }).getByText("Succeeded")).toBeVisible();
  const last = world.receiver.received.at(-1);
  expect(last?.headers["x-api-key"]).toBeUndefined();
  expect(last && isSignedWith(last, secret) && isSignedWith(last, rolled)).toBe(true);
});

test("an endpoint is deleted after its address was named", async ({ page, world }) => {
  await open(page, `${endpointPage}?tab=settings`);
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText(world.receiver.url)).toBeVisible();
  await dialog.getByRole("button", { name: "Delete endpoint" }).click();
  await page.waitForURL("**/testing/webhooks");
  await expect(page.getByText("No webhook endpoints yet")).toBeVisible();
});
