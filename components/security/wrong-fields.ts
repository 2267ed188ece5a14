import { ApiFailure } from "@/lib/api-client";

/** What is wrong with each field that the server refused. */
export type Wrong = Partial<Record<string, string>>;

/**
 * The server's refusals by field; empty when the failure is of another kind. For the forms about how a person signs in,
 * which are no contract forms: several are on one page, with fields of the same names.
 */
export function wrongFields(error: unknown): Wrong {
  if (!(error instanceof ApiFailure) || error.status !== 400) return {};
  return Object.fromEntries(error.entries.map(({ field, message }) => [field, message]));
}
