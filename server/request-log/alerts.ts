import { sql } from "kysely";
import type { Environment } from "@/lib/environment";
import { plainMail } from "@/lib/i18n/mails";
import { notify } from "@/server/accounts";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";

/** An alert takes LEAST_CALLS calls of which a share of HIGH failed; it ends after an hour below LOW. */
const LEAST_CALLS = 20;
const HIGH = 0.2;
const LOW = 0.1;

/** The calls of a client, or the attempts to an endpoint, of the last ten minutes. */
type Subject = {
  kind: "client" | "endpoint";
  id: string;
  account_id: string;
  environment: Environment;
  /** What the client is called, or the endpoint's address. */
  name: string;
  calls: number;
  errors: number;
};

async function recent(db: Db): Promise<Subject[]> {
  const { rows: clients } = await sql<Omit<Subject, "kind">>`
    select c.id, c.account_id, c.environment, coalesce(nullif(c.label, ''), c.id) as name,
      count(*)::int as calls, count(*) filter (where l.status >= 400)::int as errors
    from request_log l
    join api_clients c on c.id = l.client_id and c.account_id = l.account_id and c.environment = l.environment
    where l.at > now() - interval '10 minutes'
    group by c.id`.execute(db);
  const { rows: endpoints } = await sql<Omit<Subject, "kind">>`
    select w.id, w.account_id, w.environment, w.url as name,
      count(*)::int as calls, count(*) filter (where a.status_code is distinct from 200)::int as errors
    from webhook_attempts a
    join webhook_deliveries d on d.id = a.delivery_id
    join webhook_endpoints w on w.id = d.endpoint_id and w.deleted_at is null
    where a.started_at > now() - interval '10 minutes' and a.trigger <> 'test'
    group by w.id, w.account_id, w.environment, w.url`.execute(db);
  return [
    ...clients.map((row) => ({ kind: "client" as const, ...row })),
    ...endpoints.map((row) => ({ kind: "endpoint" as const, ...row })),
  ];
}

/**
 * Tells the people of an account once when many calls of a client, or attempts to an endpoint, fail, and again only
 * after few have failed for an hour (contract §19.7). Several workers may do so at once.
 */
export async function alertOnErrors(db: Db): Promise<void> {
  const subjects = await recent(db);
  const keyOf = ({ kind, id }: Subject) => `${kind}:${id}`;
  const share = ({ calls, errors }: Subject) => errors / calls;
  const troubled = subjects.filter((subject) => share(subject) >= LOW).map(keyOf);
  await sql`
    update error_alerts set below_since = case when key = any(${troubled}::text[]) then null else now() end
    where (below_since is null) <> (key = any(${troubled}::text[]))`.execute(db);
  await sql`delete from error_alerts where below_since <= now() - interval '1 hour'`.execute(db);
  for (const subject of subjects) {
    if (subject.calls < LEAST_CALLS || share(subject) <= HIGH) continue;
    await withTransaction(db, (tx) => alertOnce(tx, keyOf(subject), subject));
  }
}

async function alertOnce(tx: Tx, key: string, subject: Subject): Promise<void> {
  const { rows } = await sql`insert into error_alerts (key) values (${key}) on conflict do nothing returning 1`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const { kind, id, account_id: accountId, environment, name, calls, errors } = subject;
  const isClient = kind === "client";
  const values = { environment, name: isClient ? name : new URL(name).host, calls, errors };
  await notify(tx, {
    accountId,
    environment,
    kind: "many_errors",
    path: isClient
      ? `/${environment}/developers/requests?tab=errors&client_id=${id}`
      : `/${environment}/webhooks/${id}?tab=deliveries&status=failed`,
    text: (language) => plainMail(language, isClient ? "failingClient" : "failingEndpoint", values),
  });
}
