/**
 * Twins: beside every row of a merchant is one of another account with the same id, and one of the same account in
 * an environment that no caller asks for. They follow their row; a statement of the product that reaches them itself
 * has forgotten the account or the environment, and fails the test file. Tests' own queries (`testDatabase`) leave them
 * out.
 */
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "@/server/db/transaction";

/** No account has this id, nor does any become it: lists of accounts do not show it. */
export const TWIN_ACCOUNT = "99999";
export const TWIN_ENVIRONMENT = "elsewhere";
/** Sees no twins. */
export const TESTS_ROLE = "sampan_tests";

type Twin = {
  /** What names a row within its account and environment; without it twins are made, and follow no change. */
  key?: readonly string[];
  /**
   * SQL of columns that differ, of the row `a` and of its twin's scope `t`. Where a key does not begin with the
   * account, ids are neighbours.
   */
  differs?: Record<string, string>;
};

const NEIGHBOUR = { id: "a.id || t.suffix" };
const NUMBER = { tracking_number: "'TWIN' || t.suffix || a.tracking_number" };
/** Every table whose rows belong to an account, but for those below. */
export const TWINS: Record<string, Twin> = {
  orders: { key: ["id"], differs: NUMBER },
  // No worker is to fill its index.
  order_search: { key: ["order_id"], differs: { grams: "coalesce(a.grams, array[0])" } },
  shipping_rules: { key: ["id"], differs: NEIGHBOUR },
  boxes: { key: ["id"], differs: NEIGHBOUR },
  order_parcels: { key: ["order_id", "position"], differs: NUMBER },
  order_items: { key: ["order_id", "parcel", "position"] },
  // A person's drafts are counted over all accounts.
  order_drafts: { key: ["id"], differs: { person_id: "case t.suffix when '-e' then a.person_id end" } },
  order_prints: {},
  hand_overs: { key: ["id"] },
  dispatch_scans: { key: ["order_id", "parcel"] },
  order_entries: { key: ["id"] },
  order_pictures: { key: ["id"] },
  payouts: { key: ["id"] },
  imported_lines: {
    key: ["kind", "reference", "line"],
    differs: { reference: "a.reference || t.suffix" },
  },
  order_messages: { key: ["id"], differs: NEIGHBOUR },
  idempotency_keys: { key: ["operation", "key"] },
  quotes: { key: ["id"] },
  tracking_events: {},
  pick_pack_orders: { key: ["order_id"], differs: { wave_id: "a.wave_id || t.suffix" } },
  pick_pack_scans: { key: ["order_id", "scan_id"] },
  products: { key: ["id"] },
  stock_movements: {},
  order_views: { key: ["id"], differs: NEIGHBOUR },
  addresses: { key: ["id"], differs: NEIGHBOUR },
  // The holder of the link is in no account yet.
  invitations: { key: ["id"], differs: { ...NEIGHBOUR, token_hash: "a.token_hash || convert_to(t.suffix, 'UTF8')" } },
  events: { differs: NEIGHBOUR },
  request_log: {},
  webhook_endpoints: { key: ["id"], differs: NEIGHBOUR },
  pick_pack_waves: { differs: { ...NEIGHBOUR, number: "t.suffix || a.environment || a.number" } },
  support_visits: { key: ["session_hash"] },
  // No worker is to take them.
  jobs: { differs: { ...NEIGHBOUR, state: "'STOPPED'", lease_until: "null", finished_at: "now()" } },
  job_files: { differs: { job_id: "a.job_id || t.suffix" } },
  job_rows: { key: ["job_id", "position"], differs: { job_id: "a.job_id || t.suffix" } },
  imports: { differs: NEIGHBOUR },
  import_files: { differs: { import_id: "a.import_id || t.suffix" } },
  import_rows: { key: ["import_id", "n"], differs: { import_id: "a.import_id || t.suffix" } },
  print_jobs: {
    differs: {
      ...{ ...NEIGHBOUR, status: "'CANCELLED'", lease_token: "null", lease_until: "'infinity'", finished_at: "null" },
    },
  },
};

/** Tables without twins, and why. */
export const WITHOUT_TWINS: Record<string, string> = {
  order_tags: "written with each order, and so with its twins",
  order_count_deltas:
    "added and folded over all accounts; every list of a second account would show a sum without scope",
  webhook_deliveries: "found through their endpoint, whose id is unique; workers send whatever is due",
  address_uses: "counted by the worker over all accounts",
  address_changes: "written by a trigger, of twins of orders too, and taken by the worker over all accounts",
  statements: "closed months of production, found by account and month, and only added to",
  cases: "opened by the worker, and found by support over all accounts",
  account_defaults: "one row for an account, in both environments",
  notices: "found through their person, who sees those of both environments",
  mails: "written and sent for all accounts by workers",
  audit_log: "added to, and read by staff over all accounts",
  pick_pack_picks: "found through their wave, whose id is unique",
  api_clients: "whose id is unique; they make the scope",
  people: "whose id is unique; they make the scope",
  import_mappings: "what columns hold is the account's, in both environments",
};

type Column = { place: string; name: string };

