import type { APIRequestContext, Page } from "@playwright/test";
import { intlExample } from "@/lib/contracts/examples";
import { newTrackingNumber } from "@/server/orders/create/numbers";
import { cookiesOf, expect, expectAccessible, MERCHANT, opens, test } from "./fixtures";
import { test as testAlone } from "./own-product";
import { productUrl } from "./product-url";

type Order = { order_id: string; tracking_number: string };

let authorization = "";

async function post(request: APIRequestContext, path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  if (!authorization) {
    const answer = await request.post("/testing/v1/auth/token", {
      form: {
        grant_type: "client_credentials",
        client_id: "ci_test_demo",
        client_secret: "cs_test_demo_for_local_use_only",
      },
    });
    authorization = `Bearer ${(await answer.json()).data.access_token}`;
  }
  const answer = await request.post(`/testing/v1${path}`, { data: body, headers: { authorization } });
  const { data, error } = await answer.json();
  expect(error, path).toBeUndefined();
  return data;
}

const MARKS = {
  sender: { ...intlExample.sender, name: "Marksender", company_name: "Marksco", email: "marks@s.example" },
  recipient: {
    ...intlExample.recipient,
    name: "Markrecipient",
    mobile: "9066660000",
    email: "markr@r.example",
    address: "9 Markstreet",
    address_line_2: "Markline two",
    city: "Markcity",
    post_code: "MK 77",
  },
};

/** An order of three parcels with a mark in every text, and with scans by carriers. */
async function scanned(request: APIRequestContext): Promise<Order & { second: string }> {
  const [parcel] = intlExample.shipment_detail.parcel_list;
  const order: Order = await post(request, "/order/create", {
    ...intlExample,
    ...MARKS,
    client_remarks: "Markremarks",
    shipment_detail: {
      ...intlExample.shipment_detail,
      consignment_declaration: "Markgoods",
      consignment_remarks: "Marklabel",
      parcel_list: [1, 2, 3].map(() => ({
        ...parcel,
        item_remarks: "Markitem",
        declaration_list: [{ ...parcel?.declaration_list[0], description: "Markcup" }],
      })),
    },
  });
  const { order_id } = order;
  await post(request, "/simulate/tracking", { order_id, event: "order.picked_up" });
  await post(request, "/simulate/tracking", {
    order_id,
    event: "order.exception",
    sub_status: "customs_delay",
    description: "Papers are with Markclerk",
    location: { city: "Narita", state: "Markstate", country: "JP" },
    delivered_to: "Markneighbour",
  });
  const detail = await request.get(`/testing/v1/order/detail/${order_id}`, { headers: { authorization } });
  const { parcel_list } = (await detail.json()).data.shipment_detail;
  return { ...order, second: parcel_list[1].tracking_number };
}

const LANGUAGES = [
  {
    locale: "en-GB",
    heading: "Exception",
    expected: "Expected by",
    parcel: "2 of 3",
    sub: "Held by customs",
    place: "Narita, Japan",
    band: "Testing",
    unknown: "No parcel has this number",
    malformed: "This is not a tracking number of ours",
    box: "Tracking number",
    submit: "Track",
    other: "繁體中文",
    otherHeading: "異常",
  },
  {
    locale: "zh-HK",
    heading: "異常",
    expected: "預計送達",
    parcel: "第 2 件，共 3 件",
    sub: "海關扣留",
    place: "成田, 日本",
    band: "測試",
    unknown: "沒有包裹使用此運單號碼",
    malformed: "這不是我們的運單號碼",
    box: "運單號碼",
    submit: "追蹤",
    other: "English",
    otherHeading: "Exception",
  },
] as const;

// The browser itself logs the 404 of a page.
function forgive(faults: string[], status: number): void {
  expect(faults.filter((fault) => !fault.includes(String(status)))).toEqual([]);
  faults.length = 0;
}

async function expectNoSideways(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
}

