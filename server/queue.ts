import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/server/db/transaction";

/** A claimed row of a queue. `attempts` is the fence: a later claim raises it, and an older one then changes nothing. */
export type Claimed = { id: string; attempts: number };

/** A table whose rows are work. It has the columns `id`, `attempts` and `lease_until`; its module writes the rest. */
export type Queue<Job extends Claimed> = {
  table: "mails" | "jobs";
  /** A claim that is neither finished nor renewed within this time is lost, because its worker is gone. */
  leaseSeconds: number;
  /** The rows that wait to be done, with those that a worker has claimed. */
  due: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
  /** What a claim writes besides the lease, with a comma after it. */
  marks?: RawBuilder<unknown>;
  /** The columns of `Job`. */
  columns: RawBuilder<Job>;
};

/** When a claim that is made or renewed now runs out. */
export function leaseEnd({ leaseSeconds }: Pick<Queue<Claimed>, "leaseSeconds">): RawBuilder<Date> {
  return sql`now() + make_interval(secs => ${leaseSeconds})`;
}

/** The row of a claim for as long as the worker holds it: every write of a worker has this condition. */
export function isHeld({ id, attempts }: Claimed): RawBuilder<boolean> {
  return sql`id = ${id} and attempts = ${attempts} and lease_until is not null`;
}

/**
 * Does the work of a queue, one row after the other, until none is due, the signal fires, or `work` says "pause"
 * because going on would not help. Any number of workers may do so at once: a row is in one worker's hands, unless its
 * lease ran out. Throws what `work` and the database throw.
 */
export async function workThrough<Job extends Claimed>(
  db: Db,
  queue: Queue<Job>,
  work: (job: Job) => Promise<"pause" | undefined>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const job = await claimNext(db, queue);
    if (!job || (await work(job)) === "pause") return;
  }
}

/** Ends every claim, where no other process can hold one: what a killed server had begun goes on at once. */
export async function releaseClaims(db: Db): Promise<void> {
  for (const table of ["mails", "jobs"])
    await sql`update ${sql.table(table)} set lease_until = now() where lease_until > now()`.execute(db);
}

async function claimNext<Job extends Claimed>(db: Db, queue: Queue<Job>): Promise<Job | undefined> {
  const table = sql.table(queue.table);
  const { rows } = await sql<Job>`
    update ${table} set ${queue.marks ?? sql``} attempts = attempts + 1, lease_until = ${leaseEnd(queue)}
    where id = any (array(
      select id from ${table} where ${queue.due} and (lease_until is null or lease_until <= now())
      order by ${queue.order} limit 1 for update skip locked))
    returning ${queue.columns}`.execute(db);
  return rows[0];
}
