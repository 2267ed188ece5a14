// Support imports a carrier's invoice and a list of payouts: looked at, applied, and given again.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { hongKongDate } from "@/lib/calendar";
import { localExample } from "@/lib/contracts/examples";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, SUPPORT, untilUsable } from "./fixtures";
import { test } from "./own-product";
import { productUrl } from "./product-url";

const WORDS = {
  en: {
    reference: /^Number of the invoice/,
    list: /^Name of the list/,
    payouts: "Payouts",
    preview: "Preview",
    billing: "Billing",
    unknown: "No parcel in production has this number.",
    save: "Save 1 line left out as CSV",
    make: /^Make 2 adjustments, HK\$[\d,.]+$/,
    made: /^2 adjustments made, HK\$[\d,.]+\. 1 merchant was notified\.$/,
    note: "Note 1 payout, HK$10.50",
    noted: "1 payout of 1 merchant noted, HK$10.50.",
    again: "Imported before",
    choose: "Choose Harbour Tea House 海港茶莊",
    close: "Close 1 statement",
  },
  "zh-Hant": {
    reference: /^帳單編號/,
    list: /^清單名稱/,
    payouts: "轉交款項",
    preview: "預覽",
    billing: "帳單",
    unknown: "正式環境沒有此運單號碼的包裹。",
    save: "將不會匯入的 1 行儲存為 CSV",
    make: /^作出 2 項調整，HK\$[\d,.]+$/,
    made: /^已作出 2 項調整，HK\$[\d,.]+，並已通知 1 個商戶。$/,
    note: "記錄 1 筆轉交款項，HK$10.50",
    noted: "已記錄 1 個商戶的 1 筆轉交款項，HK$10.50。",
    again: "之前已匯入",
    choose: "選擇 Harbour Tea House 海港茶莊",
    close: "結算 1 份月結單",
  },
};

const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;
const giveFile = (page: Page, text: string) =>
  page.locator("input[type=file]").setInputFiles({ name: "ci.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

for (const [nth, { width, language, colorScheme }] of looksAt(1280, 360).entries()) {
  test(
    `an invoice and a list of payouts are imported once, in ${language} ${colorScheme} at ${width} px`,
    opens("/support/statements"),
    async ({ page, browser }) => {
      const words = WORDS[language];
      await page.context().addCookies(await cookiesOf(browser, MERCHANT));
      // Each look has its own, because a parcel that was billed before is another line.
      const shipped = async () => {
        const data = { ...localExample, confirm_shipment: "Y" };
        const made = await page.request.post("/v1/order/create", { data, headers: { origin: productUrl() } });
        return (await made.json()).data.tracking_number;
      };
      const [first, second] = [await shipped(), await shipped()];
      await page.context().addCookies(await cookiesOf(browser, SUPPORT));
      await page.context().addCookies([{ name: "sampan-language", value: language, url: productUrl() }]);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const usable = async () => {
        await untilUsable(page);
        await expectAccessible(page);
        expect(await isWithin(page, width)).toBe(true);
      };

      await page.goto("/support/statements");
      await page.getByRole("checkbox", { name: words.choose }).check();
      await page.getByRole("button", { name: words.close }).click();
      await expectAccessible(page, "[role=alertdialog]");
      await page.keyboard.press("Escape");
      await usable();
      const invoice = `Line,AWB,Weight,Total,Adjustment,Reason\n1,${first},,31.20,12.50,Remote area\n2,${second},,18,-4.00,\n3,SP00000000000,3,18,,\n`;
      await giveFile(page, invoice);
      await page.getByLabel(words.reference).fill(`CI-${nth}`);
      await page.getByRole("button", { name: words.preview, exact: true }).click();
      await expect(page.getByText(words.unknown)).toBeVisible();
      await usable();
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: words.save }).click();
      const rest = await readFile(await (await saved).path(), "utf8");
      expect(rest).toContain("SP00000000000");
      expect(rest).toContain(words.unknown);
      const make = page.getByRole("button", { name: words.make });
      await make.click();
      await expectAccessible(page, "[role=alertdialog]");
      const question = page.getByRole("alertdialog");
      await expect(question.getByRole("button", { name: words.make })).toBeDisabled();
      await question.getByRole("radio", { name: words.billing, exact: true }).click();
      await question.getByRole("button", { name: words.make }).click();
      await expect(page.getByText(words.made)).toBeVisible();
      await expect(make).toHaveCount(0);
      await usable();
      await giveFile(page, invoice);
      await expect(page.getByText(words.again, { exact: true })).toHaveCount(3);
      await expect(make).toHaveCount(0);

      await page.getByRole("radio", { name: words.payouts }).click();
      await page.getByLabel(words.list).fill(`FPS-${nth}`);
      await giveFile(page, `account,date,amount,reference\n100001,${hongKongDate(new Date())},10.50,FPS ${nth}\n`);
      const note = page.getByRole("button", { name: words.note });
      await note.click();
      await question.getByRole("radio", { name: words.billing, exact: true }).click();
      await question.getByRole("button", { name: words.note }).click();
      await expect(page.getByText(words.noted)).toBeVisible();
      await usable();
    },
  );
}
