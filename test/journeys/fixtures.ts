import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from "@playwright/test";
import { productUrl } from "./product-url";

/** The paths that pages of the current test have asked for or moved to. */
const opened = new Set<string>();

/**
 * Marks a journey as one of the gate's (`docs/gate.md`) and names the pages that it opens, as their folders below `app/`
 * do; it fails if it has not opened one of them.
 */
export function opens(...pages: string[]) {
  return { tag: "@gate", annotation: pages.map((description) => ({ type: OPENS, description })) };
}

const OPENS = "opens";

function isOpened(page: string): boolean {
  const address = new RegExp(`^${page.replace(/\[(\.\.\.)?[^\]]+\]/g, (_, rest) => (rest ? ".+" : "[^/]+"))}$`);
  return [...opened].some((path) => address.test(path));
}

/** A browser test that fails on any console error, page error or violation of the content security policy. */
export const test = base.extend<{ faults: string[] }, object>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        const note = (url: string) => opened.add(new URL(url).pathname);
        context.on("request", (request) => request.isNavigationRequest() && note(request.url()));
        context.on("page", (page) => page.on("framenavigated", (frame) => note(frame.url())));
        return context;
      };
      await use(browser);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ baseURL: _none }, use) => {
    await use(productUrl());
  },
  faults: [
    async ({ page }, use, testInfo) => {
      opened.clear();
      const faults: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || /content security policy/i.test(message.text())) faults.push(message.text());
      });
      page.on("pageerror", (error) => faults.push(String(error)));
      const unanswered = new Set<Request>();
      page.on("request", (request) => unanswered.add(request));
      page.on("requestfinished", (request) => unanswered.delete(request));
      page.on("requestfailed", (request) => unanswered.delete(request));
      await use(faults);
      if (testInfo.status !== testInfo.expectedStatus || faults.length) {
        const lines = [
          `page: ${page.url()}`,
          ...faults.map((fault) => `console: ${fault}`),
          ...[...unanswered].map((request) => `unanswered: ${request.method()} ${request.url()}`),
        ];
        await testInfo.attach("page", { contentType: "text/plain", body: lines.join("\n") });
        await tellWhatPagesSay(page);
      }
      expect(faults).toEqual([]);
      const named = testInfo.annotations
        .filter(({ type }) => type === OPENS)
        .map(({ description = "" }) => description);
      if (testInfo.status === "passed") expect(named.filter((name) => !isOpened(name))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Prints what every open page of a failed test says: its picture stays on a machine that may be gone. */
async function tellWhatPagesSay(page: Page): Promise<void> {
  const contexts = page.context().browser()?.contexts() ?? [];
  for (const open of contexts.flatMap((context) => context.pages())) {
    const said = await open.locator("body").ariaSnapshot({ timeout: 2_000 }).catch(String);
    process.stdout.write(`\n${open.url()} says\n${said.slice(0, 8_000)}\n`);
  }
}

const LANGUAGES = ["en", "zh-Hant"] as const;
const SCHEMES = ["light", "dark"] as const;
const EVERY_LOOK = LANGUAGES.flatMap((language) => SCHEMES.map((colorScheme) => ({ language, colorScheme })));

/**
 * The looks in which pages are judged, at each width in pixels: each language and colour scheme once, since neither
 * changes the other. LOOKS=one: only the first, for the gate; LOOKS=other: at each width the language and scheme that
 * are not seen otherwise; LOOKS=all: every language in every scheme at every width.
 */
export function looksAt(...widths: number[]) {
  const from = process.env.LOOKS === "other" ? 1 : 0;
  const looks =
    process.env.LOOKS === "all"
      ? [...new Set([...widths, 1280, 768, 360])].flatMap((width) => EVERY_LOOK.map((look) => ({ width, ...look })))
      : widths.slice(0, process.env.LOOKS === "one" ? 1 : undefined).map((width, index) => ({
          width,
          language: LANGUAGES[(index + from) % 2] ?? "en",
          colorScheme: SCHEMES[(index + from) % 2] ?? "light",
        }));
  // In names and addresses, it keeps what one look made from the others.
  return looks.map((look) => ({
    ...look,
    slug: `${look.width}-${look.colorScheme}-${look.language}`.toLowerCase(),
  }));
}

export const PASSWORD = "sampan-demo-2026";
export const DEMO_CLIENT = { client_id: "ci_test_demo", client_secret: "cs_test_demo_for_local_use_only" };
export const MERCHANT = "tea@sampan.example";
export const SUPPORT = "support@sampan.example";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
const sessions = new Map<string, Promise<Cookies>>();

/**
 * The cookies of a person who is signed in. Workers share them, those that come after a failed test too: sign-ins are
 * limited.
 */
export function cookiesOf(browser: Browser, email: string): Promise<Cookies> {
  const known = sessions.get(email) ?? keptSession(browser, email);
  sessions.set(email, known);
  return known;
}

async function keptSession(browser: Browser, email: string): Promise<Cookies> {
  const folder = process.env.JOURNEY_SESSIONS;
  if (!folder) throw new Error("start-product.ts sets JOURNEY_SESSIONS");
  const file = join(folder, encodeURIComponent(`${productUrl()} ${email}`));
  const kept = await readFile(file, "utf8").catch(() => null);
  if (kept) {
    const cookies: Cookies = JSON.parse(kept);
    // A journey may have ended it.
    if (await isSignedIn(browser, cookies)) return cookies;
  }
  const cookies = await signIn(browser, email);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(cookies));
  await rename(draft, file);
  return cookies;
}

