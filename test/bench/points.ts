import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { systemClock } from "@/server/clock";
import type { Context } from "@/server/context";
import { openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { overrideEnv, readEnv } from "@/server/env";
import { createPickupFeed, previewPickupFeed } from "@/server/services";
import { csvOf, listed, newPoint } from "../services/pickup-lists";
import { benchAccount, fillOrders } from "./fill";

const POINTS = 1700;
const ORDERS = 100_000;
/** What reading, comparing and listing may take, in ms. */
const BOUND = 2000;

/** A list of 1,700 pickup points as a file: its preview and its application, while many orders wait at points. */
export async function benchPoints(engine: string, variables: Record<string, string>, secret: string): Promise<void> {
  const settings = readEnv({ ...variables, APP_SECRET: secret, LOG_LEVEL: "warn" });
  overrideEnv(settings);
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    const { db } = database;
    const { scope } = await benchAccount(db, "points");
    await fillOrders(db, scope, ORDERS);
    const codes = listed().map(({ delivery_code }) => String(delivery_code));
    const at = `(array['${codes.join("','")}'])[1 + (id % ${codes.length})::int]`;
    await sql`update orders set shipping_provider = 'LOCAL_POINT', delivery_code = ${sql.raw(at)} where account_id = ${scope.accountId}`.execute(
      db,
    );
    await database.pool.query("analyze");
    const ctx: Context = {
      db,
      requestId: "bench",
      environment: "testing",
      idempotencyKey: null,
      language: "en",
      address: "127.0.0.1",
      now: systemClock,
      actor: { kind: "client", id: "bench", role: "support", accountId: null },
      account: null,
      catalogueVersion: "0",
    };
    const news = Array.from({ length: POINTS - codes.length }, (_, n) => newPoint(`HUB-${n}`));
    const time = async (work: () => Promise<unknown>) => {
      const started = performance.now();
      await work();
      return Math.round(performance.now() - started);
    };
    const moved = () => listed().map((point) => ({ ...point, opening_hours: `Mon–Sun, ${randomInt(1e9)}` }));
    const whole = { provider: "LOCAL_POINT", csv: csvOf([...moved(), ...news]) };
    const fewer = { provider: "LOCAL_POINT", csv: csvOf([...listed().slice(10), ...news]) };
    const figures = {
      "preview, all open or change": await time(() => previewPickupFeed(ctx, whole)),
      "apply it": await time(() => createPickupFeed(ctx, { ...whole, confirm_closing: "N" })),
      "preview, 10 close": await time(() => previewPickupFeed(ctx, fewer)),
      "apply it, one merchant notified": await time(() => createPickupFeed(ctx, { ...fewer, confirm_closing: "N" })),
    };
    console.log(`\n${engine}: a list of ${POINTS} pickup points, ${ORDERS} orders at points, ms (at most ${BOUND})`);
    for (const [name, ms] of Object.entries(figures)) console.log(`  ${name.padEnd(30)} ${String(ms).padStart(6)}`);
    if (Object.values(figures).some((ms) => ms > BOUND)) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
