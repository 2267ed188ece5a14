import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** When an event was last sent again by hand: it is then listed once more. */
export const replayedEvents: Step = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table events add column replayed_at timestamptz").execute(db);
  },
};

export const replayedEventsIndex: Step = {
  indexes: {
    events_replayed: "on events (account_id, environment, replayed_at) where replayed_at is not null",
  },
};
