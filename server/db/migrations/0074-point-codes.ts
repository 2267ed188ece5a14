import { type Kysely, sql } from "kysely";
import type { Step } from ".";

const RANK = (row: string) =>
  `(case ${row}.status when 'ACTIVE' then 0 when 'SUSPENDED' then 1 else 2 end, ${row}.delivery_code collate "C")`;

const STATEMENTS = [
  // Of two spellings of one code the one that is open stays.
  `delete from pickup_points p using pickup_points o
   where p.provider = o.provider and upper(p.delivery_code) = upper(o.delivery_code) and ${RANK("p")} > ${RANK("o")}`,
  "update pickup_points set delivery_code = upper(delivery_code) where delivery_code <> upper(delivery_code)",
  `update orders set delivery_code = upper(delivery_code)
   where delivery_code is not null and status in ('PENDING_CONFIRM', 'READY_TO_SHIP') and delivery_code <> upper(delivery_code)`,
  "update addresses set delivery_code = upper(delivery_code) where delivery_code <> upper(delivery_code)",
];

/** Codes of pickup points are in capitals, as they are compared. */
export const pointCodes: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
