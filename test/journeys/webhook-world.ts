import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { localExample } from "@/lib/contracts/examples";
import { type Receiver, startReceiver } from "../receiver";
import { test as base, cookiesOf, expect, MERCHANT } from "./fixtures";
import { serve } from "./start-product";

type World = { receiver: Receiver; answers: { status: number } };

/** A journey of a merchant, with a product of its own: it has to trust the receiver, and to try again within seconds. */
export const test = base.extend<object, { world: World }>({
  page: async ({ page, browser }, use) => {
    // Half appeared, nothing has its contrast yet.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.context().addCookies(await cookiesOf(browser, MERCHANT));
    await use(page);
  },
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from the pattern
    async ({}, use) => {
      const answers = { status: 200 };
      const receiver = await startReceiver({
        answer: (_, respond) =>
          respond.writeHead(answers.status, { "content-type": "text/plain" }).end("said the shop"),
      });
      const folder = mkdtempSync(join(tmpdir(), "sampan-ca-"));
      writeFileSync(join(folder, "ca.pem"), receiver.ca);
      const product = await serve({
        WEBHOOK_ALLOWED_PRIVATE_HOSTS: receiver.host,
        WEBHOOK_RETRY_SCHEDULE: "4,4",
        NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
      });
      const before = process.env.JOURNEY_URL;
      process.env.JOURNEY_URL = product.url;
      await use({ receiver, answers });
      process.env.JOURNEY_URL = before;
      await product.stop();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
});

/** Makes a local order as a shop's program does. */
export async function order(page: Page): Promise<string> {
  const base = `${process.env.JOURNEY_URL}/testing/v1`;
  const credentials = { client_id: "ci_test_demo", client_secret: "cs_test_demo_for_local_use_only" };
  const token = await page.request.post(`${base}/oauth/token`, {
    form: { grant_type: "client_credentials", ...credentials },
  });
  const { access_token } = await token.json();
  const made = await page.request.post(`${base}/order/create`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: { ...localExample, confirm_shipment: "N" },
  });
  expect(made.ok()).toBe(true);
  return String((await made.json()).data.order_id);
}

/** Opens a page and waits until nothing is loaded any more. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}

/** The rows of the table on the page. */
export const rows = (page: Page) => page.locator("tbody tr");