for (const words of LANGUAGES)
  test.describe(`in ${words.locale}`, () => {
    test.use({ locale: words.locale });

    test(
      "a parcel's page says where it is to anyone with the number, and nothing else",
      words.locale === "en-GB" ? opens("/track/[trackingNumber]") : {},
      async ({ page, request }) => {
        const order = await scanned(request);
        const response = await page.goto(`/track/${order.second}`);
        expect(response?.status()).toBe(200);
        expect(response?.headers()["content-security-policy"]).toContain("'nonce-");
        const html = (await response?.text()) ?? "";
        expect(html).not.toMatch(
          /mark(sender|sco|s@|recipient|r@|street|line|city|remarks|goods|label|item|cup|neighbour|clerk|state)/i,
        );
        for (const secret of [order.order_id, "9066660000", "MK 77", "380.00"]) expect(html).not.toContain(secret);
        expect(html).toMatch(/<meta name="robots" content="noindex/);

        await expect(page.getByRole("heading", { level: 1 })).toContainText(order.second);
        await expect(page.getByRole("heading", { level: 1 })).toContainText(words.heading);
        for (const text of [words.expected, words.parcel, words.sub, words.place])
          await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
        await expect(page.getByRole("strong")).toContainText(words.band);
        await expect(page.getByRole("list").getByRole("listitem")).toHaveCount(3);

        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page);
        }
        await page.setViewportSize({ width: 360, height: 740 });
        await expectNoSideways(page);
        await page.getByRole("button", { name: words.other }).click();
        await expect(page.getByRole("heading", { level: 1 })).toContainText(words.otherHeading);
      },
    );

    test(
      "an unknown or invalid number is a 404 that says what to do next",
      words.locale === "en-GB" ? opens("/track/[trackingNumber]") : {},
      async ({ page, faults }) => {
        const unknown = newTrackingNumber("production");
        for (const [number, heading] of [
          [unknown, words.unknown],
          ["ST00000000009", words.malformed],
          ["%3Cb%3Ehello%3C%2Fb%3E", words.malformed],
        ] as const) {
          const response = await page.goto(`/track/${number}`);
          expect(response?.status()).toBe(404);
          // People without scripts see it too.
          expect((await response?.text())?.replaceAll(/<script.*?<\/script>/gs, "")).toContain(heading);
          await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        }
        await expect(page.getByLabel(words.box)).toHaveValue("<B>HELLO</B>");
        await expectAccessible(page);
        await page.setViewportSize({ width: 360, height: 740 });
        await expectNoSideways(page);
        forgive(faults, 404);
      },
    );

    test(
      "the box takes a number as people type it",
      words.locale === "en-GB" ? opens("/track", "/track/[trackingNumber]") : {},
      async ({ page, request }) => {
        const { tracking_number } = await scanned(request);
        await page.goto("/track");
        await expectAccessible(page);
        await page.getByLabel(words.box).fill(` ${tracking_number.toLowerCase().replace(/(\d{5})/, "$1 ")}`);
        await page.getByRole("button", { name: words.submit, exact: true }).click();
        await page.waitForURL(`**/track/${tracking_number}`);
        await expect(page.getByRole("heading", { level: 1 })).toContainText(words.heading);
      },
    );
  });

test("on paper it is dark on white, without buttons", async ({ page, request }) => {
  const { tracking_number } = await scanned(request);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`/track/${tracking_number}`);
  const colour = () => page.evaluate(() => getComputedStyle(document.body).color);
  expect(await colour()).toBe("rgb(228, 235, 235)");
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await colour()).toBe("rgb(21, 32, 31)");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("nothing is shipped or charged")).toBeVisible();
  for (const hidden of [
    page.getByLabel("Another tracking number"),
    page.getByRole("button"),
    page.getByText("Refresh"),
  ])
    await expect(hidden.first()).toBeHidden();
  expect((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("it works without any script", opens("/track", "/track/[trackingNumber]"), async ({ browser, request }) => {
  const { tracking_number } = await scanned(request);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: "en-GB",
    baseURL: productUrl(),
  });
  const page = await context.newPage();
  await page.goto("/track");
  await page.getByLabel("Tracking number").fill(tracking_number);
  await page.getByRole("button", { name: "Track", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Exception");
  await context.close();
});

test("the merchant finds the page from the order", async ({ page, context, request, browser }) => {
  const { order_id, tracking_number } = await scanned(request);
  await context.addCookies(await cookiesOf(browser, MERCHANT));
  await page.goto(`/testing/orders/${order_id}`);
  const link = page.getByRole("link", { name: "Public tracking page" });
  await expect(link).toHaveAttribute("href", `/track/${tracking_number}`);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link to the public tracking page" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${productUrl()}/track/${tracking_number}`);
  const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await expect(opened.getByRole("heading", { level: 1 })).toContainText(tracking_number);
});

// Others would be asked to pause with it.
testAlone("an address that tries number after number is asked to pause", async ({ request }) => {
  const { tracking_number } = await scanned(request);
  const ask = (number: string) => request.get(`/track/${number}`);
  let refused = await ask(newTrackingNumber("testing"));
  for (let tries = 1; tries < 130 && refused.status() === 404; tries++)
    refused = await ask(newTrackingNumber("testing"));
  expect(refused.status()).toBe(429);
  expect(Number(refused.headers()["retry-after"])).toBeGreaterThan(0);
  expect(await refused.text()).toContain("Too many unknown numbers");
  expect((await ask(tracking_number)).status()).toBe(429);
});
