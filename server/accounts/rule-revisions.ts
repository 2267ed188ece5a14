import { sql } from "kysely";
import type { Scope } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";

/**
 * From its next request on, an account has the rules for new orders as they are now; without any that are switched on it
 * asks for none (contract §40.1).
 */
export async function renewRules(tx: Tx, { accountId, environment }: Scope, hasRules: boolean): Promise<void> {
  const revision = hasRules ? sql`nextval('rule_revisions')` : sql`0`;
  await sql`update accounts set ${sql.ref(`rules_${environment}`)} = ${revision} where id = ${accountId}`.execute(tx);
}
