/**
 * Access to rows that belong to an account in an environment. `Db` has no types for their tables: `scoped` reads and
 * writes one of them within its scope, raw SQL uses `within`, and every access beyond a scope is listed in
 * `test/structure-tables.test.ts`.
 */
import {
  type ColumnType,
  type DeleteQueryBuilder,
  type DeleteResult,
  type InsertObject,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateObject,
  type UpdateQueryBuilder,
  type UpdateResult,
} from "kysely";
import type { Environment } from "@/lib/environment";
import type { Scoped } from "./columns";
import type { Db } from "./transaction";
import type { OpenTables, ScopedTable, Tables } from "./types";

/** Whose data a query may touch; every query on merchants' data uses both fields. */
export type Scope = { accountId: string; environment: Environment };

/** A table whose rows stay in their scope: the scope columns can be read, but neither set nor changed. */
type Own<T extends ScopedTable> = Omit<Tables[T], keyof Scoped> & {
  account_id: ColumnType<string, never, never>;
  environment: ColumnType<Environment, never, never>;
};
/** The tables that a statement may name: no second scoped table, because it would have no condition. */
type Around<T extends ScopedTable> = OpenTables & { [K in T]: Own<K> };
/** The values that may be changed in a row of a scoped table. */
export type Change<T extends ScopedTable> = UpdateObject<Around<T>, T>;

type ScopedDb = {
  selectFrom<T extends ScopedTable>(table: T): SelectQueryBuilder<Around<T>, T, object>;
  insertInto<T extends ScopedTable>(
    table: T,
    row: InsertObject<Around<T>, T>,
  ): InsertQueryBuilder<Around<T>, T, InsertResult>;
  updateTable<T extends ScopedTable>(table: T): UpdateQueryBuilder<Around<T>, T, T, UpdateResult>;
  deleteFrom<T extends ScopedTable>(table: T): DeleteQueryBuilder<Around<T>, T, DeleteResult>;
};

/** Statements on one table within a scope: each has both conditions, and inserts get both values. */
export function scoped(db: Db, scope: Scope): ScopedDb {
  const all = db as unknown as Kysely<Record<string, Scoped>>;
  const own: unknown = {
    selectFrom: (table: string) => all.selectFrom(table).where(within(scope, table)),
    insertInto: (table: string, row: object) =>
      all.insertInto(table).values({ ...row, account_id: scope.accountId, environment: scope.environment }),
    updateTable: (table: string) => all.updateTable(table).where(within(scope, table)),
    deleteFrom: (table: string) => all.deleteFrom(table).where(within(scope, table)),
  };
  return own as ScopedDb;
}

/** The condition of a scope in raw SQL; `table` is the table or its alias if a statement names several. */
export function within({ accountId, environment }: Scope, table?: string): RawBuilder<SqlBool> {
  const of = sql.raw(table ? `${table}.` : "");
  return sql<SqlBool>`${of}account_id = ${accountId} and ${of}environment = ${environment}`;
}

/** True of every row. Each table has an index whose condition this is. */
const OVER_ALL = {
  orders: "created_at > '-infinity'",
  pick_pack_orders: "order_id > 0",
  audit_log: "id > 0",
  events: "id > ''",
} as const satisfies { [T in keyof Tables]?: string };

/**
 * A condition that is always true, for reads over all accounts in the order of time: it lets them use the index that
 * has no account. Reads of one account must not state it, because they would step over the rows of the others.
 */
export function overAll(table: keyof typeof OVER_ALL, alias?: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.raw((alias ? `${alias}.` : "") + OVER_ALL[table])}`;
}

/** The whole database, for work across accounts. */
export function everyAccount(db: Db): Kysely<Tables> {
  return db as unknown as Kysely<Tables>;
}
