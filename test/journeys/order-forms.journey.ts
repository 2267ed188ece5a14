import type { Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, test, unfold, untilUsable } from "./fixtures";

/** Opens the form, waits until it can be typed in, and opens its parts, which defaults fold to lines. */
async function open(page: Page, type: "local" | "intl"): Promise<void> {
  await page.goto(`/testing/orders/new?type=${type}`);
  await expect(page.locator("#f-recipient-name")).toBeVisible();
  await untilUsable(page);
  await unfold(page);
}

type Draft = { recipient_name: string };
const field = (page: Page, name: string) => page.locator(`#f-${name.replaceAll(".", "-")}`);

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

const SHOP = "outdoor@sampan.example";
const PARCEL = "shipment_detail.parcel_list.0";
const LOCAL = {
  "sender.name": "Mak Chi Wai",
  "sender.mobile": "2345 6789",
  "sender.address": "九龍尖沙咀彌敦道 12 號地下 3 號舖",
  "recipient.name": "陳大文",
  "recipient.mobile": "9123 4567",
  "shipment_detail.consignment_declaration": "Tea set",
  [`${PARCEL}.act_weight`]: "2.3",
  [`${PARCEL}.parcel_items.0.name`]: "Porcelain tea set",
  [`${PARCEL}.parcel_items.0.single_value`]: "380.00",
};
const DOOR = { "recipient.address": "九龍旺角彌敦道 700 號 5 樓 A 室" };
const LINE = `${PARCEL}.declaration_list`;
const INTL = {
  "sender.name": "Mak Chi Wai",
  "sender.email": MERCHANT,
  "sender.mobile": "23456789",
  "sender.address": "12 Nathan Road",
  "sender.city": "Hong Kong",
  "recipient.name": "Sato Hanako",
  "recipient.email": "hanako@recipient.example",
  "recipient.mobile": "9012345678",
  "recipient.address": "1-2-3 Jingumae",
  "recipient.city": "Shibuya",
  "recipient.post_code": "150-0001",
  "shipment_detail.consignment_declaration": "Porcelain tea set",
  [`${PARCEL}.act_weight`]: "3.2",
  [`${PARCEL}.length`]: "40",
  [`${PARCEL}.width`]: "30",
  [`${PARCEL}.height`]: "20",
  [`${LINE}.0.description`]: "Porcelain tea set",
  [`${LINE}.0.qty`]: "2",
  [`${LINE}.0.single_price`]: "380.00",
};

async function toJapan(page: Page): Promise<void> {
  await field(page, "recipient.country").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[cmdk-input]")).toBeFocused();
  await page.keyboard.type("jap");
  await page.keyboard.press("Enter");
  // The prefix follows the country, for which it is loaded.
  await expect(field(page, "recipient.mobile_prefix")).toHaveValue("81");
}

const service = (page: Page, name: string) => page.locator("#service").getByRole("radio", { name, exact: true });
const confirm = (page: Page) => page.getByRole("button", { name: /^Confirm (order|for HK\$)/ });
const savedDraft = (page: Page) => expect(page.getByText(/Draft saved at \d\d:\d\d/)).toBeVisible();

async function orderOf(page: Page): Promise<ReturnType<typeof JSON.parse>> {
  await page.waitForURL(/\/testing\/orders\/\d+$/);
  const id = page.url().split("/").at(-1);
  const answer = await page.request.get(`/testing/v1/order/detail/${id}`);
  return (await answer.json()).data;
}

test.beforeEach(async ({ browser, context }) => {
  await context.addCookies(await cookiesOf(browser, MERCHANT));
});

