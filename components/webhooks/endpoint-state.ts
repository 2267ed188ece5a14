import type { Webhook } from "@/lib/contracts/webhook";

/** How well an endpoint works, in one word: from its setting and its latest answers. */
export type EndpointState = "working" | "untried" | "failing" | "disabledFailing" | "disabled";

/** The state that badge, notice and the dot in the navigation share. */
export function stateOf({
  status,
  disabled_reason,
  enabled_at,
  health,
}: Pick<Webhook, "status" | "disabled_reason" | "enabled_at" | "health">): EndpointState {
  if (status === "disabled") return disabled_reason === "FAILING" ? "disabledFailing" : "disabled";
  if (health.failing_since) return "failing";
  // What succeeded before it was disabled says nothing about it now.
  const isProven = health.last_success_at !== null && (enabled_at === null || health.last_success_at > enabled_at);
  return isProven ? "working" : "untried";
}

/** Whether a person must look at it: it fails, or was disabled because it failed. */
export function isTroubled(endpoint: Parameters<typeof stateOf>[0]): boolean {
  const state = stateOf(endpoint);
  return state === "failing" || state === "disabledFailing";
}
