// Support works through the review queue: an exception is claimed, its merchant is asked, answers on the order's page,
// and the case is closed.
import type { Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, SUPPORT, untilUsable } from "./fixtures";
import { test } from "./own-product";
import { productUrl } from "./product-url";

const WORDS = {
  en: {
    queue: "Queue",
    cases: "Cases",
    claim: "Claim",
    yours: "Yours since",
    note: "Note, staff only",
    noteLabel: "Note that only staff see",
    save: /^Save note/,
    answer: "Answer",
    answerLabel: "Answer to the merchant",
    ask: "Send as a question",
    reply: "Message to Sampan support",
    closeAs: /^Close as/,
    close: "Close the case",
    redelivery: "Delivered again",
    closed: "Closed",
  },
  "zh-Hant": {
    queue: "待辦",
    cases: "個案",
    claim: "認領",
    yours: "你負責，自",
    note: "備註，只供職員",
    noteLabel: "只供職員的備註",
    save: /^儲存備註/,
    answer: "回覆",
    answerLabel: "給商戶的回覆",
    ask: "以查詢傳送",
    reply: "給舢舨客服的訊息",
    closeAs: /^結案原因/,
    close: "結案",
    redelivery: "再次派送",
    closed: "已結案",
  },
};

const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;

for (const { width, language, colorScheme } of looksAt(1280, 768)) {
  test(
    `an exception goes through the queue with a question to the merchant, who answers, in ${language} ${colorScheme} at ${width} px`,
    opens("/support/queue", "/[environment]/notifications", "/[environment]/orders/[orderId]"),
    async ({ page, browser, faults }) => {
      const words = WORDS[language];
      const signedIn = async (of: Page, email: string) => {
        await of.context().addCookies(await cookiesOf(browser, email));
        await of.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
        await of.setViewportSize({ width, height: 900 });
        await of.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      };
      await signedIn(page, SUPPORT);
      const shop = await (await browser.newContext({ baseURL: productUrl(), locale: "en-GB" })).newPage();
      await signedIn(shop, MERCHANT);
      const { data: moving } = await (
        await shop.request.get("/testing/v1/orders?status=READY_TO_SHIP,PICKED_UP,IN_TRANSIT,OUT_FOR_DELIVERY&limit=1")
      ).json();
      const { order_id } = moving[0];
      const scan = await shop.request.post("/testing/v1/simulate/tracking", {
        data: { order_id, event: "order.exception", sub_status: "bad_address" },
        headers: { origin: productUrl() },
      });
      expect(scan.status()).toBe(200);
      // The worker opens its case within 15 s.
      const find = async () => {
        const { data } = await (await page.request.get("/testing/v1/cases?account_id=100001&kind=EXCEPTION")).json();
        return data.find((row: { order_id: string }) => row.order_id === order_id)?.case_id;
      };
      await expect.poll(find, { timeout: 40_000 }).toBeTruthy();
      const id: string = await find();
      await page.goto("/support/queue?environment=testing&account_id=100001&kind=EXCEPTION&claimed=none");
      await untilUsable(page);
      await expectAccessible(page);
      expect(await isWithin(page, width)).toBe(true);

      await page.getByRole("list", { name: words.cases }).locator(`a[href*="${id}"]`).click();
      await page.waitForURL(`**case=${id}*`);
      await untilUsable(page);
      await page.getByRole("button", { name: words.claim, exact: true }).last().click();
      await expect(page.getByText(words.yours)).toBeVisible();
      const thread = page.locator("#thread");
      await thread.getByRole("button", { name: words.note }).click();
      await thread.getByRole("textbox", { name: words.noteLabel }).fill("Called the depot");
      await thread.getByRole("button", { name: words.save }).click();
      await expect(thread.getByText("Called the depot")).toBeVisible();
      await thread.getByRole("button", { name: words.answer, exact: true }).click();
      await thread.getByRole("textbox", { name: words.answerLabel }).fill("Which block is it?");
      await thread.getByRole("button", { name: words.ask }).click();
      await expect(thread.getByText("Which block is it?")).toBeVisible();
      await expectAccessible(page);
      expect(await isWithin(page, width)).toBe(true);

      await shop.goto("/testing/notifications");
      await untilUsable(shop);
      await shop
        .getByRole("link", { name: new RegExp(order_id) })
        .first()
        .click();
      await shop.waitForURL(`**/testing/orders/${order_id}#thread`);
      await untilUsable(shop);
      await expect(shop.getByText("Which block is it?")).toBeVisible();
      await expect(shop.getByText("Called the depot")).toHaveCount(0);
      await shop.getByRole("textbox", { name: words.reply }).fill("Block 2");
      await shop.keyboard.press("Control+Enter");
      await expect(shop.locator("#thread").getByText("Block 2")).toBeVisible();
      await expectAccessible(shop);
      expect(await isWithin(shop, width)).toBe(true);
      await page.reload();
      await untilUsable(page);
      await expect(thread.getByText("Block 2")).toBeVisible();
      await shop.context().close();

      await page.getByRole("combobox", { name: words.closeAs }).selectOption({ label: words.redelivery });
      await page.getByRole("button", { name: words.close, exact: true }).last().click();
      await expect(page).not.toHaveURL(new RegExp(id));
      await page.goto(`/support/queue?environment=testing&state=closed&case=${id}`);
      await untilUsable(page);
      await expect(page.getByText(words.redelivery, { exact: true })).toBeVisible();
      await expectAccessible(page);
      expect(faults).toEqual([]);
    },
  );
}

test("the keys of the queue go from case to case, and claim one", async ({ page, browser }) => {
  await page.context().addCookies(await cookiesOf(browser, SUPPORT));
  await page.goto("/support/queue?environment=testing&claimed=none");
  await untilUsable(page);
  const cases = page.getByRole("list", { name: "Cases" }).locator("a[href*='case=']");
  const ids = await cases.evaluateAll((all) =>
    all.map((each) => new URL((each as HTMLAnchorElement).href).searchParams.get("case")),
  );
  expect(ids.length).toBeGreaterThan(1);
  for (const [key, id] of [
    ["j", ids[0]],
    ["j", ids[1]],
    ["k", ids[0]],
  ] as const) {
    await page.keyboard.press(key);
    await page.waitForURL(`**case=${id}*`);
    await expect(cases.and(page.locator("[aria-current=true]"))).toHaveAttribute("href", new RegExp(`case=${id}`));
  }
  await page.keyboard.press("c");
  await expect(page.getByText("Yours since")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("2179");
  await expect(page.getByRole("searchbox")).toHaveValue("2179");
});
