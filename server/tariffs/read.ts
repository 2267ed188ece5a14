import { type RawBuilder, sql } from "kysely";
import { hongKongDate } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/tariff";
import type { TariffSheet, TariffSummary } from "@/lib/contracts/tariff";
import { notFound } from "@/lib/errors";
import { csvOf } from "@/lib/tables/tariff-csv";
import type { SheetRow } from "@/lib/tariff-sheets";
import { isSupportShared, withDeciders } from "@/server/accounts";
import { actorOf, type Context } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { Download, type Rows } from "@/server/handler";
import { requireProduction } from "./rows";

type Row = Omit<TariffSummary, "proposed_by" | "proposed_time" | "decided_by" | "decided_time"> & {
  rows: SheetRow[];
  proposed_by: string;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
};

/** The sheets with what is in force today. */
function sheets(today: string): RawBuilder<unknown> {
  return sql`(
    select v.*, to_char(v.valid_from, 'YYYY-MM-DD') as day, jsonb_array_length(v.rows) as row_count,
      case
        when v.state <> 'APPROVED' then null
        when v.valid_from > ${today}::date then 'NEXT'
        when exists (
          select from tariff_versions n
          where n.state = 'APPROVED' and n.kind = v.kind and coalesce(n.provider, '') = coalesce(v.provider, '')
            and n.valid_from > v.valid_from and n.valid_from <= ${today}::date) then 'PAST'
        else 'NOW' end as force
    from tariff_versions v) s`;
}
const SUMMARY = sql`s.id, s.kind, s.provider, s.day as valid_from, s.state, s.force, s.note, s.row_count, s.proposed_by,
  s.proposed_at, s.decided_by, s.decided_at`;

/** The sheets, those that begin last first (contract §28.1). */
export async function listTariffs(
  ctx: Context,
  { kind, provider, state, force, limit, offset }: InputOf<typeof contracts.listTariffs>,
): Promise<Rows<TariffSummary>> {
  requireProduction(ctx);
  const { db } = ctx;
  const given = { kind, provider, state, force };
  const conditions = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${sql.ref(`s.${name}`)} = ${value}`],
  );
  const from = sql`from ${sheets(hongKongDate(new Date()))}
    where ${conditions.length ? sql.join(conditions, sql` and `) : sql`true`}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  const { rows } = await sql<Omit<Row, "rows">>`
    select ${SUMMARY} ${from} order by s.valid_from desc, s.proposed_at desc, s.id
    limit ${Number(limit)} offset ${Number(offset)}`.execute(db);
  return { rows: await withDeciders(db, rows), total: counted[0]?.total ?? 0 };
}

/** A sheet by its id, without its rows. @throws ApiError NOT_FOUND */
export async function readSummary(db: Db, id: string): Promise<TariffSummary> {
  const { rows } = await sql<Omit<Row, "rows">>`
    select ${SUMMARY} from ${sheets(hongKongDate(new Date()))} where s.id = ${id}`.execute(db);
  const [summary] = await withDeciders(db, rows);
  if (!summary) throw notFound();
  return summary;
}

type Waiting = Pick<TariffSummary, "kind" | "provider" | "valid_from"> & { proposer: string };

/** Why the caller cannot approve a sheet that waits (contract §28.3); null: they can. */
export async function approvalBar(
  ctx: Pick<Context, "actor">,
  db: Db,
  { kind, provider, valid_from, proposer }: Waiting,
): Promise<TariffSheet["approval_bar"]> {
  if (proposer === actorOf(ctx) && (await isSupportShared(db))) return "OWN";
  if (valid_from <= hongKongDate(new Date())) return "TOO_LATE";
  const { rows } = await sql`
    select from tariff_versions
    where state = 'APPROVED' and kind = ${kind} and coalesce(provider, '') = ${provider ?? ""}
      and valid_from = ${valid_from}::date`.execute(db);
  return rows.length > 0 ? "DAY_TAKEN" : null;
}

/**
 * A sheet with its rows, or these as a CSV file, and what the caller may do with it.
 * @throws ApiError NOT_FOUND
 */
export async function readTariff(
  ctx: Context,
  { id }: InputOf<typeof contracts.readTariff>,
  asFile?: string,
): Promise<TariffSheet | Download> {
  requireProduction(ctx);
  const summary = await readSummary(ctx.db, id);
  const { rows, proposed_by } = await ctx.db
    .selectFrom("tariff_versions")
    .select(["rows", "proposed_by"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { kind, provider, valid_from, state, force } = summary;
  if (asFile) {
    const name = ["tariffs", (provider ?? kind).toLowerCase(), valid_from].join("-");
    return new Download(Buffer.from(csvOf(kind, rows)), "text/csv; charset=utf-8", `${name}.csv`);
  }
  const waits = state === "PROPOSED";
  const bar = waits ? await approvalBar(ctx, ctx.db, { kind, provider, valid_from, proposer: proposed_by }) : null;
  return {
    ...summary,
    rows,
    may_withdraw: waits || force === "NEXT",
    may_approve: waits && bar === null,
    approval_bar: bar,
  };
}