async function isSignedIn(browser: Browser, cookies: Cookies): Promise<boolean> {
  const context = await browser.newContext({ baseURL: productUrl() });
  await context.addCookies(cookies);
  const answer = await context.request.get("/testing/v1/me");
  await context.close();
  return answer.ok();
}

/** The cookies of a session of its own, for what a session remembers, such as support's visits. */
export async function signIn(browser: Browser, email: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: productUrl(), locale: "en-GB" });
  await signInBy(context.request, email, PASSWORD);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Signs in without the page, which journeys of their own try: its requests keep the session. */
export async function signInBy(request: APIRequestContext, email: string, password: string): Promise<void> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const form = { email, password, csrfToken, json: "true" };
  const answer = await request.post("/api/auth/callback/credentials", { form });
  expect(answer.status(), `${email} signs in: ${await answer.text()}`).toBe(200);
}

/** Opens the parts of an order's form that are lines. */
export async function unfold(page: Page): Promise<void> {
  await page.locator("#f-recipient-name").waitFor({ state: "attached" });
  const folded = page.getByRole("main").getByRole("button", { name: /^(Change|Add|更改|加入)[:：]/ });
  while (await folded.first().isVisible()) await folded.first().click();
}

/**
 * Waits until the page can be used: its scripts have come and React has taken over everything that can be pressed or
 * filled in of what the server drew. A key or a press before that moment reaches nothing.
 */
export async function untilUsable(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    type Fiber = { child: Fiber | null; sibling: Fiber | null; stateNode: unknown };
    const container = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1] as Fiber;
    const content = document.querySelector("main");
    if (!container || !content) return false;
    // An element knows React as soon as it is prepared, up to 300 ms before React puts it in charge: only what its
    // current tree holds is in use.
    const used = new Set<unknown>();
    const rest: (Fiber | null)[] = [(container.stateNode as { current: Fiber }).current];
    for (let fiber = rest.pop(); fiber; fiber = rest.pop()) {
      used.add(fiber.stateNode);
      if (fiber.sibling) rest.push(fiber.sibling);
      if (fiber.child) rest.push(fiber.child);
    }
    // The reference is drawn by a library with a React root of its own.
    const isOfAnotherRoot = (one: Element | null): boolean =>
      one !== null &&
      (Object.keys(one).some((key) => key.startsWith("__reactContainer")) || isOfAnotherRoot(one.parentElement));
    return [content, ...content.querySelectorAll("a, button, input, select, textarea")].every(
      (one) => used.has(one) || isOfAnotherRoot(one),
    );
  });
  // Effects, which listen for keys, run after the elements are taken over. A browser without a window that draws
  // nothing more may never call itself idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
}

/** Expects axe to find nothing on the page once it is still, or in the part of it that covers the rest. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  await expect(page.locator(part).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]:visible")).toHaveCount(0);
  // An element that appears or disappears is pale for a moment.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
  // A control that a bar covers in part, where the page happens to be scrolled to, is no small target.
  const bars = await page.evaluateHandle(() => {
    const all = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (one) => getComputedStyle(one).position === "sticky",
    );
    for (const bar of all) bar.style.position = "static";
    return all;
  });
  const { violations } = await new AxeBuilder({ page })
    // No frame of another origin needs a page of axe's own, and only what is wrong is listed.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .include(part)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  await bars.evaluate((all) => {
    for (const bar of all) bar.style.removeProperty("position");
  });
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`),
  ).toEqual([]);
}

/** Posts to the API as the page's person, which must succeed; returns its data. */
export async function post(page: Page, path: string, data: object): Promise<ReturnType<typeof JSON.parse>> {
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await page.request.post(`/testing/v1${path}`, { data, headers });
  const { data: made, error } = await answer.json();
  expect(error, path).toBeUndefined();
  return made;
}

export { expect };

/** Gives the password that is asked for before a change of how one signs in. */
export async function giveProof(page: Page, password: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.locator("[name=password]").fill(password);
  await question.getByRole("button").last().click();
}