/** The statements that give a migrated database its twins. */
async function statements(db: Db): Promise<string[]> {
  const { rows: columns } = await sql<Column>`
    select table_name as place, column_name as name from information_schema.columns
    where table_schema = 'public' and is_identity = 'NO' order by table_name, ordinal_position`.execute(db);
  // A twin's account and environment are none.
  const { rows: rules } = await sql<{ place: string; name: string }>`
    select conrelid::regclass::text as place, conname as name from pg_constraint
    where (contype = 'f' and confrelid = 'accounts'::regclass) or (contype = 'c' and pg_get_constraintdef(oid) ~ 'environment')`.execute(
    db,
  );
  const drops = rules
    .filter(({ place }) => place in TWINS)
    .map(({ place, name }) => `alter table ${place} drop constraint ${name}`);
  const tables = Object.entries(TWINS).flatMap(([place, twin]) =>
    ofTable(
      place,
      twin,
      columns.filter((column) => column.place === place).map(({ name }) => name),
    ),
  );
  return [...SHARED, ...drops, ...tables];
}

const SHARED = [
  `do $$ begin
    if not exists (select from pg_roles where rolname = '${TESTS_ROLE}') then create role ${TESTS_ROLE}; end if;
  end $$`,
  `create table twin_faults (place text, operation text, change jsonb, statement text)`,
  `create function twin_reached() returns trigger language plpgsql security definer as $$
  declare change jsonb := case when tg_op = 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
  begin
    -- What is cleaned away goes over all accounts on purpose.
    if tg_op = 'DELETE' and (current_query() ~ 'ctid = any' or tg_table_name = 'quotes') then return old; end if;
    if tg_op = 'UPDATE' then
      select jsonb_object_agg(o.key, jsonb_build_array(o.value, n.value)) into change
      from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n on n.key = o.key and n.value is distinct from o.value;
    end if;
    insert into twin_faults values (tg_table_name, tg_op, change, current_query());
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end $$`,
  `grant set on parameter session_replication_role to ${TESTS_ROLE}`,
  `grant all on schema public to ${TESTS_ROLE}`,
  `grant all on all tables in schema public to ${TESTS_ROLE}`,
  `grant all on all sequences in schema public to ${TESTS_ROLE}`,
];

function ofTable(place: string, { key, differs = {} }: Twin, columns: readonly string[]): string[] {
  const isScoped = columns.includes("environment");
  const scopes = isScoped
    ? `(${TWIN_ACCOUNT}::bigint, a.environment, '-a'), (a.account_id, '${TWIN_ENVIRONMENT}', '-e')`
    : `(${TWIN_ACCOUNT}::bigint, null, '-a')`;
  const source = (rows: string) =>
    `${rows} a cross join lateral (values ${scopes}) t (account_id, environment, suffix)`;
  const given = (column: string) =>
    differs[column] ?? (column === "account_id" || column === "environment" ? `t.${column}` : `a.${column}`);
  const isTwin = (row: string) =>
    `(${row}.account_id = ${TWIN_ACCOUNT}${isScoped ? ` or ${row}.environment = '${TWIN_ENVIRONMENT}'` : ""})`;
  const named = ["account_id", ...(isScoped ? ["environment"] : []), ...(key ?? [])];
  const isIts = named.map((column) => `s.${column} = ${given(column)}`).join(" and ");
  const follow = (event: "insert" | "update" | "delete", rows: string, statement: string) => [
    `create function twin_${event}_${place}() returns trigger language plpgsql security definer as $$
    begin ${statement}; return null; end $$`,
    `create trigger twin_${event} after ${event} on ${place} referencing ${rows} table as changed
    for each statement when (pg_trigger_depth() = 0) execute function twin_${event}_${place}()`,
  ];
  const set = columns.filter((column) => !named.includes(column)).map((column) => `${column} = ${given(column)}`);
  return [
    ...follow(
      "insert",
      "new",
      // Thousands are planted to be counted, not to be confused with others.
      `if (select count(*) from changed) > 5000 then return null; end if;
      insert into ${place} (${columns.join(", ")})
      select ${columns.map(given).join(", ")} from ${source("changed")} on conflict do nothing`,
    ),
    ...(key
      ? [
          ...follow(
            "update",
            "new",
            `update ${place} s set ${set.join(", ")} from ${source("changed")} where ${isIts}`,
          ),
          ...follow("delete", "old", `delete from ${place} s using ${source("changed")} where ${isIts}`),
        ]
      : []),
    `create trigger twin_reached before update or delete on ${place} for each row
    when (${isTwin("old")} and pg_trigger_depth() = 0) execute function twin_reached()`,
    `create trigger twin_written before insert on ${place} for each row
    when (${isTwin("new")} and pg_trigger_depth() = 0) execute function twin_reached()`,
    `alter table ${place} enable row level security`,
    `create policy without_twins on ${place} to ${TESTS_ROLE} using (not coalesce(${isTwin(place)}, false)) with check (true)`,
  ];
}

/** Gives a migrated database its twins. */
export async function plantTwins(db: Db): Promise<void> {
  for (const statement of await statements(db)) await sql.raw(statement).execute(db);
}

type Fault = { place: string; operation: string; change: unknown; statement: string };

/** What reached twins since the database was emptied, in words; empty: nothing. */
export async function twinFaults(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Fault>(
    "select place, operation, change, statement, count(*) as times from twin_faults group by 1, 2, 3, 4 limit 10",
  );
  return rows
    .map(
      ({ place, operation, change, statement }) =>
        `${operation} of another account's or environment's row of ${place}: ${JSON.stringify(change).slice(0, 500)}\nby ${statement}`,
    )
    .join("\n\n");
}
