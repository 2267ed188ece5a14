import { sql } from "kysely";
import type { Db } from "@/server/db/transaction";

/** Attempts of a write with random numbers; each has a chance of one in thousands of hitting a used number. */
const NUMBER_ATTEMPTS = 5;

/** Whether PostgreSQL refused a row because its random number is taken, so that another number may work. */
function isNumberTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (
    code === "23505" &&
    ["orders_pkey", "orders_tracking_number", "order_parcels_tracking_number"].includes(constraint ?? "")
  );
}

/**
 * Runs a write again with new numbers while one of them is already in use. In a transaction that is already open, each
 * attempt is a savepoint, because a refused statement ends a transaction.
 */
export async function withFreshNumbers<T>(db: Db, write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    if (db.isTransaction) await sql`savepoint fresh_numbers`.execute(db);
    try {
      return await write();
    } catch (error) {
      if (attempt === NUMBER_ATTEMPTS || !isNumberTaken(error)) throw error;
      if (db.isTransaction) await sql`rollback to savepoint fresh_numbers`.execute(db);
    }
  }
}
