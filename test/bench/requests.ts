import { sql } from "kysely";
import { openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { overrideEnv, readEnv } from "@/server/env";
import { groupErrors, listCalls } from "@/server/request-log";
import { makePartitions } from "@/server/request-log/partitions";
import { listSentEvents } from "@/server/webhooks";
import { benchAccount } from "./fill";
import { clientContext, measureLooks } from "./looks";

const DAYS = 30;
const CALLS = Number(process.env.BENCH_CALLS ?? 10_000_000);
const EVENTS = CALLS / 10;
const ACCOUNTS = 20;

/**
 * Looks at a request log of 10,000,000 calls over 30 days, a twentieth of them of the account that looks, and at its
 * million events.
 */
export async function benchRequestSearch(variables: Record<string, string>, secret: string): Promise<void> {
  const settings = readEnv({ ...variables, APP_SECRET: secret, LOG_LEVEL: "warn" });
  overrideEnv(settings);
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    const { db, pool } = database;
    const { scope } = await benchAccount(db, "request-search");
    const days = Array.from({ length: DAYS }, (_, day) => new Date(Date.now() - day * 86_400_000));
    await makePartitions(db, days);
    for (const day of days)
      await sql`
        insert into request_log (account_id, environment, at, request_id, client_id, method, path, operation, status, ms,
          codes, fields, objects)
        select ${scope.accountId}::bigint + n % ${sql.lit(ACCOUNTS)}, 'testing',
          ${day.toISOString().slice(0, 10)}::timestamptz + (n - 1) * interval '1 day' / ${sql.lit(CALLS / DAYS)}, id, 'ci_' || n / ${sql.lit(ACCOUNTS)} % 4,
          'POST', '/testing/v1/order/create', 'createOrder', case when n % 50 = 0 then 400 else 200 end, 12,
          case when n % 50 = 0 then array['400000'] else '{}' end,
          case when n % 50 = 0 then array['field' || n % 7] else '{}' end,
          array[id, (217000000000000 + n % 1000000)::text, 'st' || n]
        from generate_series(1, ${sql.lit(Math.floor(CALLS / DAYS))}) n, lateral (
          select 'req_' || md5(n || ${day.toISOString()}) as id) made`.execute(db);
    await sql`
      insert into events (account_id, environment, id, order_id, event, body, created_at)
      select ${scope.accountId}, 'testing', 'ev_' || n, 217000000000000 + n, 'order.created', '{}',
        now() - n * interval '30 days' / ${sql.lit(EVENTS)}
      from generate_series(1, ${sql.lit(EVENTS)}) n`.execute(db);
    await pool.query("vacuum analyze request_log");
    await pool.query("vacuum analyze events");
    const { rows } = await sql<{ objects: string[] }>`
      select objects from request_log where account_id = ${scope.accountId} and environment = 'testing'
      order by at desc limit 1`.execute(db);
    const [requestId = "", orderId = ""] = rows[0]?.objects ?? [];
    const ctx = clientContext(db, scope);
    const page = { limit: "20", offset: "0" };
    await measureLooks(`postgresql: a log of ${CALLS} calls and ${EVENTS} events`, {
      "calls of an order": () => listCalls(ctx, { ...page, q: orderId }),
      "a call by its id": () => listCalls(ctx, { ...page, q: requestId }),
      "nothing by that id": () => listCalls(ctx, { ...page, q: "none-of-these" }),
      "events of an order": () => listSentEvents(ctx, { ...page, q: orderId }),
      "the first page": () => listCalls(ctx, page),
      "page 500": () => listCalls(ctx, { ...page, offset: "9980" }),
      "calls of a client": () => listCalls(ctx, { ...page, client_id: "ci_1" }),
      "calls with an error": () => listCalls(ctx, { ...page, code: "400000", field: "field3" }),
      "errors in groups": () => groupErrors(ctx, page),
    });
  } finally {
    await database.close();
  }
}
