/** Kysely's types of the tables, derived from their descriptions in `tables/`. */
import type { Selectable } from "kysely";
import type { RowOf, Scoped } from "./columns";
import type { TABLES } from "./tables";

export type { PriceLine } from "./tables/orders";

type Modules = typeof TABLES;
type Name = { [M in keyof Modules]: keyof Modules[M] }[keyof Modules];

export type Tables = { [T in Name]: RowOf<Extract<Modules[keyof Modules], Record<T, unknown>>[T]> };
/** Columns of a table as they are read. */
export type Selected<T extends Name, C extends keyof Selectable<Tables[T]>> = Pick<Selectable<Tables[T]>, C>;

/** The tables whose rows belong to an account in an environment, and the others. */
export type ScopedTable = { [T in Name]: Tables[T] extends Scoped ? T : never }[Name];
export type OpenTables = Omit<Tables, ScopedTable>;
