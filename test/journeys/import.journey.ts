// A file of orders from the moment it is dropped to the labels: checked, corrected by the keyboard alone, confirmed, and
// printed in its order.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";

const WORDS = {
  en: {
    go: /^Confirm 58 orders, HK\$[\d,]+\.00$/,
    row: (n: number) => new RegExp(`^Row ${n}, `),
    allGood: "Nothing left to fix, 10 fixed",
    done: "58 orders are confirmed",
    print: "Print 58 labels",
    same: "The same content was imported before.",
    pages: "Pages",
  },
  "zh-Hant": {
    go: /^確認 58 張訂單，HK\$[\d,]+\.00$/,
    row: (n: number) => new RegExp(`^第 ${n} 行，`),
    allGood: "沒有待修正的資料，已修正 10 行",
    done: "已確認 58 張訂單",
    print: "列印 58 張運單標籤",
    same: "相同內容曾經匯入。",
    pages: "分頁",
  },
};

type Line = Partial<Record<(typeof HEADERS)[number], string>>;
const HEADERS = [
  ...(["Order no", "Recipient", "Mobile", "Address", "Pickup point", "Service", "kg"] as const),
  ...(["Item", "Qty", "Unit price"] as const),
] as const;

/** What is wrong, by rows, and the text that fixes it. */
const MISTAKES: readonly { row: number; wrong: Line; right: string; alike?: true }[] = [
  { row: 19, wrong: { Mobile: "6.12E+07" }, right: "61234567" },
  { row: 22, wrong: { kg: "" }, right: "1.2" },
  { row: 24, wrong: { "Pickup point": "NT-S999" }, right: "", alike: true },
  { row: 27, wrong: { Mobile: "9321455" }, right: "93214550" },
  { row: 31, wrong: { Service: "Teleport" }, right: "LOCAL_DOOR" },
  { row: 35, wrong: { Qty: "0" }, right: "2" },
  { row: 48, wrong: { "Unit price": "abc" }, right: "178" },
  { row: 52, wrong: { Recipient: "" }, right: "陳大文" },
  { row: 58, wrong: { "Order no": "10" }, right: "58" },
];
/** Has what row 24 has. */
const ALSO = 44;
/** Further lines of the order before them. */
const FURTHER = [17, 40];

const quoted = (text: string) => (text.includes(",") ? `"${text}"` : text);

function messyFile(mark: string): string {
  const lines = Array.from({ length: 60 }, (_, at) => {
    const n = at + 1;
    const wrong = MISTAKES.find(({ row }) => row === (n === ALSO ? 24 : n))?.wrong ?? {};
    const isFurther = FURTHER.includes(n);
    const head: Line = {
      ...{ Recipient: n % 3 ? "Amy Wong" : "蘇婉婷", Mobile: `9123${4000 + n}`, kg: "0.8" },
      Address: n % 3 ? "Flat 5C, 22 Electric Road, North Point" : "沙田正街 3 號 12 樓 F 室",
    };
    const own: Line = {
      ...(isFurther ? {} : head),
      ...{ "Order no": String(isFurther ? n - 1 : n), Item: "Jasmine tea 100 g", Qty: "1", "Unit price": "178" },
      ...wrong,
    };
    return HEADERS.map((header) => (header === "Order no" ? `${mark}-${own[header]}` : quoted(own[header] ?? "")));
  });
  return [HEADERS.join(","), ...lines.map((line) => line.join(","))].join("\r\n");
}

const drop = (page: Page, name: string, text: string) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;

const MESSY = "a messy file is corrected by keys, confirmed and printed";

