import type { SuspensionReason } from "@/lib/contracts/account";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import type { NoticeKind } from "@/lib/notices";
import type { VisitReason } from "@/lib/rights";
import { bigint, boolean, bytes, instant, integer, json, nullable, oneOf, text, texts, withDefault } from "../columns";

/** Accounts, the people who sign in to them and those who are invited, their API clients, rate counters and the audit log. */
export const accountTables = {
  accounts: {
    id: withDefault(bigint),
    name: text,
    /** Of the name, as searches compare it; null: it changed since the last one. */
    folded: nullable(text),
    locale: withDefault(oneOf<Language>()),
    payment_plan: withDefault(boolean),
    pick_pack: withDefault(boolean),
    /** Packers see client_remarks. */
    remarks_to_packer: withDefault(boolean),
    suspended: withDefault(boolean),
    default_local_provider: withDefault(text),
    /** The revision of the rules that are switched on, by environment; 0: there are none. */
    rules_testing: withDefault(bigint),
    rules_production: withDefault(bigint),
    suspended_at: nullable(instant),
    suspended_reason: nullable(oneOf<SuspensionReason>()),
    /** The limits of its API clients; null: the usual ones. */
    rate_minute: nullable(integer),
    rate_hour: nullable(integer),
    closed_at: nullable(instant),
    /** Created by the demonstration data. */
    is_demo: withDefault(boolean),
    created_at: withDefault(instant),
  },
  people: {
    id: withDefault(bigint),
    account_id: nullable(bigint),
    role: oneOf<"owner" | "member" | "warehouse" | "support">(),
    email: text,
    name: text,
    password_hash: nullable(text),
    disabled_at: nullable(instant),
    /** Set: gone for good, and disabled too; the row keeps the name beside what they did. */
    removed_at: nullable(instant),
    /** Created by the demonstration data. */
    is_demo: withDefault(boolean),
    last_sign_in_at: nullable(instant),
    /** In which the person last saw a page. */
    language: nullable(oneOf<Language>()),
    /** Until when the person was last an owner and then became something else. */
    owner_until: nullable(instant),
    /** Since when the first steps of a new account are no longer shown. */
    steps_hidden_at: nullable(instant),
    created_at: withDefault(instant),
  },
  person_devices: {
    device_hash: bytes,
    person_id: bigint,
    created_at: withDefault(instant),
    last_seen_at: withDefault(instant),
    /** Written by builds before 0067; nothing reads it. */
    factor_at: nullable(instant),
  },
  factors: {
    id: text,
    person_id: bigint,
    kind: oneOf<"totp" | "passkey">(),
    /** Of an authenticator app, encrypted. */
    secret: nullable(bytes),
    created_at: withDefault(instant),
    /** Null: it does not count yet. */
    confirmed_at: nullable(instant),
    /** The last time step whose code was used, or the last count of a passkey's signatures. */
    last_counter: nullable(bigint),
    last_used_at: nullable(instant),
    /** The person's own word for a passkey. */
    name: nullable(text),
    /** The browser's name of a passkey, in base64url. */
    credential_id: nullable(text),
    /** Of a passkey, as COSE. */
    public_key: nullable(bytes),
    /** How a browser reaches a passkey. */
    transports: nullable(texts),
  },
  passkey_challenges: {
    hash: bytes,
    /** Who adds a passkey; null: anyone who signs in. */
    person_id: nullable(bigint),
    created_at: withDefault(instant),
  },
  recovery_codes: {
    person_id: bigint,
    hash: bytes,
    used_at: nullable(instant),
    /** Of the set, for argon2id; null in sets made before 0070, whose codes are hashed by SHA-256. */
    salt: nullable(bytes),
  },
  sign_in_failures: {
    email_hash: bytes,
    minute: withDefault(instant),
    outcome: text,
    person_id: nullable(bigint),
    address: text,
    request_id: text,
    count: withDefault(integer),
  },
  password_links: {
    hash: bytes,
    person_id: bigint,
    created_at: withDefault(instant),
    expires_at: instant,
    used_at: nullable(instant),
  },
  invitations: {
    id: text,
    account_id: bigint,
    email: text,
    role: oneOf<"owner" | "member">(),
    name: nullable(text),
    token_hash: bytes,
    invited_by: bigint,
    created_at: withDefault(instant),
    expires_at: instant,
    accepted_at: nullable(instant),
    revoked_at: nullable(instant),
  },
  notices: {
    id: text,
    account_id: bigint,
    person_id: bigint,
    environment: nullable(oneOf<Environment>()),
    kind: oneOf<NoticeKind>(),
    title: text,
    path: nullable(text),
    created_at: withDefault(instant),
    read_at: nullable(instant),
  },
  notice_settings: {
    person_id: bigint,
    choices: json<Record<string, unknown>>(),
  },
  sessions: {
    id_hash: bytes,
    person_id: bigint,
    created_at: withDefault(instant),
    last_seen_at: withDefault(instant),
    expires_at: instant,
    revoked_at: nullable(instant),
    address: nullable(text),
    user_agent: nullable(text),
    /** The browser's, as in person_devices. */
    device_hash: nullable(bytes),
    /** Names it without being its secret. */
    id: withDefault(text),
    /** When the second factor was last shown in it. */
    factor_at: nullable(instant),
    /** When the password or a passkey was last given in it. */
    password_at: nullable(instant),
  },
  support_visits: {
    session_hash: bytes,
    account_id: bigint,
    environment: oneOf<Environment>(),
    reason: oneOf<VisitReason>(),
    /** Changes are let through. */
    acting: withDefault(boolean),
    expires_at: instant,
  },
  api_clients: {
    id: text,
    account_id: nullable(bigint),
    environment: oneOf<Environment>(),
    role: oneOf<"merchant" | "carrier" | "warehouse" | "support">(),
    label: withDefault(text),
    rate_minute: withDefault(integer),
    rate_hour: withDefault(integer),
    allow_list: nullable(texts),
    is_demo: withDefault(boolean),
    created_at: withDefault(instant),
    revoked_at: nullable(instant),
  },
  api_client_secrets: {
    hash: bytes,
    client_id: text,
    created_at: withDefault(instant),
    expires_at: nullable(instant),
    last_used_at: nullable(instant),
  },
  access_tokens: {
    hash: bytes,
    client_id: text,
    created_at: withDefault(instant),
    expires_at: instant,
  },
  audit_log: {
    id: withDefault(bigint),
    at: withDefault(instant),
    actor: text,
    role: text,
    account_id: nullable(bigint),
    environment: oneOf<Environment>(),
    operation: text,
    object_id: nullable(text),
    request_id: text,
    outcome: withDefault(text),
    address: nullable(text),
    count: withDefault(integer),
    /** What changed, with personal data and secrets masked. */
    before: nullable(json<Record<string, unknown>>()),
    after: nullable(json<Record<string, unknown>>()),
    /** Why support looked, and whether they had switched on acting. */
    reason: nullable(text),
    acting: nullable(boolean),
  },
};
