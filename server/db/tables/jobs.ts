import type { JobKind, JobState } from "@/lib/jobs";
import { bytes, instant, integer, json, nullable, oneOf, scopedTable, text, withDefault } from "../columns";

/** Work that goes on after the request which asked for it, and what it leaves. */
export const jobTables = {
  jobs: scopedTable({
    id: text,
    kind: oneOf<JobKind>(),
    key: nullable(text),
    actor: text,
    actor_kind: oneOf<"person" | "staff" | "client">(),
    actor_name: nullable(text),
    session_hash: nullable(bytes),
    payload: json<Record<string, unknown>>(),
    run_at: withDefault(instant),
    priority: withDefault(integer),
    state: withDefault(oneOf<JobState>()),
    attempts: withDefault(integer),
    tries: withDefault(integer),
    lease_until: nullable(instant),
    claimed_at: nullable(instant),
    total: integer,
    done: withDefault(integer),
    failed: withDefault(integer),
    result: json<Record<string, unknown>>(),
    error: nullable(text),
    created_at: withDefault(instant),
    finished_at: nullable(instant),
  }),
  job_files: scopedTable({ job_id: text, file: bytes }),
  job_rows: scopedTable({
    job_id: text,
    position: integer,
    object_id: text,
    outcome: oneOf<"DONE" | "FAILED">(),
    answer: nullable(json<Record<string, unknown>>()),
    error: nullable(json<Record<string, unknown>>()),
  }),
};
