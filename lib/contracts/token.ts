import { z } from "zod";
import { code, rule } from "./common";
import { defineContract } from "./contract";

const grant = z.object({
  grant_type: z.string().superRefine(rule((value) => (value === "client_credentials" ? undefined : "grantType"))),
  client_id: code(200),
  client_secret: code(200),
});

const token = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int().meta({ description: "Seconds" }),
});

/** Specification §4.1. */
export const createToken = defineContract({
  id: "createToken",
  method: "POST",
  path: "/auth/token",
  who: "anyone",
  audience: "public",
  tag: "Access",
  summary: "Get an access token",
  body: grant,
  bodyType: "form",
  response: token,
  errors: ["INVALID_CLIENT"],
  example: { grant_type: "client_credentials", client_id: "ci_test_…", client_secret: "cs_test_…" },
});

/** The same for stock OAuth clients: RFC 6749 form or HTTP Basic, answers without the envelope (decisions §7). */
export const createOAuthToken = defineContract({
  id: "createOAuthToken",
  method: "POST",
  path: "/oauth/token",
  who: "anyone",
  audience: "public",
  tag: "Access",
  summary: "Get an access token as RFC 6749 has it",
  description:
    "Takes the client in the form or by HTTP Basic. Answers and errors are those of RFC 6749, without the envelope.",
  body: grant.partial({ client_id: true, client_secret: true }),
  bodyType: "form",
  response: token,
  bare: true,
  example: { grant_type: "client_credentials", client_id: "ci_test_…", client_secret: "cs_test_…" },
});
