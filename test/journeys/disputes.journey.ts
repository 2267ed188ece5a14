// A merchant disputes an adjustment with a note and a picture; support finds it in the queue and answers, and it is gone.
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { noise } from "../pictures";
import { expect, expectAccessible, looksAt, MERCHANT, opens, SUPPORT, signIn, untilUsable } from "./fixtures";
import { test } from "./own-product";
import { productUrl } from "./product-url";

const WORDS = {
  en: {
    dispute: "Dispute",
    why: /^Why is it wrong/,
    send: "Send the dispute",
    disputed: /^Disputed on /,
    cases: "Cases",
    saved: /^Picture 1, /,
    answer: "Answer",
    answerLabel: "Answer to the merchant",
    sendAnswer: /^Send answer/,
  },
  "zh-Hant": {
    dispute: "提出異議",
    why: /^有甚麼不對/,
    send: "提出異議",
    disputed: /提出異議$/,
    cases: "個案",
    saved: /^圖片 1，/,
    answer: "回覆",
    answerLabel: "給商戶的回覆",
    sendAnswer: /^傳送回覆/,
  },
};

/** As a telephone makes it: several megabytes, on its side. */
const photo = () => noise(4000, 3000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;

for (const [nth, { width, language, colorScheme }] of looksAt(1280, 360).entries()) {
  test(
    `an adjustment is disputed and answered, in ${language} ${colorScheme} at ${width} px`,
    opens("/[environment]/orders/[orderId]", "/support/queue"),
    async ({ page, browser, faults }) => {
      const words = WORDS[language];
      const as = async (of: Page, email: string) => {
        await of.context().addCookies(await signIn(browser, email));
        await of.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
        await of.setViewportSize({ width, height: 900 });
        await of.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      };
      const usable = async (of: Page) => {
        await untilUsable(of);
        await expectAccessible(of);
        expect(await isWithin(of, width)).toBe(true);
      };
      await as(page, SUPPORT);
      const shop = await (await browser.newContext({ baseURL: productUrl(), locale: "en-GB" })).newPage();
      await as(shop, MERCHANT);
      const { data: moving } = await (
        await shop.request.get("/v1/orders?status=IN_TRANSIT,OUT_FOR_DELIVERY,DELIVERED&limit=20")
      ).json();
      const { order_id } = moving[nth];
      const send = async (method: "POST" | "PATCH", path: string, data: object) => {
        const headers = { origin: productUrl(), "x-account-id": "100001" };
        const answer = await page.request.fetch(`/v1${path}`, { method, data, headers });
        expect([path, answer.status()]).toEqual([path, 200]);
      };
      await send("POST", "/support/visit", { reason: "BILLING" });
      await send("PATCH", "/support/visit", { acting: "Y" });
      const adjustment = { kind: "CARRIER_INVOICE", effect: "CHARGE", amount: "18.50", note: "Billed 4 kg · CI-1 #7" };
      await send("POST", "/adjustments", { order_id, ...adjustment });

      await shop.goto(`/production/orders/${order_id}`);
      await untilUsable(shop);
      const changes = shop.locator("#price-changes li").filter({ hasText: adjustment.note });
      await expect(changes).toBeVisible();
      await changes.getByRole("button", { name: words.dispute, exact: true }).click();
      const dialog = shop.getByRole("alertdialog");
      await dialog.getByLabel(words.why).fill("It weighed 2 kg: see the scale.");
      const picture = { name: "scale.jpg", mimeType: "image/jpeg", buffer: await photo() };
      await dialog.locator("input[type=file]").setInputFiles(picture);
      await expectAccessible(shop, "[role=alertdialog]");
      await dialog.getByRole("button", { name: words.send, exact: true }).click();
      await expect(changes.getByText(words.disputed)).toBeVisible();
      await expect(changes.getByRole("button", { name: words.dispute, exact: true })).toHaveCount(0);
      await usable(shop);
      const { data: messages } = await (await shop.request.get(`/v1/order/messages?order_id=${order_id}`)).json();
      const { data: kept } = await (await shop.request.get(`/v1/order/pictures/${messages[0].pictures[0].id}`)).json();
      const shape = await sharp(Buffer.from(kept.content, "base64")).metadata();
      expect(shape).toMatchObject({ format: "jpeg", width: 1536, height: 2048 });

      // The worker opens its case within 15 s, and closes it as long after the answer.
      const found = async (): Promise<string | undefined> => {
        const { data } = await (await page.request.get("/v1/cases?account_id=100001&kind=DISPUTE")).json();
        return data.find((row: { order_id: string }) => row.order_id === order_id)?.case_id;
      };
      await expect.poll(found, { timeout: 40_000 }).toBeTruthy();
      const id = await found();
      await page.goto("/support/queue?account_id=100001&kind=DISPUTE");
      await untilUsable(page);
      await page.getByRole("list", { name: words.cases }).locator(`a[href*="${id}"]`).click();
      await page.waitForURL(`**case=${id}*`);
      await untilUsable(page);
      const thread = page.locator("#thread");
      await expect(thread.getByText("It weighed 2 kg: see the scale.")).toBeVisible();
      await expect(thread.getByRole("button", { name: words.saved })).toBeVisible();
      await usable(page);
      await thread.getByRole("button", { name: words.answer, exact: true }).click();
      await thread.getByRole("textbox", { name: words.answerLabel }).fill("You are right, we give it back.");
      await thread.getByRole("button", { name: words.sendAnswer }).click();
      await expect(thread.getByText("You are right, we give it back.")).toBeVisible();
      await expect.poll(found, { timeout: 40_000 }).toBeUndefined();

      await shop.reload();
      await untilUsable(shop);
      await expect(shop.locator("#thread").getByText("You are right, we give it back.")).toBeVisible();
      await shop.context().close();
      expect(faults).toEqual([]);
    },
  );
}
