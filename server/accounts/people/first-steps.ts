import { sql } from "kysely";
import type { AccountContext } from "@/server/context";

/** Which of the first steps of a new account are done, as far as its people and clients show it. */
export type StepsTaken = { password: boolean; factor: boolean; key: boolean; isHidden: boolean };

/** The steps that the caller, a person of the account, has taken, in this environment (contract §23.1). */
export async function stepsTaken({ db, account, environment, actor }: AccountContext): Promise<StepsTaken> {
  const { rows } = await sql<StepsTaken>`
    select p.password_hash is not null as password, p.steps_hidden_at is not null as "isHidden",
      exists (select from factors f where f.person_id = p.id and f.confirmed_at is not null) as factor,
      -- The account's own first clients have no name.
      exists (select from api_clients c where c.account_id = ${account.id} and c.environment = ${environment}
        and c.role = 'merchant' and c.revoked_at is null and c.label <> '') as key
    from people p where p.id = ${actor.id}`.execute(db);
  return rows[0] ?? { password: true, factor: true, key: true, isHidden: true };
}

/** Does not show the first steps to the caller any more (contract §23.1). */
export async function hideFirstSteps({ db, actor }: AccountContext): Promise<{ hidden: true }> {
  await db.updateTable("people").set({ steps_hidden_at: sql<Date>`now()` }).where("id", "=", actor.id).execute();
  return { hidden: true };
}
