import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/** A browser test that fails on any console error, page error or violation of the content security policy. */
export const test = base.extend<{ faults: string[] }>({
  baseURL: async ({ baseURL: _none }, use) => {
    await use(process.env.JOURNEY_URL);
  },
  faults: [
    async ({ page }, use, testInfo) => {
      const faults: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || /content security policy/i.test(message.text())) faults.push(message.text());
      });
      page.on("pageerror", (error) => faults.push(String(error)));
      await use(faults);
      if (testInfo.status !== testInfo.expectedStatus || faults.length) {
        const lines = [`page: ${page.url()}`, ...faults.map((fault) => `console: ${fault}`)];
        await testInfo.attach("page", { contentType: "text/plain", body: lines.join("\n") });
      }
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export const PASSWORD = "sampan-demo-2026";
export const MERCHANT = "tea@sampan.example";
export const SUPPORT = "support@sampan.example";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
const sessions = new Map<string, Promise<Cookies>>();

/** The cookies of somebody who is signed in; signs in once a worker, not once a test: sign-ins are counted. */
export function cookiesOf(browser: Browser, email: string): Promise<Cookies> {
  const known = sessions.get(email) ?? signIn(browser, email);
  sessions.set(email, known);
  return known;
}

async function signIn(browser: Browser, email: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: process.env.JOURNEY_URL ?? "", locale: "en-GB" });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** axe finds nothing on the page as it is when it has come to rest, or in the part of it that lies over the rest. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  await expect(page.locator("[aria-busy=true]:visible")).toHaveCount(0);
  // What is on its way in or out is pale for a moment.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`),
  ).toEqual([]);
}

export { expect };
