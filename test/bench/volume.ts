import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { encode } from "next-auth/jwt";
import { intlExample, localExample } from "@/lib/contracts/examples";
import type { RuleInput } from "@/lib/contracts/shipping-rule";
import { openSession, sessionCookieName } from "@/server/accounts";
import { catalogue } from "@/server/carriers";
import { openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import type { Db } from "@/server/db/transaction";
import { overrideEnv, readEnv } from "@/server/env";
import { effectOf, factsOf, isOfKind } from "@/server/orders/rules/apply";
import { compileRule } from "@/server/orders/rules/compile";
import { benchAccount } from "./fill";
import { serveProduct } from "./servers";

/** What much at once may take, in seconds, and how much memory the process may then have beyond what it has at rest. */
const BOUNDS = {
  postgresql: { check: 3, make: 8, batch: 1, cancel: 2 },
  embedded: { check: 4, make: 10, batch: 1.5, cancel: 2 },
} as const;
/** 50 rules of an order, in ms, and trying them out on 1,000 orders, in seconds. */
const RULES_MS = 0.05;
const TRY_S = 1;
const MEMORY_MB = 300;
/** What other requests may take meanwhile, in ms: of a hundred the slowest but one. */
const OTHERS_MS = 100;

const ROWS = 5000;
const HEADERS =
  "reference,recipient_name,recipient_mobile,recipient_address,weight_kg,item_name,item_qty,item_value,remarks";

function file(): string {
  const lines = Array.from(
    { length: ROWS },
    (_, n) =>
      `V-${n},陳大文 ${n},9${String(1_000_000 + n)},"九龍旺角彌敦道 ${n} 號 5 樓, A 室",${((n % 20) / 10 + 0.1).toFixed(1)},Tea set ${n % 7},${(n % 3) + 1},${n % 500}.50,Call before ${n}`,
  );
  return [HEADERS, ...lines].join("\r\n");
}

const CONDITIONS = [
  { field: "weight_kg", operator: "at_least", value: "40" },
  { field: "district", operator: "in", value: ["Islands", "North"] },
  { field: "item", operator: "contains", value: "porcelain" },
  { field: "value", operator: "at_least", value: "90000" },
  { field: "country", operator: "in", value: ["JP", "KR", "TW"] },
  { field: "reference", operator: "contains", value: "wholesale" },
  { field: "sku", operator: "is", value: "TEA-1" },
  { field: "cod", operator: "is", value: "Y" },
] as const;
/** Rules of every kind, of which few hold. */
const RULES = Array.from({ length: 50 }, (_, n) => ({
  name: `Rule ${n}`,
  conditions: [CONDITIONS[n % CONDITIONS.length], CONDITIONS[(n * 3 + 1) % CONDITIONS.length]],
  set: n % 5 ? { tag: `tag ${n % 9}` } : { options: { delivery_proof: "E" } },
})) as RuleInput[];

/** How long 50 rules take with an order, in ms: of five rounds the best. */
async function rulesCost(db: Db): Promise<number> {
  const version = await sql<{ version: string }>`select version from catalogue_version`.execute(db);
  const carriers = await catalogue({ db, catalogueVersion: version.rows[0]?.version ?? "" });
  const rules = RULES.map((rule) => compileRule(rule, null));
  const bodies = Array.from({ length: 1000 }, (_, n) => structuredClone(n % 2 ? intlExample : localExample));
  const rounds = Array.from({ length: 5 }, () => {
    const started = performance.now();
    for (const body of bodies) effectOf(rules, factsOf(body, "api", carriers), isOfKind(carriers, body.ship_type));
    return (performance.now() - started) / bodies.length;
  });
  return Math.min(...rounds);
}

const megabytes = (pid: number, field: "VmHWM" | "VmRSS") =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Resolves once a process has nothing left to do in the background. */
async function untilIdle(pid: number): Promise<void> {
  const ticks = () => {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
    return Number(user) + Number(system);
  };
  for (let before = ticks(), used = 100; used > 10; before = ticks()) {
    await wait(3000);
    used = ticks() - before;
  }
}

/** Files of 5,000 rows, batches of 1,000 orders and cancelling 500, on a running server; what takes too long fails the run. */
export async function benchVolume(
  engine: keyof typeof BOUNDS,
  variables: Record<string, string>,
  secret: string,
): Promise<void> {
  const settings = readEnv({ ...variables, APP_SECRET: secret, LOG_LEVEL: "warn" });
  overrideEnv(settings);
  const database = await openDatabase(settings);
  await migrate(database);
  const { token, scope } = await benchAccount(database.db, "volume");
  const { id: person } = await database.db
    .selectFrom("people")
    .select("id")
    .where("account_id", "=", scope.accountId)
    .executeTakeFirstOrThrow();
  const sid = await openSession(database.db, person);
  const cookie = `${sessionCookieName()}=${encodeURIComponent(await encode({ token: { sid }, secret }))}`;
  const rules = await rulesCost(database.db);
  await database.close();
  const server = await serveProduct({ ...variables, APP_SECRET: secret });
  const base = `${server.url}/testing/v1`;
  const call = async (method: string, path: string, body?: unknown, own: Record<string, string> = {}) => {
    const isFile = typeof body === "string";
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": isFile ? "text/csv" : "application/json", ...own },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    const answer = (await response.json()) as { data: any };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer).slice(0, 500)}`);
    return answer.data;
  };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return (performance.now() - started) / 1000;
  };
  const until = async (path: string, wanted: string, before: string) => {
    for (let status = before; status === before; await wait(50)) {
      ({ status } = await call("GET", path));
      if (status !== before && status !== wanted) throw new Error(`${path} is ${status}`);
    }
  };
  /** How long lists of a page take while something else goes on. */
  const others: number[] = [];
  let isWatching = true;
  const watch = async () => {
    while (isWatching) {
      others.push((await timed(() => call("GET", "/orders?limit=20"))) * 1000);
      await wait(20);
    }
  };
  try {
    await call("PUT", "/defaults", {
      local: { sender: localExample.sender, shipping_provider: "LOCAL_DOOR" },
      intl: {},
    });
    const warm = Array.from({ length: 20 }, () => localExample);
    await call("POST", "/orders/batch", { orders: warm });
    const atRest = megabytes(server.pid, "VmRSS");
    const watching = watch();
    let id = "";
    const check = await timed(async () => {
      id = (await call("POST", "/imports?kind=orders", file())).import_id;
      await until(`/imports/${id}`, "READY", "CHECKING");
    });
    const make = await timed(async () => {
      await call("POST", `/imports/${id}/start`, { confirm_shipment: "Y" });
      await until(`/imports/${id}`, "DONE", "RUNNING");
    });
    isWatching = false;
    await watching;
    await untilIdle(server.pid);
    const memory = megabytes(server.pid, "VmHWM") - atRest;
    const orders = Array.from({ length: 1000 }, (_, n) => (n % 2 ? intlExample : localExample));
    const batch = await timed(() => call("POST", "/orders/batch", { orders }));
    const listed = (await call("GET", "/orders?limit=100&source=import")) as { order_id: string }[];
    const ids: string[] = listed.map(({ order_id }) => order_id);
    for (let offset = 100; ids.length < 500; offset += 100) {
      const more = (await call("GET", `/orders?limit=100&source=import&offset=${offset}`)) as typeof listed;
      ids.push(...more.map(({ order_id }) => order_id));
    }
    const cancel = await timed(async () => {
      const body = JSON.stringify({ operation: "cancelOrder", ids, input: { reason: "CUSTOMER_REQUEST" } });
      const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" };
      const begun = await fetch(`${base}/bulk`, { method: "POST", headers, body });
      const { data } = (await begun.json()) as { data: { bulk_id: string } };
      for (let state = ""; state !== "DONE"; await wait(50)) {
        const read = await fetch(`${base}/bulk/${data.bulk_id}`, { headers });
        state = ((await read.json()) as { data: { state: string } }).data.state;
      }
    });
    const tried = await timed(() => call("POST", "/rules/try", { rules: RULES, last: 1000 }));
    const slow = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.99)] ?? 0;
    console.log(`\n${engine}: much at once, and what it may take`);
    const bounds = BOUNDS[engine];
    const say = (words: string, value: number, most: number, unit: string) => {
      console.log(
        `  ${words.padEnd(44)} ${value.toFixed(unit === "s" ? 2 : most < 1 ? 4 : 0).padStart(7)} ${String(most).padStart(5)} ${unit}`,
      );
      if (value > most) process.exitCode = 1;
    };
    say("5,000 rows sent and checked", check, bounds.check, "s");
    say("their orders made and confirmed", make, bounds.make, "s");
    say("memory beyond that at rest", memory, MEMORY_MB, "MB");
    say(`other requests meanwhile, p99 of ${others.length}`, slow, OTHERS_MS, "ms");
    say("a batch of 1,000 orders", batch, bounds.batch, "s");
    say("50 rules of an order", rules, RULES_MS, "ms");
    say("50 rules tried out on 1,000 orders", tried, TRY_S, "s");
    say("500 orders cancelled from the list", cancel, bounds.cancel, "s");
  } finally {
    isWatching = false;
    await server.stop();
  }
}
