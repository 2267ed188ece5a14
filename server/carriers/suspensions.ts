import { sql } from "kysely";
import type { Db, Tx } from "@/server/db/transaction";
import type { Suspension } from "./catalogue";

type Service = { name_en: string; name_zh: string; supports_pickup_point: boolean };

function service(db: Db, code: string) {
  return db
    .selectFrom("providers")
    .select(["name_en", "name_zh", "supports_pickup_point"])
    .where("code", "=", code)
    .where("active", "=", true);
}

/** A service that is offered; undefined: there is no such one. */
export function findService(db: Db, code: string): Promise<Service | undefined> {
  return service(db, code).executeTakeFirst();
}

/** The same, locked until the transaction ends: its suspension and its pickup points change one after the other. */
export function lockService(tx: Tx, code: string): Promise<Service | undefined> {
  return service(tx, code).forNoKeyUpdate().executeTakeFirst();
}

/** The stored suspension of a service, which may be over. */
export async function readSuspension(tx: Tx, provider: string): Promise<Suspension | undefined> {
  const row = await tx
    .selectFrom("service_suspensions")
    .select(["starts_at", "ends_at", "notice_en", "notice_zh"])
    .where("provider", "=", provider)
    .executeTakeFirst();
  return row && { startsAt: row.starts_at, endsAt: row.ends_at, noticeEn: row.notice_en, noticeZh: row.notice_zh };
}

/** Replaces a service's suspension; undefined: ends it. */
export async function writeSuspension(tx: Tx, provider: string, suspension: Suspension | undefined): Promise<void> {
  if (!suspension) {
    await tx.deleteFrom("service_suspensions").where("provider", "=", provider).execute();
    return;
  }
  const { startsAt, endsAt, noticeEn, noticeZh } = suspension;
  await sql`
    insert into service_suspensions (provider, starts_at, ends_at, notice_en, notice_zh)
    values (${provider}, ${startsAt}, ${endsAt}, ${noticeEn}, ${noticeZh})
    on conflict (provider) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      notice_en = excluded.notice_en, notice_zh = excluded.notice_zh`.execute(tx);
}