test(
  "a local order with a collection, after the kind is chosen",
  opens("/[environment]/orders/new", "/[environment]/orders/[orderId]"),
  async ({ page }) => {
    await page.goto("/testing/orders/new");
    await page.getByRole("link", { name: /Within Hong Kong/ }).click();
    await page.waitForURL(/type=local/);
    await untilUsable(page);
    await unfold(page);
    await expect(page.getByText("Filled in from the account’s defaults.")).toBeVisible();
    const missing = page.getByRole("button", { name: "Parcel 1 · Weight" }).filter({ visible: true });
    await missing.click();
    await expect(field(page, `${PARCEL}.act_weight`)).toBeFocused();
    await fill(page, { ...LOCAL, ...DOOR, "recipient.name": "Newly Kept" });
    await expect(missing).toHaveCount(0);
    await page.getByLabel("Keep as the default sender").click();
    await page.locator("#recipient").getByLabel("Save to the address book").click();
    await service(page, "Sampan Local Door-to-Door").click();
    await expect(page.getByRole("region", { name: "Price" })).toContainText("HK$54.00");
    await page.getByRole("radio", { name: "A courier collects it" }).click();
    await expect(field(page, "pickup_arrange.pickup_end_time")).toHaveValue("20:30");
    await savedDraft(page);
    const draft = new URL(page.url()).searchParams.get("draft");
    await confirm(page).click();
    const order = await orderOf(page);
    expect(order).toMatchObject({ order_status: "READY_TO_SHIP", quote_price: "54.00" });
    expect(order.pickup_arrange.pickup_end_time).toBe("20:30");
    await expect(page.getByText(`Order ${order.order_id} is confirmed.`)).toBeVisible();
    await expect.poll(async () => (await page.request.get(`/testing/v1/drafts/${draft}`)).status()).toBe(404);
    const saved = await page.request.get(`/testing/v1/addresses?kind=recipient&q=newly`);
    expect((await saved.json()).data).toMatchObject([
      { party: { name: "Newly Kept", address: DOOR["recipient.address"] } },
    ]);

    // The next order starts with the same sender, on any device; the sender by itself makes no draft.
    await page.clock.install();
    const drafts: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("/drafts")) drafts.push(request.url());
    });
    await open(page, "local");
    await expect(field(page, "sender.address")).toHaveValue(LOCAL["sender.address"]);
    await page.clock.fastForward("01:00");
    await untilUsable(page);
    expect(drafts).toEqual([]);
    await expect(page).not.toHaveURL(/draft/);
  },
);

test(
  "a local order to a pickup point, found by keyboard, saved for later",
  opens("/[environment]/orders/new", "/[environment]/orders/[orderId]"),
  async ({ page }) => {
    await open(page, "local");
    await fill(page, LOCAL);
    await page.getByRole("radio", { name: "To a pickup point" }).click();
    const picker = page.getByRole("button", { name: /Choose a pickup point/ });
    await picker.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listbox").getByRole("option").first()).toContainText("Used before");
    await page.getByRole("dialog").getByLabel("District").selectOption("Sha Tin");
    const search = page.getByRole("dialog").getByRole("combobox", { name: "Name, street or code" });
    await search.focus();
    await expect(search).toBeFocused();
    await page.keyboard.type("locker");
    await expect(page.getByRole("listbox").getByRole("option").first()).toContainText("Locker");
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /Choose another/ })).toBeFocused();
    await expect(service(page, "Sampan Local Pickup Point")).toBeChecked();
    await expect(page.locator("#service")).toContainText("has no pickup points");
    await page.getByRole("button", { name: "Save for later" }).click();
    const order = await orderOf(page);
    expect(order).toMatchObject({ order_status: "PENDING_CONFIRM", shipping_provider: "LOCAL_POINT" });
    expect(order.recipient.delivery_code).toMatch(/^NT-L/);
  },
);

test("a country is found by typing at a person's speed, from the first letter, right after load", async ({ page }) => {
  await page.goto("/testing/orders/new?type=intl");
  const country = page.getByRole("combobox", { name: "Country or region" }).first();
  await country.focus();
  await page.keyboard.type("germany", { delay: 60 });
  await expect(page.locator("[cmdk-input]")).toHaveValue("germany");
  await page.keyboard.press("Enter");
  await expect(country).toHaveText("Germany");
});

