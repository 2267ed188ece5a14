import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { z } from "zod";
import { code, paging, rule, text } from "./common";
import { defineContract } from "./contract";
import { judgePasswordLength } from "./session";

// A person's own sign-in: the same in both environments, and for staff too.
const base = {
  account: "optional",
  audience: "people",
  tag: "Sessions",
} as const;

const id = z.object({ id: code(60) });

const credential = { id: code(2000), rawId: code(2000), type: code(40) };

/** What a browser answers when it has made a passkey. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: code(10_000),
    attestationObject: code(20_000),
    transports: z.array(code(40)).max(10).optional(),
  }),
});
/** What a browser answers when it has signed with a passkey. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: code(10_000),
    authenticatorData: code(10_000),
    signature: code(10_000),
    userHandle: code(200).optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;
export type Registration = z.output<typeof registration>;

/**
 * That the caller is the person, as whatever changes how they sign in needs: the password, or a passkey's answer to
 * `POST /passkey-options`. Neither is needed where one was given in the session within 5 minutes (contract §8.17).
 */
const proof = { password: z.string().optional(), credential: assertion.optional() };
export type Proof = z.output<z.ZodObject<typeof proof>>;

export const changePassword = defineContract("changePassword", {
  ...base,
  summary: "Change one's own password",
  body: z.object({
    current_password: proof.password,
    credential: proof.credential,
    password: z.string().superRefine(rule(judgePasswordLength)),
  }),
  response: z.object({ ended: z.int() }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

export const listSessions = defineContract("listSessions", {
  ...base,
  summary: "List the browsers in which one is signed in, the last used first",
  query: z.object(paging),
  response: z.object({
    id: z.string(),
    created_at: z.string(),
    last_seen_at: z.string(),
    address: z.string().nullable(),
    /** The address's country in words, in the reader's language; null where it is not known. */
    place: z.string().nullable(),
    /** In words, in the reader's language. */
    user_agent: z.string(),
    is_current: z.boolean(),
  }),
  list: true,
});
export type SessionRow = z.output<typeof listSessions.response>;

export const endSession = defineContract("endSession", {
  ...base,
  onFullDisk: true,
  summary: "Sign out one browser",
  params: id,
  response: z.object({ id: z.string(), ended: z.literal(true) }),
  errors: ["NOT_FOUND"],
});

export const listFactors = defineContract("listFactors", {
  ...base,
  summary: "List one's second factors",
  query: z.object(paging),
  response: z.object({
    id: z.string(),
    kind: z.enum(["totp", "passkey"]),
    /** Of a passkey. */
    name: z.string().nullable(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    recovery_codes_left: z.int(),
  }),
  list: true,
});
export type FactorRow = z.output<typeof listFactors.response>;

export const createTotp = defineContract("createTotp", {
  ...base,
  summary: "Make the secret of an authenticator app",
  body: z.object(proof),
  response: z.object({
    id: z.string(),
    secret: z.string(),
    uri: z.string(),
    qr: z.object({ size: z.int(), path: z.string() }),
  }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});
export type NewTotp = z.output<typeof createTotp.response>;

export const confirmTotp = defineContract("confirmTotp", {
  ...base,
  summary: "Confirm an authenticator app with its first code",
  body: z.object({ code: code(60), ...proof }),
  response: z.object({ id: z.string(), recovery_codes: z.array(z.string()) }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

/** By a code of the authenticator app, a recovery code, or a passkey. */
export const showFactor = defineContract("showFactor", {
  ...base,
  summary: "Show a second factor in this session",
  body: z.object({ code: code(60).optional(), credential: assertion.optional() }),
  response: z.object({ shown: z.literal(true) }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

export const startPasskey = defineContract("startPasskey", {
  ...base,
  summary: "Begin to add a passkey: what the browser is to make",
  body: z.object(proof),
  response: z.custom<PublicKeyCredentialCreationOptionsJSON>(),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

export const createPasskey = defineContract("createPasskey", {
  ...base,
  summary: "Add the passkey that the browser has made",
  body: z.object({ name: text({ max: 60, visible: true }), credential: registration, password: proof.password }),
  response: z.object({ id: z.string(), recovery_codes: z.array(z.string()) }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

/** For anyone: what a browser is to sign when a person signs in with a passkey. */
export const startPasskeySignIn = defineContract("startPasskeySignIn", {
  ...base,
  account: "none",
  onFullDisk: true,
  summary: "Begin to sign in with a passkey: what the browser is to sign",
  response: z.custom<PublicKeyCredentialRequestOptionsJSON>(),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

export const deleteFactor = defineContract("deleteFactor", {
  ...base,
  summary: "Remove a second factor",
  params: id,
  body: z.object(proof),
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
});

export const createRecoveryCodes = defineContract("createRecoveryCodes", {
  ...base,
  summary: "Make new recovery codes; the earlier ones end",
  body: z.object(proof),
  response: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});
