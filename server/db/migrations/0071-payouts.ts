import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `alter table payouts
    add column orders bigint[],
    add column reverses text,
    add column reason text,
    drop constraint payouts_amount_check,
    add constraint payouts_amount_check check ((amount > 0) = (reverses is null)) not valid`,
];

/**
 * Payouts name the orders whose cash they are, and are reversed by an opposite one (§26.9). Rows of before stay as they
 * are; a previous build beside this one notes payouts without orders, which this one has not judged.
 */
export const payouts: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

/** A payout is reversed once. */
export const payoutIndexes: Step = {
  indexes: {
    payouts_reversed: { unique: "on payouts (account_id, environment, reverses) where reverses is not null" },
  },
};
