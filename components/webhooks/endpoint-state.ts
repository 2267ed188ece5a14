import type { Webhook } from "@/lib/contracts/webhook";

/** How an endpoint stands, in one word: what it is set to and how its latest answers were. */
export type EndpointState = "working" | "untried" | "failing" | "disabledFailing" | "disabled";

/** The state that badge, notice and the dot in the navigation agree on. */
export function stateOf({ status, disabled_reason, health }: Pick<Webhook, "status" | "disabled_reason" | "health">) {
  if (status === "disabled") return disabled_reason === "FAILING" ? "disabledFailing" : "disabled";
  if (health.failing_since) return "failing";
  return health.last_success_at ? "working" : "untried";
}

/** Whether somebody must look at it: it fails, or was disabled because it failed. */
export function isTroubled(endpoint: Parameters<typeof stateOf>[0]): boolean {
  const state: EndpointState = stateOf(endpoint);
  return state === "failing" || state === "disabledFailing";
}
