import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // A partition for each day (UTC) is made and dropped by server/request-log/partitions.ts. No foreign keys and no
  // primary key: each would cost every logged call a look-up or an index that no query needs.
  `create table request_log (
    account_id bigint not null,
    environment text not null,
    at timestamptz not null,
    request_id text not null,
    client_id text,
    person_id bigint,
    method text not null,
    path text not null,
    query text,
    operation text not null,
    status integer not null,
    ms double precision not null,
    codes text[] not null,
    fields text[] not null,
    objects text[] not null,
    request text,
    answer text,
    gap_since timestamptz,
    gap_calls integer
  ) partition by range (at)`,
  // The list, its filters and its count read only one of these three indexes.
  `create index request_log_list on request_log (account_id, environment, at desc, request_id desc)
    include (status, client_id, operation)`,
  `create index request_log_clients on request_log (account_id, environment, client_id, at desc, request_id desc)
    include (status, operation)`,
  `create index request_log_errors on request_log (account_id, environment, at desc, request_id desc)
    include (status, client_id, operation, codes) where status >= 400`,
  `create index request_log_objects on request_log using gin (objects)`,
  // A row for each process that logs calls, while it runs: one that stays behind tells of a crash.
  `create table request_log_writers (
    id text primary key,
    seen_at timestamptz not null default clock_timestamp()
  )`,
];

/** The calls of merchants' programs, and the failed ones of their people, for 30 days. */
export const requestLog: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
