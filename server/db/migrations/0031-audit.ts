import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `alter table audit_log add column before jsonb, add column after jsonb`,
  `create function audit_log_is_only_added_to() returns trigger language plpgsql as $$
    begin
      raise exception 'audit_log is only added to: % is refused', tg_op using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger audit_log_only_added_to before update or delete or truncate on audit_log
    for each statement execute function audit_log_is_only_added_to()`,
];

/** What was changed, and triggers that refuse any change of the audit log. */
export const audit: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

/** The audit log is read by environment, and by account, actor or operation within it, newest first. */
export const auditIndexes: Step = {
  indexes: {
    audit_log_newest: "on audit_log (environment, at, id)",
    audit_log_of_kind: "on audit_log (account_id, operation, at)",
    audit_log_of_merchant: "on audit_log (account_id, at, id)",
    audit_log_of_account: "on audit_log (environment, account_id, at, id)",
    audit_log_of_actor: "on audit_log (environment, actor, at, id)",
    audit_log_of_operation: "on audit_log (environment, operation, at, id)",
  },
};