test(
  "an international order with two lines; the price that rises is asked for",
  opens("/[environment]/orders/new", "/[environment]/orders/[orderId]"),
  async ({ page }) => {
    await open(page, "intl");
    await toJapan(page);
    await fill(page, INTL);
    await field(page, `${LINE}.0.hscode`).fill("691110");
    await page.keyboard.press("Enter");
    await expect(field(page, `${LINE}.1.description`)).toBeFocused();
    await fill(page, { [`${LINE}.1.description`]: "gift", [`${LINE}.1.single_price`]: "12" });
    await expect(page.getByText(/Customs refuse words that fit anything/)).toBeVisible();
    await service(page, "Sampan International Express").click();
    await expect(page.getByRole("region", { name: "Price" })).toContainText("HK$729.60");

    await field(page, `${PARCEL}.act_weight`).fill("6");
    const bar = page.getByRole("region", { name: "Price" });
    await expect(bar).toContainText(/HK\$729\.60 → HK\$\d/);
    await confirm(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "thing to fix" })).toContainText("has gone up");
    await bar.getByRole("button", { name: /^Accept HK\$/ }).click();
    await expect(bar).not.toContainText("→");
    await confirm(page).click();
    const order = await orderOf(page);
    expect(order.order_status).toBe("READY_TO_SHIP");
    expect(order.shipment_detail.parcel_list[0].declaration_list.map((line: { qty: string }) => line.qty)).toEqual([
      "2",
      "1",
    ]);
  },
);

test(
  "errors: a linked summary, the first has the focus; the server's are at their field",
  opens("/[environment]/orders/new"),
  async ({ page, faults }) => {
    await open(page, "local");
    // The account has a default sender.
    await field(page, "sender.name").fill("");
    await confirm(page).click();
    const summary = page.getByRole("alert").filter({ hasText: "things to fix" });
    await expect(summary).toBeVisible();
    await expect(field(page, "sender.name")).toBeFocused();
    await summary.getByRole("link", { name: "Parcel 1 · Weight" }).click();
    await expect(field(page, `${PARCEL}.act_weight`)).toBeFocused();

    await fill(page, { ...LOCAL, ...DOOR });
    await service(page, "Sampan Local Door-to-Door").click();
    await expect(summary).toBeHidden();
    await page.route("**/testing/v1/order/create", (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: {
            code: "400000",
            code_reason: "BAD_REQUEST",
            message: "The request is not valid.",
            error_trace: [
              { field: "recipient.mobile", pointer: "/recipient/mobile", message: "This number is blocked." },
              { field: "somewhere", pointer: "/somewhere/else", message: "No field has this." },
            ],
          },
        },
      }),
    );
    await confirm(page).click();
    await expect(field(page, "recipient.mobile")).toBeFocused();
    await expect(field(page, "recipient.mobile")).toHaveAccessibleDescription(/This number is blocked/);
    await expect(page.getByRole("alert").filter({ hasText: "2 things to fix" })).toContainText("No field has this.");
    // It disappears when the field is changed, because only the server can judge it.
    await field(page, "recipient.mobile").fill("9123 4568");
    await expect(page.getByText("This number is blocked.")).toHaveCount(0);
    // The browser itself logs the answer.
    expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
    faults.length = 0;
  },
);

test("a rule that only the server knows opens the folded field that it is about", async ({ page, faults }) => {
  await open(page, "intl");
  await field(page, "recipient.country").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[cmdk-input]")).toBeFocused();
  await page.keyboard.type("puerto");
  await page.keyboard.press("Enter");
  await expect(field(page, "recipient.mobile_prefix")).toHaveValue("1");
  await fill(page, INTL);
  await service(page, "Sampan Express Export").click();
  await expect(field(page, "shipment_options.courier_account_number")).toHaveCount(0);
  await confirm(page).click();
  await expect(field(page, "shipment_options.courier_account_number")).toBeFocused();
  await expect(field(page, "shipment_options.courier_account_number")).toHaveAccessibleDescription(/exactly 9 digits/);
  await page.keyboard.type("123456789");
  await confirm(page).click();
  expect((await orderOf(page)).shipment_options.courier_account_number).toBe("123456789");
  expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
  faults.length = 0;
});

