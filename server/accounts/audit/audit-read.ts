/** Owns reading the audit log: whole for staff, and what concerns a merchant for its people (contract §20.2). */
import { type RawBuilder, type Selectable, sql } from "kysely";
import { objectOf, recordedAs } from "@/lib/audit-kinds";
import { addDays, hongKongIso, startOfHongKongDay } from "@/lib/calendar";
import {
  type ActivityRow,
  type AuditRow,
  type listActivity as activityContract,
  type listAudit as contract,
  type exportAudit as exportContract,
  MOST_AUDIT_ROWS,
} from "@/lib/contracts/audit";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import { invalid } from "@/lib/errors";
import { VISIT_REASONS } from "@/lib/rights";
import { writeCsv } from "@/lib/tables/csv-cells";
import type { AccountContext, Context } from "@/server/context";
import { countUpTo, MOST_COUNTED } from "@/server/db/counting";
import { overAll } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { Download, type Rows } from "@/server/handler";
import { actorNames, ERASED_ACCOUNT } from "../people/actor-names";
import { MASKED, recordAudit, recordRead } from "./audit";

type Row = Selectable<Tables["audit_log"]> & { account_name: string | null };

const NEWEST = sql`at desc, id desc`;

/** A page of the rows that match, newest first, and how many there are; `environment` null: of both. */
async function page(
  db: Db,
  environment: Environment | null,
  where: RawBuilder<unknown>,
  { limit, offset }: { limit: string; offset: string },
): Promise<Rows<Row>> {
  // An index has the times of each environment.
  const newestOf = (each: Environment) => sql`
    (select * from audit_log where environment = ${each} and ${where} order by ${NEWEST} limit ${limit}::int + ${offset}::int)`;
  const all = sql.join((environment ? [environment] : ENVIRONMENTS).map(newestOf), sql` union all `);
  const { rows } = await sql<Row>`
    select l.*, (select nullif(name, ${ERASED_ACCOUNT}) from accounts a where a.id = l.account_id) as account_name from (
      select * from (${all}) x order by ${NEWEST} limit ${limit} offset ${offset}
    ) l order by ${NEWEST}`.execute(db);
  const counted = environment ? sql`environment = ${environment} and ${where}` : where;
  return { rows, ...(await countUpTo(db, sql`select from audit_log where ${counted}`, MOST_COUNTED.search)) };
}

/** Rows of an actor, such as `person:1004`, or of the person with an e-mail. */
function byActor(actor: string): RawBuilder<unknown> {
  if (!actor.includes("@")) return sql`actor = ${actor}`;
  return sql`actor = any (array(select 'person:' || id from people where lower(email) = lower(${actor})))`;
}

type AuditFilter = Partial<Record<"account_id" | "actor" | "operation" | "from" | "to", string | undefined>>;

/** The audit log of an environment; null: of both. */
export async function readAudit(
  db: Db,
  environment: Environment | null,
  filter: AuditFilter,
  paging: { limit: string; offset: string },
): Promise<Rows<AuditRow>> {
  const { account_id, actor, operation, from, to } = filter;
  const conditions = [
    account_id && (/^\d+$/.test(account_id) ? sql`account_id = ${account_id}` : sql`false`),
    actor && byActor(actor),
    operation && sql`operation = ${operation}`,
    from && sql`at >= ${startOfHongKongDay(from)}`,
    to && sql`at < ${startOfHongKongDay(addDays(to, 1))}`,
    !account_id && !actor && !operation && overAll("audit_log"),
  ].filter((each) => typeof each === "object" && each !== null);
  const where = conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
  const found = await page(db, environment, where, paging);
  const names = await actorNames(
    db,
    found.rows.map((row) => row.actor),
  );
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, at: hongKongIso(row.at), actor_name: names.get(row.actor) ?? null })),
  };
}

/** The audit log of the environment, for support. An account that is asked for is looked at, too. */
export async function listAudit(ctx: Context, input: InputOf<typeof contract>): Promise<Rows<AuditRow>> {
  const { limit, offset, ...filter } = input;
  const accountId = filter.account_id ?? ctx.account?.id;
  if (filter.account_id && /^\d+$/.test(filter.account_id) && !ctx.account)
    await recordRead(ctx, [filter.account_id], "listAudit");
  return readAudit(ctx.db, ctx.environment, { ...filter, account_id: accountId }, { limit, offset });
}

const COLUMNS = [
  ...(["at", "actor", "actor_name", "role", "account_id", "account_name", "environment", "operation"] as const),
  ...(["object_id", "outcome", "count", "before", "after", "reason", "acting", "address", "request_id"] as const),
];

