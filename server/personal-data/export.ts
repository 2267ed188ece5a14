import { open, rm } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { AdministrationError, AUDIT_STAFF, recordAudit } from "@/server/accounts";
import type { Context } from "@/server/context";
import type { Column } from "@/server/db/columns";
import { TABLES } from "@/server/db/tables";
import { type Db, withTransaction } from "@/server/db/transaction";

const BATCH = 500;

/** Columns that are secrets, help to use one, or repeat other columns; columns of bytes are, too, but for pictures. */
const LEFT_OUT = new Set([
  ...["password_hash", "token_hash", "secret_hint", "auth_header_name", "lease_token", "search", "search_text", "key"],
  ...["folded", "grams", "changed_paths"],
  ...["reference_key", "location_key", "previous_secret_until", "request_headers", "enabled_snapshot", "held_by"],
  ...["party_key", "mobile_key", "place_key"],
  // Of a mail that waits, they hold a link that signs in.
  ...["body_text", "body_html"],
  // Support writes it for itself.
  "note",
]);

/** Of what support does on the account, the account's people read what, when and why, not who and from where. */
const NOT_OF_STAFF = { actor: null, address: null, acting: null } as const;
const SUPPORTS_OWN = new Set(["support_visits"]);

function withoutStaff(table: string, row: Record<string, unknown>): Record<string, unknown> {
  const isOfStaff = table === "audit_log" && AUDIT_STAFF.includes(String(row.role));
  if (!isOfStaff) return row;
  return { ...row, ...NOT_OF_STAFF, ...(row.operation === "startVisit" ? { after: null } : {}) };
}

/** Tables without an account of their own, and how their rows belong to one. */
function linksOf(accountId: string): Record<string, RawBuilder<unknown>> {
  const people = sql`(select id from people where account_id = ${accountId})`;
  return {
    accounts: sql`id = ${accountId}`,
    sessions: sql`person_id in ${people}`,
    factors: sql`person_id in ${people}`,
    // Support's notes are not the merchant's.
    order_messages: sql`account_id = ${accountId} and environment in ('testing', 'production') and kind <> 'note'`,
    webhook_attempts: sql`delivery_id in (select id from webhook_deliveries where account_id = ${accountId})`,
  };
}

/**
 * Writes everything that is stored of an account, in both environments and without secrets, to a new file that only the
 * server's user can read: a line of JSON for each row, {table, row}. Returns how many rows of each table.
 * @throws AdministrationError the path is relative, or the file exists
 */
export async function exportAccount(ctx: Context, accountId: string, path: string): Promise<Record<string, number>> {
  // The running server carries the command out, and has another folder than the caller.
  if (!isAbsolute(path)) throw new AdministrationError("--to must be an absolute path");
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new AdministrationError(`${path} cannot be written: ${error.code ?? error.message}`);
  });
  const counts: Record<string, number> = {};
  try {
    await withTransaction(ctx.db, async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx);
      const links = linksOf(accountId);
      for (const tables of Object.values<Record<string, Record<string, Column>>>(TABLES))
        for (const [table, columns] of Object.entries(tables)) {
          const own = columns.environment
            ? sql`account_id = ${accountId} and environment in ('testing', 'production')`
            : sql`account_id = ${accountId}`;
          const where = links[table] ?? (columns.account_id && own);
          if (where && !SUPPORTS_OWN.has(table))
            counts[table] = await writeTable(tx, table, columns, where, (text) => file.write(text));
        }
      const act = { operation: "exportAccount", objectId: accountId };
      await recordAudit({ ...ctx, db: tx }, [accountId], act);
    });
    await file.sync();
  } catch (error) {
    // Half of the data must not be taken for all of it.
    await rm(path);
    throw error;
  } finally {
    await file.close();
  }
  return counts;
}

async function writeTable(
  tx: Db,
  table: string,
  columns: Record<string, Column>,
  where: RawBuilder<unknown>,
  write: (text: string) => Promise<unknown>,
): Promise<number> {
  const isPicture = (name: string) => table === "order_pictures" && name === "content";
  const names = Object.keys(columns).filter(
    (name) => !LEFT_OUT.has(name) && (columns[name]?.type !== "bytea" || isPicture(name)),
  );
  const selected = names.map((name) =>
    isPicture(name) ? sql`encode(${sql.ref(name)}, 'base64') as content` : sql.ref(name),
  );
  let written = 0;
  // With a cursor each row is read once, however many there are.
  await sql`declare exported cursor for select ${sql.join(selected)} from ${sql.table(table)} where ${where}`.execute(
    tx,
  );
  for (let found = BATCH; found === BATCH; written += found) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(BATCH)} from exported`.execute(tx);
    found = rows.length;
    if (found) await write(rows.map((row) => `${JSON.stringify({ table, row: withoutStaff(table, row) })}\n`).join(""));
  }
  await sql`close exported`.execute(tx);
  return written;
}