test("prices are renewed before they expire, and a dearer one is never silent", async ({ page }) => {
  await page.clock.install();
  await open(page, "local");
  await fill(page, { ...LOCAL, ...DOOR });
  await page.clock.runFor(1000);
  await service(page, "Sampan Local Door-to-Door").click();
  const bar = page.getByRole("region", { name: "Price" });
  await expect(bar).toContainText("HK$54.00");
  let asked = 0;
  await page.route("**/testing/v1/rates/get", async (route) => {
    asked++;
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll("54.00", "59.00") });
  });
  await page.clock.fastForward("26:00");
  expect(asked).toBe(0);
  await page.clock.fastForward("02:00");
  await expect(bar).toContainText("HK$54.00 → HK$59.00");
  expect(asked).toBe(1);
});

test("a lost answer and a double click make one order", async ({ page, faults }) => {
  await open(page, "local");
  await fill(page, { ...LOCAL, ...DOOR });
  await service(page, "Sampan Local Door-to-Door").click();
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/order/create")) keys.push(request.headers()["idempotency-key"] ?? "");
  });
  // The server makes the order; its answer never arrives.
  await page.route("**/testing/v1/order/create", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await confirm(page).click();
  await expect(page.getByText(/it is not known whether the order was made/)).toBeVisible();
  await page.unroute("**/testing/v1/order/create");
  await confirm(page).dblclick();
  const order = await orderOf(page);
  await expect(page.getByText("This order was made already; here it is.")).toBeVisible();
  expect(order.order_status).toBe("READY_TO_SHIP");
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(faults.filter((fault) => !/ERR_CONNECTION_RESET|500/.test(fault))).toEqual([]);
  faults.length = 0;
});

test("a draft comes back after a reload", opens("/[environment]/orders/new"), async ({ page }) => {
  await open(page, "intl");
  await toJapan(page);
  await fill(page, { "recipient.name": "Sato Hanako", [`${PARCEL}.act_weight`]: "3.2" });
  await page.getByRole("button", { name: "Add an item" }).click();
  await field(page, `${LINE}.1.description`).fill("Tea cups");
  await expect(page).toHaveURL(/draft=dr_/);
  await savedDraft(page);
  await page.reload();
  await expect(field(page, "recipient.name")).toHaveValue("Sato Hanako");
  await expect(field(page, "recipient.country")).toContainText("Japan");
  await expect(field(page, `${LINE}.1.description`)).toHaveValue("Tea cups");
  // An empty form offers to go on with what was begun.
  await page.goto("/testing/orders/new?type=intl");
  await expect(page.getByText(/^There is a draft: /)).toBeVisible();
  await page.getByRole("link", { name: "Go on with it" }).click();
  await expect(page).toHaveURL(/draft=dr_/);
  await expect(page.getByText(/^There is a draft: /)).toBeHidden();
  // A deleted draft opens an empty form, which says so.
  await page.goto("/testing/orders/new?type=local&draft=dr_gone");
  await expect(page.getByText("That draft no longer exists.")).toBeVisible();
});

test(
  "what was typed right before a reload is not lost",
  opens("/[environment]/orders/new"),
  async ({ page, faults }) => {
    const name = "recipient.name";
    // The page saves it as it goes.
    await open(page, "local");
    await fill(page, { [name]: "Wong Ka Yan" });
    await page.reload();
    const drafts = async () => (await (await page.request.get("/testing/v1/drafts?limit=100")).json()).data;
    await expect
      .poll(async () => (await drafts()).map((draft: Draft) => draft.recipient_name))
      .toContain("Wong Ka Yan");

    // Where that fails, the browser has it.
    await page.route(/\/drafts/, (route) => route.abort());
    await open(page, "local");
    await fill(page, { [name]: "Lee Siu Lung" });
    await page.reload();
    const offer = page.getByText(/did not reach the server/);
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await page.unroute(/\/drafts/);
    await page.getByRole("button", { name: "Fill it in" }).click();
    await expect(offer).toBeHidden();
    await expect(field(page, name)).toHaveValue("Lee Siu Lung");
    await savedDraft(page);
    await page.reload();
    await expect(field(page, name)).toHaveValue("Lee Siu Lung");
    await expect(offer).toBeHidden();
    // The first attempt may have arrived all the same; its draft is the one.
    expect((await drafts()).filter((draft: Draft) => draft.recipient_name === "Lee Siu Lung")).toHaveLength(1);
    // The browser itself logs what was broken off, and that the key of the draft was used before.
    expect(faults.splice(0).filter((fault) => !/ERR_FAILED|ERR_ABORTED|status of 500/.test(fault))).toEqual([]);
  },
);

