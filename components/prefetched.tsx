import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** What was read, each under the query key that the client uses. */
export type Answers = (readonly [QueryKey, unknown])[];

/**
 * Gives the client what the server has already read, under the query key that the client uses: `<Prefetched
 * answers={[await prefetch(listOrders, orders.listOrders, query, ctx, where)]}>`.
 */
export function Prefetched({ answers, children }: { answers: Readonly<Answers>; children: ReactNode }) {
  const client = new QueryClient();
  for (const [key, answer] of answers) client.setQueryData(key, answer);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
