import type { Response } from "@playwright/test";
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
