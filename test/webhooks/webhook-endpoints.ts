import { beforeEach, expect } from "vitest";
import { type Merchant, merchant } from "../factories";
import type { Answer, Api } from "../http";

export const URL = "https://shop.example/hooks/sampan";
export const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The merchant of the test that runs now. */
export let shop: Merchant;
/** Makes a merchant for each test, so that none finds another's endpoints. */
export function withFreshMerchant(): void {
  beforeEach(async () => {
    shop = await merchant();
  });
}

export type Loose = Record<string, unknown>;
export const post = (body: unknown, client: Api = shop.testing) => client.post("/webhooks", body);
export const patch = (id: string, body: unknown) => shop.testing.call("PATCH", `/webhooks/${id}`, { body });
export const valid = (change: Loose = {}) => ({ url: URL, events: ["order.created"], ...change });
export const read = async (id: string) => (await shop.testing.get(`/webhooks/${id}`)).body.data;
export const totalOf = async (client: Api = shop.testing) => (await client.get("/webhooks")).body.pagination.total;

export async function registered(change: Loose = {}, client: Api = shop.testing) {
  const answer = await post(valid(change), client);
  expect([answer.status, answer.entries]).toEqual([200, []]);
  return answer.body.data;
}

/** An answer's status, and the pointers of its entries. */
export const failures = ({ status, entries }: Answer) => [status, entries.map(({ pointer }) => pointer)];
