import { createWebhook, type Webhook } from "@/lib/contracts/webhook";
import { judgeContract } from "@/lib/forms/judge-body";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { refusesHost } from "@/lib/public-address";
import type { EventName } from "@/lib/webhooks/event-names";

/** `keep`: the existing header, whose value is never shown again. */
export type AuthChoice = "none" | "keep" | "set";

/** What the form of an endpoint holds. */
export type EndpointValues = {
  url: string;
  description: string;
  events: readonly EventName[];
  signature: boolean;
  legacy_signature: boolean;
  auth: AuthChoice;
  auth_header: { name: string; value: string };
  /** The merchant's own; null: one is made, or the endpoint has one. */
  secret: string | null;
};

/** The form's values for a new endpoint, or for one that is changed. */
export function valuesOf(endpoint?: Webhook): EndpointValues {
  return {
    url: endpoint?.url ?? "",
    description: endpoint?.description ?? "",
    events: endpoint?.events ?? [],
    signature: endpoint?.signature ?? true,
    legacy_signature: endpoint?.legacy_signature ?? false,
    auth: endpoint?.auth_header ? "keep" : "none",
    auth_header: { name: "", value: "" },
    secret: null,
  };
}

function fieldsOf({ url, description, events, signature, legacy_signature }: EndpointValues) {
  return { url: url.trim(), description, events: [...events], signature, legacy_signature };
}

function headerOf({ auth, auth_header }: EndpointValues) {
  return auth === "set" ? { auth_header } : {};
}

/** The body that makes the endpoint. */
export function bodyOf(values: EndpointValues) {
  return { ...fieldsOf(values), ...headerOf(values), ...(values.secret === null ? {} : { secret: values.secret }) };
}

/**
 * The body that changes what the person changed of `before`, so that it takes back nothing that another person has
 * changed meanwhile. Without a choice of header the existing one is removed.
 */
export function changeOf(values: EndpointValues, before: EndpointValues) {
  const { url, description, events, signature, legacy_signature } = fieldsOf(values);
  const read = fieldsOf(before);
  return {
    ...(url !== read.url && { url }),
    ...(description !== read.description && { description }),
    ...(events.join() !== read.events.join() && { events }),
    ...(signature !== read.signature && { signature }),
    ...(legacy_signature !== read.legacy_signature && { legacy_signature }),
    ...headerOf(values),
    ...(values.auth === "none" && before.auth !== "none" && { auth_header: {} }),
  };
}

/**
 * What the API would refuse, in the reader's language. `allowedHosts`: private hosts that the operator allows, as
 * `host:port`.
 */
export function judgeEndpoint(values: EndpointValues, language: Language, allowedHosts: readonly string[]) {
  // A kept header gets a placeholder, because its value is never shown again.
  const kept = values.auth === "keep" ? { auth_header: { name: "X-Kept", value: "kept" } } : {};
  const judged = judgeContract(createWebhook, { ...bodyOf(values), ...kept }, language);
  // The API would make one where the chosen secret is empty.
  const blank = { field: "secret", message: validationMessage("required", {}, language) };
  const wrong = values.secret === "" ? [...judged, blank] : judged;
  if (wrong.some(({ field }) => field === "url")) return wrong;
  const url = new URL(values.url.trim());
  if (!refusesHost(url, allowedHosts)) return wrong;
  return [{ field: "url", message: validationMessage("urlPrivate", { host: url.host }, language) }, ...wrong];
}
