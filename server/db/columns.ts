/** Describes the tables once; their types, column lists and the schema test are derived from it. */
import {
  type ColumnType,
  type Insertable,
  type InsertType,
  type JSONColumnType,
  type RawBuilder,
  type SelectType,
  sql,
  type UpdateType,
} from "kysely";
import type { Environment } from "@/lib/environment";

/** A column: the PostgreSQL type, and how Kysely reads and writes it. */
export type Column<T = unknown> = { type: string; isNullable: boolean; hasDefault: boolean; readonly holds?: T };

type Columns = Record<string, Column>;

/** `bigint` and `numeric` are read as text, so that no digit is lost. */
type Big = ColumnType<string, string | number, string | number>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type Json<T extends object> = JSONColumnType<T, string, string>;
type Defaulted<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;

function column<T>(type: string): Column<T> {
  return { type, isNullable: false, hasDefault: false };
}

export const text = column<string>("text");
export const oneOf = <T extends string>() => column<T>("text");
export const manyOf = <T extends string>() => column<T[]>("text[]");
export const texts = manyOf<string>();
export const uuid = column<string>("uuid");
export const boolean = column<boolean>("boolean");
export const integer = column<number>("integer");
export const oneNumberOf = <T extends number>() => column<T>("integer");
export const integers = column<number[]>("integer[]");
export const double = column<number>("double precision");
export const bigint = column<Big>("bigint");
export const bigints = column<string[]>("bigint[]");
export const numeric = column<string>("numeric");
/** A day without a time, as `2026-01-31`. */
export const day = column<string>("date");
export const instant = column<Instant>("timestamp with time zone");
export const bytes = column<Buffer>("bytea");
export const transaction = column<string>("xid8");
export const snapshot = column<string>("pg_snapshot");
/** Written as JSON text. */
export const json = <T extends object>() => column<Json<T>>("jsonb");

export function nullable<T>(of: Column<T>): Column<T | null> {
  return { type: of.type, isNullable: true, hasDefault: of.hasDefault };
}

/** The database fills this column when an insert leaves it out. */
export function withDefault<T>(of: Column<T>): Column<Defaulted<T>> {
  return { type: of.type, isNullable: of.isNullable, hasDefault: true };
}

const SCOPE = { account_id: bigint, environment: oneOf<Environment>() };

/** What a trigger keeps of records that people edit (`server/revisions.ts`). */
export const REVISED = { revision: withDefault(integer), changed_paths: withDefault(json<Record<string, number>>()) };

/** A table whose rows belong to an account in an environment: see `scoped.ts`. */
export function scopedTable<C extends Columns>(columns: C): typeof SCOPE & C {
  return { ...SCOPE, ...columns };
}

/** The Kysely type of a described column, or of each column of a described table. */
export type RowOf<C> = { [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** A row's account and environment. */
export type Scoped = RowOf<typeof SCOPE>;

/** The names of a table's columns, optionally without some. */
export function namesOf<C extends Columns>(columns: C, without: readonly (keyof C)[] = []): string[] {
  return Object.keys(columns).filter((name) => !without.includes(name));
}

/** Names as an SQL list, of columns of `table` or its alias if a statement names several. */
export function listOf(names: readonly string[], table?: string): string {
  return names.map((name) => (table ? `${table}.${name}` : name)).join(", ");
}

/** Columns of a table, declared for `json_to_record`. */
export function recordOf(columns: Columns, names: readonly string[]): string {
  return names.map((name) => `${name} ${columns[name]?.type}`).join(", ");
}

/** What an insert of rows, at least one, has behind its table: one parameter, however many they are. */
export function jsonRows<C extends Columns>(columns: C, rows: readonly Insertable<RowOf<C>>[]): RawBuilder<unknown> {
  const names = Object.keys(rows[0] ?? {});
  const list = sql.raw(listOf(names));
  return sql`(${list}) select ${list}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (${sql.raw(recordOf(columns, names))})`;
}
