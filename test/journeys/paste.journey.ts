import type { Page } from "@playwright/test";
import { cookiesOf, expect, expectAccessible, looksAt, MERCHANT, opens, test, untilUsable } from "./fixtures";

const field = (page: Page, name: string) => page.locator(`#f-recipient-${name}`);

test.beforeEach(async ({ browser, context }) => {
  await context.addCookies(await cookiesOf(browser, MERCHANT));
});

test(
  "an address that is pasted in one block fills in the recipient, and is undone",
  opens("/[environment]/orders/new"),
  async ({ page }) => {
    await page.goto("/testing/orders/new?type=local");
    await untilUsable(page);
    // The empty name has the focus when the page opens; it is not blamed before the paste could fill it in.
    await expect(field(page, "name")).toBeFocused();
    await page.getByRole("button", { name: "Paste address" }).click();
    const box = page.getByLabel("Address in one block");
    await expect(box).toBeFocused();
    await expect(field(page, "name")).not.toHaveAttribute("aria-invalid");
    await field(page, "email").fill("kept@recipient.example");
    await box.fill("陳小姐 +852 9123 4567\n大昌貿易有限公司\n九龍旺角弼街43號地下");
    await page.getByRole("button", { name: "Fill the fields", exact: true }).click();
    await expect(page.getByText("Filled in: Name, Mobile, Address. District: Yau Tsim Mong.")).toBeVisible();
    await expect(page.getByText("Not used: 大昌貿易有限公司")).toBeVisible();
    await expect(field(page, "name")).toHaveValue("陳小姐");
    await expect(field(page, "mobile_prefix")).toHaveValue("852");
    await expect(field(page, "mobile")).toHaveValue("91234567");
    await expect(field(page, "address")).toHaveValue("九龍旺角弼街43號地下");
    await expect(field(page, "email")).toHaveValue("kept@recipient.example");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(field(page, "name")).toHaveValue("");
    await expect(field(page, "address")).toHaveValue("");
    await expect(box).toBeFocused();

    // A point's code chooses delivery to a point.
    await box.fill("林小姐 92223333 觀塘裕民坊1號^kln-l001");
    await page.getByRole("button", { name: "Fill the fields", exact: true }).click();
    await expect(page.getByRole("radio", { name: "To a pickup point" })).toBeChecked();
    // All of it is undone, the service as well.
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByRole("radio", { name: "To the door" })).toBeChecked();
    await expect(page.getByText("No service chosen").first()).toBeVisible();
  },
);

test("the country that is chosen settles what a block leaves open", async ({ page }) => {
  await page.goto("/testing/orders/new?type=intl");
  await untilUsable(page);
  await page.locator("#f-recipient-country").click();
  await page.keyboard.type("singapore", { delay: 60 });
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Paste address" }).click();
  await page.getByLabel("Address in one block").fill("Tan Wei Ming\n9123 4567");
  await page.getByRole("button", { name: "Fill the fields", exact: true }).click();
  await expect(field(page, "name")).toHaveValue("Tan Wei Ming");
  await expect(field(page, "mobile_prefix")).toHaveValue("65");
});

for (const { width, language, colorScheme } of looksAt(1280, 360))
  test(`a block pasted into a field is offered for all: ${width} px, ${language}, ${colorScheme}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "sampan-language", value: language, url: baseURL ?? "" }]);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/testing/orders/new?type=intl");
    await untilUsable(page);
    const block = "Emily Johnson\n1600 Amphitheatre Parkway Building 43\nMountain View, CA 94043\nUSA\nring twice";
    await field(page, "address").evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, block);
    await page.getByRole("button", { name: /Fill the fields from this|以此填寫各欄/ }).click();
    await expect(field(page, "name")).toHaveValue("Emily Johnson");
    await expect(field(page, "address")).toHaveValue("1600 Amphitheatre Parkway");
    await expect(field(page, "address_line_2")).toHaveValue("Building 43");
    await expect(field(page, "city")).toHaveValue("Mountain View");
    await expect(field(page, "state")).toHaveValue("CA");
    await expect(field(page, "post_code")).toHaveValue("94043");
    await expect(page.getByText(/ring twice/).last()).toBeVisible();
    await expectAccessible(page);
  });
