import type { Where } from "@/lib/api-client";
import type { listWebhooks } from "@/lib/contracts/webhook";
import { type LazyContract, lazyQueryFor } from "@/lib/lazy-contract";

const CALLED = { id: "listWebhooks", method: "GET", path: "/webhooks", query: { shape: { limit: null } }, list: true };

/** `listWebhooks` as far as a call needs it: the dot is on every page, and must not bring the schemas (50 kB) to all. */
export const LIST_WEBHOOKS: LazyContract<typeof listWebhooks> = {
  id: CALLED.id,
  load: async () => CALLED as unknown as typeof listWebhooks,
};

/** All endpoints of an environment, under one key for the list and the dot in the navigation. */
export function endpointListQuery(where: Where) {
  return lazyQueryFor(LIST_WEBHOOKS, { limit: "100" }, where);
}
