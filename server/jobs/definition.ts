import { sql } from "kysely";
import type { z } from "zod";
import type { JobKind } from "@/lib/jobs";

/** A kind of job: what it is asked. The payload is parsed before it is stored, and again before it is worked on. */
export type JobDefinition<Payload extends z.ZodObject> = { kind: JobKind; payload: Payload };

/** Declares a kind of job. */
export function defineJob<Payload extends z.ZodObject>(kind: JobKind, payload: Payload): JobDefinition<Payload> {
  return { kind, payload };
}

/**
 * Part of the end of every job: what it was asked may name people, and nobody needs it any more. Of labels it says which
 * orders they are of.
 */
export const FORGOTTEN = sql`payload = case when kind = 'print' then payload else '{}'::jsonb end`;

/** What a job leaves when it is done, or that it goes on after others had their turn. */
export type JobOutcome = { result?: Record<string, unknown>; file?: Uint8Array | null } | "later";

/** The job no longer belongs to this worker: it was stopped, or another took it over after the lease ran out. */
export class LostJob extends Error {}
