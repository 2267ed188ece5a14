import { z } from "zod";
import type { ApiError } from "@/lib/errors";
import { code, rule } from "./common";
import { defineContract } from "./contract";

const grant = z.object({
  grant_type: z
    .string()
    .superRefine(rule((value) => (value === "client_credentials" ? undefined : "grantType")))
    .describe("Always `client_credentials`"),
  client_id: code(200).describe("Id of the API client, of this environment"),
  client_secret: code(200).describe("Its secret"),
});

const token = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int().meta({ description: "Seconds" }),
});

/** A token for client credentials (contract §14.5). */
export const createToken = defineContract("createToken", {
  onFullDisk: true,
  account: "none",
  audience: "public",
  tag: "Access",
  summary: "Get an access token",
  body: grant,
  bodyType: "form",
  response: token,
  errors: ["INVALID_CLIENT"],
  example: { grant_type: "client_credentials", client_id: "ci_test_…", client_secret: "cs_test_…" },
});

/** An error in the form of RFC 6749 §5.2, for stock OAuth clients. */
function oauthErrorBody(error: ApiError): unknown {
  const trace = error.body().error_trace;
  const kind =
    error.reason === "INVALID_CLIENT"
      ? "invalid_client"
      : error.reason === "FORBIDDEN"
        ? "unauthorized_client"
        : error.reason === "BAD_REQUEST"
          ? error.problems?.some(({ key }) => key === "grantType")
            ? "unsupported_grant_type"
            : "invalid_request"
          : error.status >= 500
            ? "server_error"
            : "temporarily_unavailable";
  const detail = trace?.map(({ field, message }) => `${field}: ${message}`).join(" ") ?? error.message;
  return { error: kind, error_description: detail.replace(/[^\x20-\x7e]|["\\]/g, "'") };
}

/** The same for stock OAuth clients: RFC 6749 form or HTTP Basic, answers without the envelope (contract §14.5). */
export const createOAuthToken = defineContract("createOAuthToken", {
  onFullDisk: true,
  account: "none",
  audience: "public",
  tag: "Access",
  summary: "Get an access token as RFC 6749 has it",
  description:
    "Takes the client in the form or by HTTP Basic. Answers and errors are those of RFC 6749, without the envelope.",
  body: grant.partial({
    client_id: true,
    client_secret: true,
  }),
  bodyType: "form",
  basicClient: true,
  response: token,
  bare: true,
  errorBody: oauthErrorBody,
  example: { grant_type: "client_credentials", client_id: "ci_test_…", client_secret: "cs_test_…" },
});
