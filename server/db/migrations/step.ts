import type { Kysely } from "kysely";

/**
 * A step of the schema: either a change in one transaction, or indexes on large tables, built one after the other while
 * others write. Steps only add, so that the previous build can run after them. A step that cannot do so has `breaks`:
 * builds that do not know it then refuse the database.
 */
export type Step = { breaks?: boolean } & (
  | { up(db: Kysely<unknown>): Promise<void>; indexes?: never }
  /** The part after `create index NAME`: `on orders (…)`, plain or as `unique`; null drops the index of that name. */
  | { up?: never; indexes: Readonly<Record<string, string | { unique: string } | null>> }
);
