import { bigint, double, instant, integer, nullable, scopedTable, text, texts, withDefault } from "../columns";

/** The calls of merchants, and the processes that log them. */
export const requestLogTables = {
  request_log: scopedTable({
    at: instant,
    request_id: text,
    client_id: nullable(text),
    person_id: nullable(bigint),
    method: text,
    path: text,
    query: nullable(text),
    operation: text,
    status: integer,
    ms: double,
    /** An entry for each error of the answer, with its field at the same place of `fields` (empty: none). */
    codes: texts,
    fields: texts,
    /** What the call names, in lower case: what a search finds. */
    objects: texts,
    request: nullable(text),
    answer: nullable(text),
    /** Set: no call, but the time from here to `at` in which calls may be missing, and how many if that is known. */
    gap_since: nullable(instant),
    gap_calls: nullable(integer),
  }),
  error_alerts: {
    key: text,
    alerted_at: withDefault(instant),
    below_since: nullable(instant),
  },
  request_log_writers: {
    id: text,
    seen_at: withDefault(instant),
  },
};
