import { sql } from "kysely";
import { type Db, withTransaction } from "@/server/db/transaction";
import { log } from "@/server/log";
import { KEPT_DAYS } from "@/server/retention";

/** Made ahead, so that a worker that is away for some days is not missed. */
const AHEAD_DAYS = 7;
const DAY_MS = 86_400_000;

const PREFIX = "request_log_";
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const nameOf = (day: string) => PREFIX + day.replaceAll("-", "");

async function existing(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass`.execute(db);
  return rows.map(({ name }) => name);
}

/** Makes the partitions of these days (UTC) that are not there; others may do so at the same time. */
export async function makePartitions(db: Db, times: readonly Date[]): Promise<void> {
  const days = [...new Set(times.map(dayOf))];
  const there = new Set(await existing(db));
  if (days.every((day) => there.has(nameOf(day)))) return;
  await withTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('request_log partitions'))`.execute(tx);
    for (const day of days) {
      const next = dayOf(new Date(Date.parse(day) + DAY_MS));
      await sql
        .raw(
          `create table if not exists ${nameOf(day)} partition of request_log for values from ('${day} 00:00+00') to ('${next} 00:00+00')`,
        )
        .execute(tx);
    }
  });
}

/** Makes the partitions of the days to come, and drops those of which every call is too old, whole. */
export async function rotatePartitions(db: Db): Promise<void> {
  const now = Date.now();
  await makePartitions(
    db,
    Array.from({ length: AHEAD_DAYS + 1 }, (_, days) => new Date(now + days * DAY_MS)),
  );
  const oldest = nameOf(dayOf(new Date(now - KEPT_DAYS.requests * DAY_MS)));
  for (const name of (await existing(db)).filter((each) => each < oldest)) {
    await withTransaction(db, async (tx) => {
      // DROP waits for readers and blocks new ones, so it gives up soon and is repeated.
      await sql`set local lock_timeout = '2s'`.execute(tx);
      await sql`drop table if exists ${sql.table(name)}`.execute(tx);
      // One that cannot be dropped does not keep the others.
    }).catch((error: unknown) => log().error({ err: error, name }, "a day of the request log could not be dropped"));
  }
}
