import { sql } from "kysely";
import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import type { readCaseFigures as contract } from "@/lib/contracts/case";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { invalid } from "@/lib/errors";
import { actorNames } from "@/server/accounts";
import type { Context } from "@/server/context";

const MOST_DAYS = 92;

type Day = { day: string; opened: number; closed: number; settled: number; median_minutes: number | null };
type Person = { id: string; closed: number; median_minutes: number | null };

const MEDIAN = sql`round(percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at) / 60)
  filter (where closed_by is not null))::int`;

/**
 * What was opened and closed each day, and by whom; the last seven days unless the query says otherwise.
 * @throws ApiError 400000 at `to` before `from`, or more than 92 days after it
 */
export async function readCaseFigures(
  { db, environment }: Context,
  query: InputOf<typeof contract>,
): Promise<DataOf<typeof contract>> {
  const to = query.to ?? hongKongDate(new Date());
  const from = query.from ?? addDays(to, -6);
  if (to < from) throw invalid({ path: ["to"], key: "dayBefore", params: { field: "from" } });
  if (addDays(from, MOST_DAYS) <= to) throw invalid({ path: ["to"], key: "tooMany", params: { max: MOST_DAYS } });
  const [start, end] = [startOfHongKongDay(from), startOfHongKongDay(addDays(to, 1))];
  const dayOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Hong_Kong', 'YYYY-MM-DD')`;
  const within = (column: string) =>
    sql`environment = ${environment} and ${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end}`;
  const { rows: days } = await sql<Day>`
    select coalesce(o.day, c.day) as day, coalesce(o.n, 0)::int as opened, coalesce(c.n, 0)::int as closed,
      coalesce(c.settled, 0)::int as settled, c.median_minutes
    from (select ${dayOf("opened_at")} as day, count(*) as n from cases where ${within("opened_at")} group by 1) o
    full join (
      select ${dayOf("closed_at")} as day, count(*) as n, count(*) filter (where closed_by is null) as settled,
        ${MEDIAN} as median_minutes
      from cases where ${within("closed_at")} group by 1) c on c.day = o.day
    order by 1`.execute(db);
  const { rows: people } = await sql<Person>`
    select closed_by as id, count(*)::int as closed, ${MEDIAN} as median_minutes
    from cases where ${within("closed_at")} and closed_by is not null group by closed_by order by 2 desc, 1`.execute(
    db,
  );
  const names = await actorNames(
    db,
    people.map(({ id }) => `person:${id}`),
  );
  return { days, people: people.map((person) => ({ ...person, name: names.get(`person:${person.id}`) ?? person.id })) };
}
