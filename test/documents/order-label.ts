import { beforeAll, expect } from "vitest";
import type { Environment } from "@/lib/environment";
import { created, localOrder, type Merchant, merchant } from "../factories";
import { fetchDocument } from "./fetch";
import { readPdf } from "./read-pdf";

/** The merchant of the test file that runs now. */
export let shop: Merchant;
/** Makes a merchant for the file. */
export function withMerchant(): void {
  beforeAll(async () => {
    shop = await merchant();
  });
}

type Loose = Record<string, unknown>;

export const fetchFile = (path: string, environment: Environment = "testing", accept = "application/pdf") =>
  fetchDocument(shop, path, { environment, accept });

/** A new order of this body, with its label. */
export async function labelOf(body: unknown, environment: Environment = "testing", paper = "100x150") {
  const order = await created(shop[environment], body);
  const { response, bytes } = await fetchFile(`/order/label/${order.order_id}?paper=${paper}`, environment);
  expect(response.status).toBe(200);
  return { order, bytes, pages: readPdf(bytes) };
}

/** A local order with changes of the order, its shipment and its first parcel. */
export function local(change: Loose = {}, shipment: Loose = {}, parcel: Loose = {}) {
  const body = localOrder(change);
  Object.assign(body.shipment_detail, shipment);
  Object.assign(body.shipment_detail.parcel_list[0] ?? {}, parcel);
  return body;
}