function cellOf(value: AuditRow[(typeof COLUMNS)[number]]): string | null {
  return value === null || typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The rows that match as CSV, newest first; in JSON or as a file. Each export is in the log itself.
 * @throws ApiError 400 at `from` when they are more than one export holds
 */
export async function exportAudit(
  ctx: Context,
  input: InputOf<typeof exportContract>,
  asFile?: string,
): Promise<DataOf<typeof exportContract> | Download> {
  const filter = { ...input, account_id: input.account_id ?? ctx.account?.id };
  const all = { limit: String(MOST_AUDIT_ROWS + 1), offset: "0" };
  const { rows } = await readAudit(ctx.db, ctx.environment, filter, all);
  if (rows.length > MOST_AUDIT_ROWS)
    throw invalid({ path: ["from"], key: "tooManyRows", params: { max: MOST_AUDIT_ROWS } });
  const { account_id, actor, ...others } = filter;
  const account = account_id && /^\d+$/.test(account_id) ? account_id : null;
  await recordAudit(ctx, [account], {
    operation: "exportAudit",
    after: { ...others, actor: actor?.includes("@") ? MASKED : actor, rows: rows.length },
  });
  const lines = rows.map((row) => COLUMNS.map((name) => cellOf(row[name])));
  const bytes = Buffer.from(writeCsv(COLUMNS, lines));
  if (asFile) return new Download(bytes, "text/csv; charset=utf-8", `audit-${ctx.environment}.csv`);
  return { format: "csv", encoding: "base64", content: bytes.toString("base64") };
}

/** The roles of Sampan's own people and commands in the audit log. */
export const AUDIT_STAFF: readonly string[] = ["support", "warehouse", "command"];

/** What happened in the caller's account. Staff have no names in it. */
export async function listActivity(
  { db, account }: AccountContext,
  { kind, person_id: personId, limit, offset }: InputOf<typeof activityContract>,
): Promise<Rows<ActivityRow>> {
  const conditions = [sql`account_id = ${account.id}`];
  if (kind === "staff") conditions.push(sql`role = any (${[...AUDIT_STAFF]}::text[])`);
  else if (kind) conditions.push(sql`operation = any (${recordedAs(kind)}::text[])`);
  if (personId) conditions.push(sql`actor = ${`person:${personId}`}`, sql`role <> all (${[...AUDIT_STAFF]}::text[])`);
  const found = await page(db, null, sql.join(conditions, sql` and `), { limit, offset });
  const names = await actorNames(
    db,
    found.rows.filter(({ role }) => !AUDIT_STAFF.includes(role)).map(({ actor }) => actor),
  );
  const objects = await objectNames(db, account.id, found.rows);
  return { ...found, rows: found.rows.map((row) => presentActivity(row, names, objects)) };
}

function presentActivity(row: Row, names: Map<string, string>, objects: Map<string, string>): ActivityRow {
  const object = objectOf(row.operation, row.object_id);
  const [kind, id] = row.actor.split(":", 2);
  const isStaff = AUDIT_STAFF.includes(row.role);
  const part = row.role === "warehouse" ? "warehouse" : "support";
  // A visit's own row is of before it.
  const given = row.operation === "startVisit" ? row.after?.reason : row.reason;
  return {
    id: row.id,
    at: hongKongIso(row.at),
    environment: row.environment,
    by: isStaff
      ? { kind: part, id: null, name: null }
      : {
          kind: kind === "person" || kind === "client" ? kind : "anyone",
          id: id ?? null,
          name: names.get(row.actor) ?? null,
        },
    operation: row.operation,
    outcome: row.outcome,
    count: row.count,
    reason: VISIT_REASONS.find((reason) => reason === given) ?? null,
    object: object && { ...object, name: objects.get(`${object.kind}:${object.id}`) ?? null },
    fields: row.operation === "startVisit" ? [] : Object.keys(row.after ?? {}),
    before: row.before,
    // How support explains a visit is only for Sampan.
    after: row.operation === "startVisit" ? null : row.after,
  };
}

/** What the things are called, by kind and id; the account's own only. */
async function objectNames(db: Db, accountId: string, rows: readonly Row[]): Promise<Map<string, string>> {
  const objects = rows.flatMap((row) => objectOf(row.operation, row.object_id) ?? []);
  const idsOf = (kind: string) => [...new Set(objects.flatMap((object) => (object.kind === kind ? object.id : [])))];
  const orders = idsOf("order");
  const { rows: named } = await sql<{ kind: string; id: string; name: string }>`
    select 'person' as kind, id::text as id, coalesce(nullif(name, ''), email) as name from people
      where account_id = ${accountId} and id::text = any (${idsOf("person")}::text[])
    union all select 'invitation', id, email from invitations
      where account_id = ${accountId} and id = any (${idsOf("invitation")}::text[])
    union all select 'client', id, label from api_clients
      where account_id = ${accountId} and id = any (${idsOf("client")}::text[]) and label <> ''
    union all select 'endpoint', id, url from webhook_endpoints
      where account_id = ${accountId} and environment in ('testing', 'production') and id = any (${idsOf("endpoint")}::text[])
    union all select 'order', id::text, coalesce(reference, tracking_number, id::text) from orders
      where account_id = ${accountId} and environment in ('testing', 'production') and id = any (${orders}::bigint[])`.execute(
    db,
  );
  return new Map(named.map(({ kind, id, name }) => [`${kind}:${id}`, name]));
}