for (const [type, list, name] of [
  ["local", "parcel_items", "name"],
  ["intl", "declaration_list", "description"],
] as const)
  test(`items come from the products with only the keyboard: ${type}`, async ({ page, browser, context }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await context.addCookies(await cookiesOf(browser, SHOP));
    const answer = await page.request.get("/testing/v1/products?limit=2");
    const [first, second] = (await answer.json()).data;
    await open(page, type);
    const line = (number: number, field: string) => `${PARCEL}.${list}.${number}.${field}`;
    const opener = page.getByRole("button", { name: "From products" });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "SKU, barcode or name" })).toBeFocused();
    await expect(page.getByRole("option").first()).toContainText(first.sku);
    // A scanner ends each code with Enter, and does not wait.
    for (const code of [first.bar_code_eid, second.bar_code_eid, first.bar_code_eid]) {
      await page.keyboard.type(code);
      await page.keyboard.press("Enter");
    }
    const quantity = page.getByRole("textbox", { name: `Quantity of ${first.name}` });
    await expect(quantity).toHaveValue("2");
    await quantity.fill("99999");
    await expect(page.getByRole("dialog").getByText(/^Only \d+ available, 99999 wanted/)).toBeVisible();
    await expectAccessible(page);
    await quantity.fill("2");
    await page.keyboard.press("Control+Enter");
    await expect(opener).toBeFocused();
    // The empty first line was replaced.
    await expect(field(page, line(0, name))).toHaveValue(first.name);
    await expect(field(page, line(0, "qty"))).toHaveValue("2");
    await expect(field(page, line(0, "bar_code_eid"))).toHaveValue(first.bar_code_eid);
    await expect(field(page, line(1, "sku"))).toHaveValue(second.sku);
    await expect(field(page, line(2, name))).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(field(page, line(0, name))).toHaveValue("");
    await expect(field(page, line(1, name))).toHaveCount(0);

    await field(page, line(0, name)).fill("My own words");
    await field(page, line(0, "sku")).fill(first.sku);
    await page.getByRole("button", { name: "Fill in the rest" }).press("Enter");
    await expect(field(page, line(0, "qty"))).toBeFocused();
    await expect(field(page, line(0, name))).toHaveValue("My own words");
    await expect(field(page, line(0, "bar_code_eid"))).toHaveValue(first.bar_code_eid);
  });

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(
    `both forms are accessible, empty and with errors, at ${width} px: ${language}, ${colorScheme}`,
    opens("/[environment]/orders/new"),
    async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: "sampan-language", value: language, url: baseURL ?? "" }]);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      await page.goto("/testing/orders/new");
      await expectAccessible(page);
      for (const type of ["local", "intl"] as const) {
        await open(page, type);
        await expectAccessible(page);
        await fill(page, type === "local" ? { ...LOCAL, ...DOOR } : INTL);
        await field(page, "recipient.mobile").fill("12");
        await page
          .getByRole("button", { name: language === "en" ? /^Confirm (order|for HK\$)/ : /確認(訂單)?$/ })
          .click();
        await expect(page.getByRole("alert").filter({ has: page.getByRole("heading") })).toBeVisible();
        await expectAccessible(page);
      }
    },
  );

test("the form fits a telephone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const type of ["local", "intl"] as const) {
    await open(page, type);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBe(0);
  }
});
