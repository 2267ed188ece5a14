import { expect, expectAccessible, looksAt, opens, untilUsable } from "./fixtures";
import { asMerchant, test } from "./own-product";

test.describe.configure({ mode: "serial" });

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(
    `the address book is accessible at ${width} px: ${language}, ${colorScheme}`,
    opens(
      "/[environment]/addresses/[addressId]",
      "/[environment]/addresses",
      "/[environment]/addresses/new",
      "/[environment]/addresses/duplicates",
      "/[environment]/addresses/import",
    ),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await asMerchant(page, language);
      const [{ id }] = (await (await page.request.get("/testing/v1/addresses")).json()).data;
      for (const path of ["", "?kind=sender", "/new", `/${id}`, "/duplicates", "/import"]) {
        await page.goto(`/testing/addresses${path}`);
        await untilUsable(page);
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    },
  );

test(
  "a recipient is saved, found by a part of the address, merged with a twin, and deleted",
  opens("/[environment]/addresses", "/[environment]/addresses/new", "/[environment]/addresses/duplicates"),
  async ({ page }) => {
    await asMerchant(page);
    await page.goto("/testing/addresses");
    await untilUsable(page);
    await page.getByRole("link", { name: "New recipient" }).click();
    await untilUsable(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Must have at least one field.")).toBeVisible();
    await page.getByRole("textbox", { name: "Name" }).fill("Chow Yun");
    await page.getByRole("textbox", { name: "Mobile" }).fill("91234567");
    await page.getByRole("textbox", { name: "Address" }).fill("Shop 9, Lucky Plaza, Sha Tin");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/addresses\?kind=recipient|addresses$/);
    await untilUsable(page);
    await page.getByRole("searchbox", { name: "Search" }).fill("lucky");
    await expect(page.getByRole("table", { name: "Recipients" }).getByRole("row")).toHaveCount(2);
    await page.getByRole("link", { name: "1 duplicate" }).click();
    await untilUsable(page);
    await page.getByRole("radio", { name: /Chow Yun/ }).click();
    await page.getByRole("button", { name: "Keep it and delete 2 others" }).click();
    await expect(page.getByText("No duplicates")).toBeVisible();
    await page.goto("/testing/addresses?q=chow");
    await untilUsable(page);
    await page.getByRole("button", { name: "Actions for Chow Yun" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Nothing matches “chow”")).toBeVisible();
  },
);

test("a sender becomes the default, and new orders of that kind begin with it", async ({ page }) => {
  await asMerchant(page);
  const before = (await (await page.request.get("/testing/v1/defaults")).json()).data;
  await page.goto("/testing/addresses?kind=sender");
  await untilUsable(page);
  await page.getByRole("link", { name: "New sender" }).click();
  await untilUsable(page);
  await page.getByRole("textbox", { name: "Name" }).fill("Second Warehouse");
  await page.getByRole("textbox", { name: "Mobile" }).fill("92345678");
  await page.getByRole("textbox", { name: "Address" }).fill("Unit 5, 8/F, 80 Hung To Road, Kwun Tong");
  await page.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("table", { name: "Senders" }).getByRole("row").filter({ hasText: "Second Warehouse" });
  await expect(row).toBeVisible();
  await untilUsable(page);
  await page.getByRole("button", { name: "Actions for Second Warehouse" }).click();
  await page.getByRole("menuitem", { name: "Make default for Hong Kong" }).click();
  await expect(page.getByText("New orders now begin with this sender.")).toBeVisible();
  await expect(row.getByText("Default, Hong Kong")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Second Warehouse" }).click();
  await expect(page.getByRole("menuitem", { name: "Make default for international" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Make default for Hong Kong" })).toHaveCount(0);
  const senderOf = async (type: string) => {
    await page.goto(`/testing/orders/new?type=${type}`);
    await untilUsable(page);
    return page.locator("#f-sender-name");
  };
  await expect(await senderOf("local")).toHaveValue("Second Warehouse");
  await expect(await senderOf("intl")).toHaveValue(before.intl?.sender?.name ?? "");
  // Later journeys on this server begin with the sender of before.
  await page.request.put("/testing/v1/defaults", { data: before, headers: { "sec-fetch-site": "same-origin" } });
});

test(
  "addresses come in from a file: a wrong one is fixed, and all of them are found",
  opens("/[environment]/addresses/import", "/[environment]/addresses/import/[importId]"),
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await asMerchant(page);
    await page.goto("/testing/addresses/import");
    await untilUsable(page);
    const file = "姓名,電話,地址\n倪小姐,98760001,九龍旺角彌敦道 700 號\n歐先生,9876000,新界沙田正街 18 號\n";
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "book.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await page.waitForURL(/addresses\/import\/im_/);
    await expect(page.getByRole("grid")).toContainText("9876000");
    await untilUsable(page);
    await page.keyboard.press("F8");
    await expect(page.getByRole("textbox", { name: "Mobile, row 2, wrong" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type("98760002");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Import 2 addresses" }).click();
    await expect(page.getByText("2 addresses are in")).toBeVisible();
    await page.getByRole("link", { name: "To the addresses" }).click();
    await page.waitForURL("**/testing/addresses");
    await untilUsable(page);
    await page.getByRole("searchbox", { name: "Search" }).fill("歐先生");
    await expect(page.getByRole("table", { name: "Recipients" }).getByRole("row")).toHaveCount(2);
  },
);
