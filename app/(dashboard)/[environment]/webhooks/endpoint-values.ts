import { normalised } from "@/lib/contracts/normalise";
import { problemsOf } from "@/lib/contracts/problems";
import { createWebhook, type Webhook } from "@/lib/contracts/webhook";
import { fieldName } from "@/lib/form-paths";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import type { TrackingEvent } from "@/lib/order-status";

/** `keep`: the header that is there already, whose value nobody sees again. */
export type AuthChoice = "none" | "keep" | "set";

/** What the form of an endpoint holds. */
export type EndpointValues = {
  url: string;
  description: string;
  events: readonly TrackingEvent[];
  signature: boolean;
  legacy_signature: boolean;
  auth: AuthChoice;
  auth_name: string;
  auth_value: string;
};

/** The form of a new endpoint, or of one that is changed. */
export function valuesOf(endpoint?: Webhook): EndpointValues {
  return {
    url: endpoint?.url ?? "",
    description: endpoint?.description ?? "",
    events: endpoint?.events ?? [],
    signature: endpoint?.signature ?? true,
    legacy_signature: endpoint?.legacy_signature ?? false,
    auth: endpoint?.auth_header ? "keep" : "none",
    auth_name: "",
    auth_value: "",
  };
}

function fieldsOf({ url, description, events, signature, legacy_signature }: EndpointValues) {
  return { url: url.trim(), description, events: [...events], signature, legacy_signature };
}

function headerOf({ auth, auth_name, auth_value }: EndpointValues) {
  return auth === "set" ? { auth_header: { name: auth_name, value: auth_value } } : {};
}

/** The body that makes the endpoint. */
export function bodyOf(values: EndpointValues) {
  return { ...fieldsOf(values), ...headerOf(values) };
}

/** The body that changes it: without a choice of header the one that is there goes. */
export function changeOf(values: EndpointValues) {
  return { ...bodyOf(values), ...(values.auth === "none" ? { auth_header: {} } : {}) };
}

/** What is wrong, by the field's path with points: the API's own schema, in the reader's language. */
export function judgeEndpoint(values: EndpointValues, language: Language): Record<string, string> {
  const schema = createWebhook.body;
  if (!schema) return {};
  const parsed = schema.safeParse(normalised(bodyOf(values)), { reportInput: true });
  if (parsed.success) return {};
  const told = problemsOf(parsed.error, schema).map(({ path, key, params }) => [
    fieldName(path),
    validationMessage(key, params, language),
  ]);
  return Object.fromEntries(told);
}
