import type { Browser, BrowserContext } from "@playwright/test";
import { localExample } from "@/lib/contracts/examples";
import { type DemoItem, OUTDOOR } from "@/server/demo/parties";
import { cookiesOf, expect } from "./fixtures";
import { productUrl } from "./product-url";

// Journeys run at once on one product: each works on orders of its own.

export const SHOP = "outdoor@sampan.example";
export const SHOP_ID = "100002";
export const WAREHOUSE = "warehouse@sampan.example";
export const [CAP, LIGHT] = ["CAP-TRAIL", "LIGHT-HEAD"].map((wanted) => {
  const { sku, barcode, description } = OUTDOOR.find(({ sku }) => sku === wanted) as DemoItem;
  return { sku, bar_code_eid: barcode, name: description };
}) as [Item, Item];

/** What {@link order} sends. */
const GOODS = [
  { ...CAP, qty: "2", single_value: "180.00" },
  { ...LIGHT, qty: "1", single_value: "320.00" },
];

type Item = { sku: string; bar_code_eid: string; name: string };
export type Made = { order_id: string; tracking_number: string };

/** A browser in which a person is signed in, in English. */
export async function signedIn(browser: Browser, email: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: productUrl(), locale: "en-GB" });
  await context.addCookies(await cookiesOf(browser, email));
  await context.addCookies([{ name: "sampan-language", value: "en", url: productUrl() }]);
  return context;
}

/** Calls the API as a person who is signed in. */
export async function post<T>(browser: Browser, email: string, path: string, data: object): Promise<T> {
  const context = await signedIn(browser, email);
  const answer = await context.request.post(`/testing/v1${path}`, {
    data,
    headers: { origin: productUrl() },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { data: made } = (await answer.json()) as { data: T };
  await context.close();
  return made;
}

/** A merchant's confirmed order: two caps and a torch. */
export function order(browser: Browser, change: object = {}): Promise<Made> {
  return post<Made>(browser, SHOP, "/order/create", {
    ...localExample,
    ...change,
    shipment_detail: {
      ...localExample.shipment_detail,
      parcel_list: [
        {
          ...localExample.shipment_detail.parcel_list[0],
          parcel_items: GOODS,
        },
      ],
    },
  });
}

/** The goods of one order come to the warehouse, so that no journey packs another's. */
async function receiveGoods(browser: Browser): Promise<void> {
  const shop = await signedIn(browser, SHOP);
  const { data: products } = await (await shop.request.get("/testing/v1/products?limit=100")).json();
  await shop.close();
  const warehouse = await signedIn(browser, WAREHOUSE);
  for (const { sku, qty } of GOODS) {
    const { product_id } = products.find((product: { sku: string }) => product.sku === sku);
    const answer = await warehouse.request.post(`/testing/v1/products/${product_id}/stock`, {
      data: { kind: "RECEIVED", qty },
      headers: { origin: productUrl(), "x-account-id": SHOP_ID },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await warehouse.close();
}

/** An order that the warehouse has confirmed. */
export async function confirmed(browser: Browser, change: object = {}): Promise<Made> {
  await receiveGoods(browser);
  const made = await order(browser, change);
  await post(browser, WAREHOUSE, "/pickpack/confirm", { order_id: made.order_id });
  return made;
}

/** An order that the warehouse has packed. */
export async function packed(browser: Browser): Promise<Made> {
  const made = await confirmed(browser);
  await post(browser, WAREHOUSE, "/pickpack/ready", { order_id: made.order_id });
  return made;
}
