import { afterEach, beforeAll, expect, vi } from "vitest";
import { intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";
import type { Answer } from "@/test/http";

// biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart at every place
export type Body = any;
export type ShipType = "intl" | "local";

/** A merchant, and one with pick-and-pack, of the test file that runs now. */
export let shop: Merchant;
export let packer: Merchant;

/** Makes the merchants for the file, and gives the real clock back after each test. */
export function withMerchants(): void {
  beforeAll(async () => {
    shop = await merchant();
    packer = await merchant({ pickPack: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const order = (shipType: ShipType, change: (body: Body) => void = () => {}): Body => {
  const body: Body = shipType === "intl" ? intlOrder() : localOrder();
  change(body);
  return body;
};
export const parcelsOf = (body: Body): Body[] => body.shipment_detail.parcel_list;
export const itemsOf = (body: Body, parcel = 0): Body[] =>
  parcelsOf(body)[parcel].declaration_list ?? parcelsOf(body)[parcel].parcel_items;
export const create = (body: unknown, by = shop, options = {}): Promise<Answer> =>
  by.testing.post("/order/create", body, options);

/** The pointers of an answer's entries, each with its code if it has one. */
export function entriesOf(answer: Answer): string[] {
  return answer.entries.map(({ pointer, code }) => (code ? `${pointer} ${code}` : pointer));
}

/** Sends an order and expects these entries, or that it is made where there are none. */
export async function expectEntries(body: unknown, entries: string[], by = shop): Promise<Answer> {
  const answer = await create(body, by);
  expect(entriesOf(answer)).toEqual(entries);
  expect(answer.status).toBe(entries.length ? 400 : 200);
  return answer;
}

/** Makes an order and reads it. */
export async function detailOf(body: unknown): Promise<Body> {
  const answer = await expectEntries(body, []);
  return (await shop.testing.get(`/order/detail/${answer.body.data.order_id}`)).body.data;
}
