import type { Page } from "@playwright/test";
import { expect, expectAccessible, looksAt, opens, PASSWORD, test, untilUsable } from "./fixtures";
import { productUrl } from "./product-url";

const MERCHANT = "outdoor@sampan.example";

type Cookies = Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;
let session: Cookies = [];

const atHome = async (page: Page, path = "/testing") => {
  await page.context().addCookies(session);
  await page.goto(path);
  await untilUsable(page);
};

const language = (page: Page, value: "en" | "zh-Hant") =>
  page.context().addCookies([{ name: "sampan-language", value, url: productUrl() }]);

const openPalette = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
};

/** Slower than a scanner. */
const AT_HAND = { delay: 120 };

/** The browser itself logs refused requests. */
const forgetRefusals = (faults: string[], status: number) => {
  const others = faults.filter((fault) => !fault.includes(`status of ${status}`));
  faults.length = 0;
  faults.push(...others);
};

test.describe.configure({ mode: "serial" });

test(
  "a person who is not signed in signs in, and gets to the page that they asked for",
  opens("/[environment]/orders", "/sign-in", "/[environment]"),
  async ({ page, faults }) => {
    await page.goto("/testing/orders?status=EXCEPTION");
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await expectAccessible(page);
    await page.getByLabel("E-mail").fill(MERCHANT);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("The e-mail or the password is wrong.")).toBeVisible();
    forgetRefusals(faults, 401);
    await expectAccessible(page);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/testing/orders?status=EXCEPTION");
    session = await page.context().cookies();

    await page.goto("/sign-in?next=//evil.example/");
    await expect(page).toHaveURL(/\/(testing|production)$/);
  },
);

for (const { width, colorScheme: scheme, language: locale } of looksAt(1280, 360)) {
  test(
    `the home page, its navigation and its commands at ${width} px, ${scheme}, ${locale}`,
    opens("/[environment]"),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 760 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await language(page, locale);
      await atHome(page);
      await expect(page.locator("html")).toHaveAttribute("lang", locale === "en" ? "en" : "zh-Hant-HK");
      await expect(page.locator("html")).toHaveAttribute("data-theme", scheme);
      await expect(page.getByText(locale === "en" ? "nothing is shipped or charged" : "不寄件、不收費")).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (width === 360) {
        await page.getByRole("button", { name: locale === "en" ? "Open the navigation" : "開啟導覽" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
      }
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox")).toBeFocused();
      await expectAccessible(page);
    },
  );
}

test("the keyboard is enough everywhere", opens("/[environment]", "/[environment]/orders"), async ({ page }) => {
  await atHome(page, "/production");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();

  // A scanner types faster than a hand, and leads nowhere: what comes next is the list that the hand asks for.
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await page.evaluate(() => {
    for (const key of "gonl")
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.type("go", AT_HAND);
  await page.waitForURL("**/production/orders");
  expect(visited).toEqual(["/production/orders"]);

  await openPalette(page);
  await page.keyboard.type("Switch to Testing");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/testing/orders");

  await openPalette(page);
  await page.keyboard.type("SP0000");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/testing\/orders\?.*q=SP0000/);

  await openPalette(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await openPalette(page);
  await page.keyboard.type("中文");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant-HK");
});

test("what is typed before the palette has loaded is not lost", async ({ page }) => {
  await atHome(page, "/production");
  await page.route("**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("webh");
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("webh");
  await page.keyboard.type("ooks");
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("webhooks");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/production\/webhooks$/);
});

test(
  "an unknown address of the dashboard keeps the navigation",
  opens("/[environment]/[...unknown]"),
  async ({ page, faults }) => {
    await page.context().addCookies(session);
    const response = await page.goto("/testing/no-such-page/1");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no page at this address" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Navigation" })).toBeVisible();
    forgetRefusals(faults, 404);
  },
);

test("addresses that ask for nonsense are answered plainly", async ({ page }) => {
  await page.context().addCookies(session);
  for (const [path, status] of [
    ["/testing/orders?page=-1&sort=x&limit=7&status=NOPE&q=%00&offset=99999999999999999999", 200],
    ["/testing/orders?q=a&q=b&created_from=2026-02-30&offset=-1", 200],
    ["/testing/orders/new?type=local&draft=%00", 200],
    [`/testing/orders/new?type=${"x".repeat(3000)}&draft=none`, 200],
    ["/testing/orders/1", 404],
    ["/testing/orders/none/edit", 404],
    ["/testing/orders/%00", 404],
    ["/testing/orders/999999999999999999999999", 404],
  ] as const)
    expect((await page.request.get(path)).status(), path).toBe(status);
});

test("several notices at once can each be read and closed", async ({ page, faults }) => {
  await page.setViewportSize({ width: 360, height: 760 });
  await atHome(page);
  await openPalette(page);
  await page.keyboard.type("everywhere");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  const notices = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Close" }) });
  for (const [index, status] of [500, 429, 503].entries()) {
    await page.route("**/sessions/revoke-all", (route) => route.fulfill({ status, json: { error: {} } }));
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(notices).toHaveCount(index + 1);
    forgetRefusals(faults, status);
  }
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expectAccessible(page);
  for (const left of [2, 1, 0]) {
    await notices.first().getByRole("button", { name: "Close" }).click();
    await expect(notices).toHaveCount(left);
  }
});

test("if even the frame of pages fails, both languages say so", async ({ page, faults }) => {
  await page.route("**/*.js", async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    // Only the frame reads the theme from the browser's storage. This breaks it until the end of the test, without
    // caching.
    const headers = { ...response.headers(), "cache-control": "no-store" };
    const body = script.replace('"sampan-theme"', '(()=>{throw new Error("frame")})()');
    await route.fulfill({ response, headers, body });
  });
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "無法顯示此頁" })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "重新載入" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  expect(faults.filter((fault) => !fault.includes("frame"))).toEqual([]);
  faults.length = 0;
});
