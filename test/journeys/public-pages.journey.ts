import type { Response } from "@playwright/test";
import sharp from "sharp";
import { DEMO_CLIENT, expect, expectAccessible, opens, test, untilUsable } from "./fixtures";

/** The nonce of a page's policy; every script that the server wrote into the page must carry it. */
async function expectNonce(response: Response | null): Promise<void> {
  const nonce = /'nonce-([^']+)'/.exec(response?.headers()["content-security-policy"] ?? "")?.[1];
  expect(nonce).toBeTruthy();
  const scripts = (await response?.text())?.match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
}

const PAGES: readonly [path: string, gate: ReturnType<typeof opens>][] = [
  ["/", opens("/")],
  ["/reference", opens("/reference")],
  ["/forgot-password", opens("/forgot-password")],
  ["/set-password", opens("/set-password")],
  ["/no-access?why=plan", opens("/no-access")],
];

for (const [path, gate] of PAGES) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(
      `${path} in ${colorScheme} is accessible and carries the nonce`,
      colorScheme === "light" ? gate : {},
      async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await expectNonce(await page.goto(path));
        await untilUsable(page);
        if (path === "/reference") await expect(page.getByText("/order/create").first()).toBeVisible();
        await expectAccessible(page);
      },
    );
  }
}

test(
  "the files for browsers, search engines and agents have their types, and say how long they stay",
  opens(),
  async ({ request }) => {
    const read = async (path: string) => {
      const answer = await request.get(path);
      const { "content-type": type, "cache-control": cache } = answer.headers();
      return { about: [answer.status(), type, cache], text: await answer.text(), answer };
    };
    const HOUR = "public, max-age=3600";
    const manifest = await read("/manifest.webmanifest");
    expect(manifest.about).toEqual([200, "application/manifest+json", HOUR]);
    const { icons, start_url, display } = JSON.parse(manifest.text);
    expect([start_url, display, icons.length]).toEqual(["/", "standalone", 3]);
    for (const { src, sizes } of [...icons, { src: "/apple-touch-icon.png", sizes: "180x180" }]) {
      const icon = await read(src);
      expect(icon.about).toEqual([200, "image/png", "public, max-age=604800"]);
      const { width, height } = await sharp(await icon.answer.body()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const page = await read("/sign-in");
    expect(page.text).toContain('<link rel="manifest" href="/manifest.webmanifest"');
    const robots = await read("/robots.txt");
    expect(robots.about).toEqual([200, "text/plain; charset=UTF-8", HOUR]);
    expect(robots.text.match(/^(?:Dis)?allow: .*$/gim)).toEqual([
      "Allow: /$",
      "Allow: /track$",
      "Allow: /reference",
      "Allow: /_next/static/",
      "Disallow: /",
    ]);
    const security = await read("/.well-known/security.txt");
    expect(security.about).toEqual([200, "text/plain; charset=utf-8", "public, max-age=86400"]);
    expect(security.text).toMatch(/^Contact: mailto:security@localhost$/m);
    const expires = Date.parse(/^Expires: (.*)$/m.exec(security.text)?.[1] ?? "") - Date.now();
    expect(expires).toBeGreaterThan(150 * 86_400_000);
    expect(expires).toBeLessThan(365 * 86_400_000);
    const agents = await read("/llms.txt");
    expect(agents.about).toEqual([200, "text/plain; charset=UTF-8", HOUR]);
    // What it leads to is there, and each operation that it names.
    const { paths } = (await (await request.get("/v1/openapi.json")).json()) as { paths: Record<string, object> };
    for (const [, method = "", path = ""] of agents.text.matchAll(/`(GET|POST) \/testing\/v1([^`]*)`/g))
      expect(paths).toHaveProperty([path, method.toLowerCase()]);
    for (const [, path = ""] of agents.text.matchAll(/\]\((\/[^)]*)\)/g))
      expect((await request.get(path)).status()).toBe(200);
  },
);

test("a page that is not there is a page of ours, with the nonce", opens(), async ({ page, faults }) => {
  for (const path of ["/no-such-page", "/no-such/page"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expectNonce(response);
    // People without scripts, or who read by a program, see it too.
    expect((await response?.text())?.replaceAll(/<script.*?<\/script>/gs, "")).toContain("<h1");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await expectAccessible(page);
  // The browser itself logs the 404 of the page.
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
  faults.length = 0;
});

test("the API reference shows the operations and tries one on testing", opens(), async ({ page, request }) => {
  const token = await request.post("/testing/v1/auth/token", {
    form: { grant_type: "client_credentials", ...DEMO_CLIENT },
  });
  expect(token.status()).toBe(200);
  await page.goto("/reference");
  await expect(page.getByText("/order/create").first()).toBeVisible();
  await expect(page.getByText("/rates/get").first()).toBeVisible();
});
