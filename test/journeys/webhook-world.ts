import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { localExample } from "@/lib/contracts/examples";
import { type Receiver, startReceiver } from "../receiver";
import { test as base, cookiesOf, expect, MERCHANT, untilUsable } from "./fixtures";
import { productUrl, useProduct } from "./product-url";
import { serve } from "./start-product";

/** Files with different words here never share a worker, which keeps its world for all its files. */
type Options = { worldOf: string };

type World = { receiver: Receiver; answers: { status: number } };

/** A merchant's journey with its own server, which must trust the receiver and retry within seconds. */
export const test = base.extend<object, Options & { world: World }>({
  worldOf: ["", { option: true, scope: "worker" }],
  page: async ({ page, browser }, use) => {
    // While elements fade in, their contrast is too low.
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
        // The endpoint fails for long enough to be looked at before it is disabled.
        WEBHOOK_RETRY_SCHEDULE: "4,10",
        NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
      });
      useProduct(product.url);
      await use({ receiver, answers });
      useProduct(undefined);
      await product.stop();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
});

/** Creates a local order as a shop's program does. */
export async function order(page: Page): Promise<string> {
  const base = `${productUrl()}/testing/v1`;
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

/** Opens a page and waits until nothing is loading any more. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilUsable(page);
}

/** The rows of the table on the page. */
export const rows = (page: Page) => page.locator("tbody tr");
