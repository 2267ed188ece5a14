// Rules for new orders by the keyboard: added, tried out, moved and switched off; what they do to orders from a file; tags
// of one order, of many, and in the list's filter.
import { expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";

const WORDS = {
  en: {
    add: "Add rule",
    name: "Name",
    condition: "Add condition",
    value: "With",
    tag: "Tag",
    hold: "Do not confirm, because",
    tried: /of the last \d+ orders/,
    try: "Try it out on the last 1,000 orders",
    added: "Rule added",
    up: /^Move Over 2 kg up$/,
    enabled: "Over 2 kg is switched on",
    off: "off",
    empty: "This field is required.",
  },
  "zh-Hant": {
    add: "新增規則",
    name: "名稱",
    condition: "新增條件",
    value: "內容",
    tag: "標籤",
    hold: "暫不確認，原因是",
    tried: /最近 \d+ 張訂單/,
    try: "以最近 1,000 張訂單試用",
    added: "已新增規則",
    up: /^將「Over 2 kg」上移$/,
    enabled: "啟用「Over 2 kg」",
    off: "已停用",
    empty: "必須填寫。",
  },
};

for (const { width, language, colorScheme, slug } of looksAt(1280, 360))
  test(
    `a rule is added, tried out, moved and switched off, in ${language} ${colorScheme} at ${width} px`,
    opens("/[environment]/settings/rules"),
    async ({ page }) => {
      const words = WORDS[language];
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await asMerchant(page, language);
      await page.goto("/testing/settings/rules");
      await untilUsable(page);
      await expect(page.getByText("Valuable", { exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: words.add }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("textbox", { name: words.name })).toBeFocused();
      await page.keyboard.type("Over 2 kg");
      await dialog.getByRole("button", { name: words.condition }).press("Enter");
      await dialog.getByRole("button", { name: words.try }).press("Enter");
      await expect(dialog.getByText(words.empty)).toBeVisible();
      await dialog.getByRole("textbox", { name: words.value }).fill("2");
      await dialog.getByRole("textbox", { name: words.tag }).fill(`heavy ${slug}`);
      await dialog.getByRole("button", { name: words.try }).press("Enter");
      await expect(dialog.getByText(words.tried)).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole("textbox", { name: words.tag }).press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText(words.added)).toBeVisible();
      const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "Over 2 kg" });
      await expect(rows).toHaveCount(1);
      await rows.getByRole("button", { name: words.up }).press("Enter");
      await expect(rows.getByText("4", { exact: true })).toBeVisible();
      await rows.getByRole("checkbox", { name: words.enabled }).press("Space");
      await expect(rows.getByText(words.off, { exact: true })).toBeVisible();
      await expectAccessible(page);
    },
  );

test(
  "orders have tags: of one, of many, and the list finds those that have one",
  opens("/[environment]/orders", "/[environment]/orders/[orderId]"),
  async ({ page }) => {
    await asMerchant(page);
    await page.goto("/testing/orders?sort=create_time");
    await untilUsable(page);
    const boxes = page.getByRole("checkbox", { name: /^Select order/ });
    await boxes.nth(0).press("Space");
    await boxes.nth(1).press("Space");
    await page.getByRole("button", { name: "Tags…" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Add" }).press("Enter");
    await page.keyboard.type("first two");
    await page.keyboard.press("Enter");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Change 2 orders" }).press("Enter");
    await expect(dialog.getByText("Tags of 2 orders changed").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.goto("/testing/orders?tag=first%20two");
    await untilUsable(page);
    const links = page.getByRole("table").getByRole("link", { name: /^\d{15}$/ });
    await expect(links).toHaveCount(2);
    await links.first().press("Enter");
    await page.waitForURL(/\/orders\/\d{15}$/);
    await page.getByRole("combobox", { name: "Add a tag" }).press("Enter");
    await page.keyboard.type("VIP");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Take off “VIP”" })).toBeVisible();
    await page.getByRole("button", { name: "Take off “first two”" }).press("Enter");
    await expect(page.getByRole("button", { name: "Take off “first two”" })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto("/testing/orders?tag=first%20two");
    await expect(page.getByRole("table").getByRole("link", { name: /^\d{15}$/ })).toHaveCount(1);
  },
);
