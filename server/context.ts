import type { Contract } from "@/lib/contracts/contract";
import type { Environment } from "@/lib/environment";
import { ApiError } from "@/lib/errors";
import type { Language } from "@/lib/i18n/validation";
import type { VisitReason } from "@/lib/rights";
import type { Role } from "@/lib/roles";
import type { Clock } from "@/server/clock";
import type { Scope } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";

/** The account on which a request acts. */
export type Account = {
  id: string;
  name: string;
  pickPack: boolean;
  defaultLocalProvider: string;
  /** Packers see client_remarks (contract §7.10). */
  remarksToPacker: boolean;
  /** The revision of its rules that are switched on; "0": there are none. */
  rules: Readonly<Record<Environment, string>>;
};

/** Of an account that has no rules. */
export const NO_RULES = { testing: "0", production: "0" } as const;

/** Why a person in support looks at an account, and whether they change it. */
export type Visit = { reason: VisitReason; acting: boolean; expiresAt: Date };

/** The caller: an API client, a person, or an operator with a command of `npm run admin`. */
export type Actor =
  | { kind: "client"; id: string; role: Role; accountId: string | null }
  | {
      kind: "person";
      id: string;
      role: Role;
      accountId: string | null;
      name: string;
      email: string;
      /** The session that the request came with; empty where a job acts for them. */
      sessionId: string;
      /** Support's visit of the account and environment of the request (contract §8.22). */
      visit: Visit | null;
    }
  /** It may do what support may, on any account and without a visit; its id is no person's. */
  | { kind: "command"; id: "0"; role: "support"; accountId: null };

/** What a handler knows about a request that anyone may make. */
export type OpenContext = {
  requestId: string;
  environment: Environment;
  idempotencyKey: string | null;
  language: Language;
  /** The caller's network address. */
  address: string;
  /** Dates an order and its packing; prices and rules are always of today. */
  now: Clock;
  db: Db;
};

type Called = OpenContext & {
  actor: Actor;
  /** Version of the carriers' tables in the database at this request; see `server/carriers/catalogue.ts`. */
  catalogueVersion: string;
  /** What a change by staff was asked for, as far as the audit log may keep it. */
  asked?: Readonly<Record<string, unknown>>;
};

/** A context with a known account, as every operation on a merchant's data needs. */
export type AccountContext = Called & { account: Account };

/** A context with a known caller; it has no account if staff or a platform client named none. */
export type Context = AccountContext | (Called & { account: null });

/** What the handler of a contract knows about its request. */
export type ContextOf<C extends Contract> = {
  required: AccountContext;
  optional: Context;
  none: OpenContext;
}[C["account"]];

/** The scope of a context. */
export function scopeOf(ctx: Pick<AccountContext, "account" | "environment">): Scope {
  return { accountId: ctx.account.id, environment: ctx.environment };
}

/** The person who calls. @throws ApiError FORBIDDEN for API clients, which the contracts refuse already */
export function personOf(ctx: Pick<Context, "actor">): Extract<Actor, { kind: "person" }> {
  if (ctx.actor.kind !== "person") throw new ApiError("FORBIDDEN");
  return ctx.actor;
}

/** The actor, as logs and ledgers name it. */
export function actorOf({ actor }: Pick<Context, "actor">): string {
  return actor.kind === "command" ? actor.kind : `${actor.kind}:${actor.id}`;
}