for (const { width, language, colorScheme, slug } of looksAt(1280, 768)) {
  test(
    `${MESSY}, in ${language} ${colorScheme} at ${width} px`,
    opens("/[environment]/orders/import", "/[environment]/orders/import/[importId]"),
    async ({ page }) => {
      const words = WORDS[language];
      await asMerchant(page, language);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const usable = async () => {
        await untilUsable(page);
        await expectAccessible(page);
        expect(await isWithin(page, width)).toBe(true);
      };
      await page.goto("/testing/orders/import");
      await usable();
      const file = messyFile(slug);
      await drop(page, "monday.csv", file);
      await expect(page.getByRole("grid")).toBeVisible();
      await usable();

      const keys = page.keyboard;
      for (const { row, right, alike } of MISTAKES) {
        await keys.press("F8");
        await expect(page.getByRole("heading", { name: words.row(row) })).toBeVisible();
        if (right) await keys.type(right);
        else await keys.press("Delete");
        await keys.press(alike ? "Alt+Enter" : "Enter");
      }
      await expect(page.getByRole("heading", { name: words.allGood })).toBeVisible();
      await usable();
      // What is done is the server's.
      await page.reload();
      await expect(page.getByRole("button", { name: words.go })).toBeEnabled();
      await untilUsable(page);

      await keys.press("Control+Enter");
      await expectAccessible(page, "[role=dialog]");
      await keys.press("Control+Enter");
      await expect(page.getByText(words.done)).toBeVisible();
      await usable();
      await page.getByRole("navigation", { name: words.pages }).getByRole("button").first().press("Enter");
      await expect(page.getByRole("grid").getByRole("rowheader", { name: "1", exact: true })).toBeVisible();
      const shown = await page.locator("tbody tr a").allInnerTexts();

      await page.getByRole("button", { name: words.print }).press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(/58/).first()).toBeVisible();
      await expectAccessible(page, "[role=dialog]");
      const asked = page.waitForRequest(
        (request) => /\/print-jobs$/.test(request.url()) && request.method() === "POST",
      );
      await keys.press("Control+Enter");
      const { order_ids } = (await asked).postDataJSON();
      expect(order_ids).toHaveLength(58);
      // A page of the table has the first ones, in the file's order; further lines name their order again.
      expect(order_ids.slice(0, 40)).toEqual([...new Set(shown)].slice(0, 40));
      await expect(dialog).toBeHidden();

      // The same file again asks.
      await page.goto("/testing/orders/import");
      await untilUsable(page);
      await drop(page, "monday.csv", file);
      await expect(page.getByText(words.same)).toBeVisible();
    },
  );
}

test("300 orders are printed within 40 keys and clicks, and 3 minutes", async ({ page }) => {
  await asMerchant(page);
  const began = Date.now();
  let acts = 0;
  const act = async (one: Promise<unknown>) => {
    acts++;
    await one;
  };
  const lines = Array.from(
    { length: 300 },
    (_, n) => `MANY-${n + 1},Amy Wong,91234567,"Flat 5C, 22 Electric Road, North Point",0.8,Jasmine tea,1,178`,
  );
  await page.goto("/testing/orders");
  await untilUsable(page);
  await act(page.getByRole("main").getByRole("link", { name: "Import", exact: true }).click());
  await expect(page.getByRole("heading", { name: "Import orders" })).toBeVisible();
  await act(drop(page, "many.csv", ["Order no,Recipient,Mobile,Address,kg,Item,Qty,Unit price", ...lines].join("\n")));
  await act(page.getByRole("button", { name: /^Confirm 300 orders/ }).click());
  await act(
    page
      .getByRole("dialog")
      .getByRole("button", { name: /^Confirm 300 orders/ })
      .click(),
  );
  await act(page.getByRole("button", { name: "Print 300 labels" }).click());
  await act(page.getByRole("dialog").getByRole("button", { name: /300/ }).click());
  await expect(page.getByText(/300 labels/).first()).toBeVisible();
  const job = page.getByRole("region", { name: /labels/i }).first();
  await expect(job.getByRole("button", { name: /^Print|^Download/ }).first()).toBeEnabled({ timeout: 120_000 });
  const saved = page.waitForEvent("download");
  await act(job.getByRole("button", { name: /^Download/ }).click());
  await (await saved).path();
  expect(acts).toBeLessThanOrEqual(40);
  expect(Date.now() - began).toBeLessThan(180_000);
});
