import { addDays, hongKongDate } from "@/lib/calendar";
import * as contracts from "@/lib/contracts/order";
import { readListQuery } from "@/lib/lists/list-query";
import { openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { readDispatch } from "@/server/dispatch";
import { overrideEnv, readEnv } from "@/server/env";
import { countOrders, listOrders, readFigures } from "@/server/orders";
import { benchAccount, fillOrders } from "./fill";
import { clientContext, measureLooks } from "./looks";

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000);

/** What searches may take, in ms (contract §5.11): for a number, for words of the newest page or of hardly any order, for others. */
const [NUMBER, FREQUENT, OTHER] = [10, 50, 500];

/** Looks at the lists and figures of an account with 1,000,000 orders. */
export async function benchOrders(variables: Record<string, string>, secret: string): Promise<void> {
  const settings = readEnv({ ...variables, APP_SECRET: secret, LOG_LEVEL: "warn" });
  overrideEnv(settings);
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    const { db, pool } = database;
    const { scope } = await benchAccount(db, "orders");
    await fillOrders(db, scope, ORDERS);
    await pool.query("vacuum analyze");
    const ctx = clientContext(db, scope);
    const list = (query: Record<string, string>) => () =>
      listOrders(ctx, readListQuery(contracts.listOrders, { limit: "20", ...query }).query);
    const day = addDays(hongKongDate(new Date()), -100);
    const found = (await listOrders(ctx, readListQuery(contracts.listOrders, { q: "陳大文" }).query)).rows[0];
    await measureLooks(`postgresql: an account of ${ORDERS} orders`, {
      "the first page": list({}),
      "the last page": list({ offset: String(ORDERS - 20) }),
      "by price": list({ sort: "-quote_price" }),
      "by status": list({ sort: "order_status" }),
      "to confirm": list({ status: "PENDING_CONFIRM" }),
      late: list({ late: "Y" }),
      "not printed": list({ printed: "N", status: "READY_TO_SHIP" }),
      "of a day": list({ created_from: day, created_to: day }),
      "cash on delivery": list({ cod: "Y" }),
      "by a name": { within: FREQUENT, look: list({ q: "陳大文" }) },
      "by a rare word": { within: FREQUENT, look: list({ q: "sku-1999" }) },
      "by rare words": { within: OTHER, look: list({ q: "sku-77 nathan lam" }) },
      "by words of many": { within: OTHER, look: list({ q: "陳大文 燈籠" }) },
      "by a telephone number": { within: OTHER, look: list({ q: "+852 9876 5432" }) },
      "by a number": { within: NUMBER, look: list({ q: found?.order_id ?? "" }) },
      "by its beginning": { within: NUMBER, look: list({ q: found?.order_id.slice(0, 6) ?? "" }) },
      "nothing of the kind": { within: FREQUENT, look: list({ q: "none-of-these" }) },
      "counts of the tabs": () => countOrders(ctx, {}),
      "counts of a search": () => countOrders(ctx, { q: "陳大文" }),
      "figures of 90 days": () => readFigures(ctx, { days: "90" }),
      "dispatch of today": () => readDispatch(ctx, {}),
      "dispatch of another day": () => readDispatch(ctx, { day }),
    });
  } finally {
    await database.close();
  }
}
