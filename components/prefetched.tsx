import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

/**
 * Gives the client what the server has read already, under the key by which the client would ask for it:
 * `<Prefetched answers={[[queryFor(listOrders, query, where).queryKey, { data, pagination }]]}>`.
 */
export function Prefetched({
  answers,
  children,
}: {
  answers: readonly (readonly [QueryKey, unknown])[];
  children: ReactNode;
}) {
  const client = new QueryClient();
  for (const [key, answer] of answers) client.setQueryData(key, answer);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
