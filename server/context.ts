import type { Kysely, Transaction } from "kysely";
import type { Role } from "@/lib/contracts/contract";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/validation";
import type { Tables } from "@/server/db/types";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** Whose data a query may touch: every query on merchants' data names both. */
export type Scope = { accountId: string; environment: Environment };

/** The account that a request acts on. */
export type Account = {
  id: string;
  name: string;
  pickPack: boolean;
  defaultLocalProvider: string;
};

/** Who acts: an API client or a person. */
export type Actor =
  | { kind: "client"; id: string; role: Role; accountId: string | null }
  | {
      kind: "person";
      id: string;
      role: Role;
      accountId: string | null;
      name: string;
      email: string;
      /** The session that the request came with. */
      sessionId: string;
    };

/** What a verb knows of the request it serves. */
export type Context = {
  requestId: string;
  environment: Environment;
  actor: Actor;
  /** Null where staff or a platform client named no account. */
  account: Account | null;
  /** Version of the carriers' tables in the database at this request; see `server/carriers/catalogue.ts`. */
  catalogueVersion: string;
  idempotencyKey: string | null;
  language: Language;
  /** The caller's network address. */
  address: string;
  /** The request's Authorization header, for operations that read another scheme than Bearer. */
  authorization: string | null;
  /** The request's Accept header, for operations that also answer a file. */
  accept: string | null;
  db: Db;
};

/** A context whose account is known, as every operation on a merchant's data needs. */
export type AccountContext = Context & { account: Account };

/** The scope of a context. */
export function scopeOf(ctx: Pick<AccountContext, "account" | "environment">): Scope {
  return { accountId: ctx.account.id, environment: ctx.environment };
}

/** Who acts, as logs and ledgers name them. */
export function actorOf({ actor }: Pick<Context, "actor">): string {
  return `${actor.kind}:${actor.id}`;
}

const afterCommit = new WeakMap<Db, (() => void)[]>();

/** Does something when what `db` wrote has committed; at once outside a transaction. Lost with the process: for wakes only. */
export function onCommit(db: Db, work: () => void): void {
  const waiting = afterCommit.get(db);
  if (waiting) waiting.push(work);
  else work();
}

/** Runs the work in one transaction, the one already open if there is: all of it commits or none. */
export async function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  const waiting: (() => void)[] = [];
  const result = await db.transaction().execute((tx) => {
    afterCommit.set(tx, waiting);
    return work(tx);
  });
  for (const then of waiting) then();
  return result;
}
