import { queryFor, type Where } from "@/lib/api-client";

/** As many as an environment can have. */
export const ENDPOINTS = { limit: "100" };

/** All endpoints of an environment, under one key for the list and the dot in the navigation. */
export function endpointListQuery(where: Where) {
  return queryFor("listWebhooks", ENDPOINTS, where);
}
