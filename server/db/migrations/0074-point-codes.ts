import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const RANK = (row: string) =>
  `(case ${row}.status when 'ACTIVE' then 0 when 'SUSPENDED' then 1 else 2 end, ${row}.delivery_code collate "C")`;
const IS_OTHER = (row: string) => `${row}.delivery_code <> upper(${row}.delivery_code)`;

const STATEMENTS = [
  // Of two spellings of one code the one that is open stays.
  `delete from pickup_points p using pickup_points o
   where p.provider = o.provider and upper(p.delivery_code) = upper(o.delivery_code) and ${RANK("p")} > ${RANK("o")}`,
  `update pickup_points p set delivery_code = upper(delivery_code) where ${IS_OTHER("p")}`,
  `update orders o set delivery_code = upper(delivery_code), recipient = jsonb_set(recipient, '{address}', to_jsonb(
     left(recipient->>'address', -length(delivery_code)) || upper(delivery_code)))
   where delivery_code is not null and status in ('PENDING_CONFIRM', 'READY_TO_SHIP') and ${IS_OTHER("o")}`,
  `update addresses a set delivery_code = upper(delivery_code) where ${IS_OTHER("a")}`,
  // What a previous build beside this one writes.
  `create function delivery_code_in_capitals() returns trigger language plpgsql as $$
   begin
     new.delivery_code := upper(new.delivery_code);
     return new;
   end $$`,
  ...["pickup_points", "orders", "addresses"].map(
    (table) => `create trigger ${table}_code_in_capitals before insert or update of delivery_code on ${table}
      for each row when (${IS_OTHER("new")}) execute function delivery_code_in_capitals()`,
  ),
  // It has the codes as they were typed.
  "drop index order_drafts_to_point",
];

/** Codes of pickup points are in capitals, as they are compared. */
export const pointCodes: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

/** Drafts by the pickup point that they name. */
export const pointCodeIndexes: Step = {
  indexes: {
    // Cut, because a draft may hold anything.
    order_drafts_at_point: `on order_drafts (upper(left(substring(body->'recipient'->>'address' from '\\^([^^]*[^^\\s])\\s*$'), 33)))
      where body->'recipient'->>'address' like '%^%'`,
  },
};
