import { bigint, boolean, instant, integer, nullable, scopedTable, text, withDefault } from "../columns";

/** Mails, sent and waiting. */
export const mailTables = {
  mails: {
    id: withDefault(bigint),
    account_id: nullable(bigint),
    /** If set, a second mail with the same key is not written. */
    key: nullable(text),
    recipient: text,
    subject: text,
    body_text: text,
    body_html: text,
    created_at: withDefault(instant),
    next_attempt_at: withDefault(instant),
    attempts: withDefault(integer),
    lease_until: nullable(instant),
    sent_at: nullable(instant),
    failed_at: nullable(instant),
    last_error: nullable(text),
  },
};

/** Idempotency keys that were used. */
export const keyTables = {
  idempotency_keys: scopedTable({
    operation: text,
    key: text,
    resource_id: text,
    created_at: withDefault(instant),
  }),
};

/** How many requests each caller made. */
export const rateTables = {
  rate_counters: {
    key: text,
    minute_start: instant,
    minute_count: integer,
    minute_limit: integer,
    hour_start: instant,
    hour_count: integer,
    hour_limit: integer,
    allowed: boolean,
  },
};
