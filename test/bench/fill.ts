import { randomInt } from "node:crypto";
import { localExample } from "@/lib/contracts/examples";
import { createAccount } from "@/server/accounts";
import { hashSecret } from "@/server/accounts/clients/credentials";
import { everyAccount, type Scope } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { newOrderId } from "@/server/orders/create/numbers";
import { searchTextOf, withDistrict } from "@/server/orders/list/search-text";
import { gramsOf } from "@/server/search";

const NAMES = [
  "陳大文",
  "李嘉欣",
  "Wong Ka Yan",
  "黃志強",
  "Jessica Lam",
  "張美玲",
  "Ho Siu Ming",
  "梁俊傑",
  "周永康",
  "Priya Sharma",
];
const GOODS = ["Oolong tea", "烏龍茶", "Hiking boots", "行山鞋", "Phone case", "手機殼", "Lantern", "燈籠"];
const STREETS = [
  ["1 Nathan Road", "Yau Tsim Mong"],
  ["彌敦道", "Yau Tsim Mong"],
  ["Queen's Road Central", "Central and Western"],
  ["皇后大道中", "Central and Western"],
  ["沙田正街", "Sha Tin"],
  ["Kwun Tong Road", "Kwun Tong"],
] as const;
const STATUSES = [
  "DELIVERED",
  "DELIVERED",
  "DELIVERED",
  "DELIVERED",
  "IN_TRANSIT",
  "READY_TO_SHIP",
  "PENDING_CONFIRM",
  "CANCELLED",
];

// Of ten digits, none twice: of 100,000 random ones some pair is alike as often as not.
let numbered = 1e9;

/** An account with a token that has no limits to speak of. */
export async function benchAccount(db: Db, name: string): Promise<{ scope: Scope; token: string }> {
  const made = await createAccount(db, {
    name,
    email: `${name}@bench.example`,
    password: "a bench needs no secrets",
    rateMinute: 2_000_000_000,
    rateHour: 2_000_000_000,
  });
  const token = `at_test_${name
    .padEnd(43, "x")
    .slice(0, 43)
    .replace(/[^\w-]/g, "x")}`;
  await db
    .insertInto("access_tokens")
    .values({
      hash: hashSecret(token),
      client_id: made.credentials.testing.client_id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  return { scope: { accountId: made.account_id, environment: "testing" }, token };
}

/** Writes orders straight into the table, spread over a year, with everything a list or a search looks at. */
export async function fillOrders(db: Db, scope: Scope, count: number): Promise<void> {
  const year = 365 * 86_400_000;
  const start = Date.now() - year;
  const BATCH = 500;
  const counts = new Map<string, number>();
  for (let done = 0; done < count; done += BATCH) {
    const texts: string[] = [];
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
      const { id, createdAt } = newOrderId(() => new Date(start + Math.floor(((done + index) / count) * year)));
      const number = `ST${numbered++}${(done + index) % 10}`;
      const name = NAMES[randomInt(NAMES.length)] as string;
      const status = STATUSES[randomInt(STATUSES.length)] as string;
      const mobile = String(90_000_000 + randomInt(9_999_999));
      const remarks = randomInt(3) === 0 ? `Shop order ${randomInt(100_000)}` : null;
      const [street, district] = STREETS[randomInt(STREETS.length)] as (typeof STREETS)[number];
      const address = `Flat ${randomInt(1000)}, ${randomInt(60)}/F, ${street}`;
      const item = { description: GOODS[randomInt(GOODS.length)], sku: `SKU-${randomInt(2000)}` };
      const recipient = { ...localExample.recipient, name, mobile, address };
      const text = searchTextOf({ id, numbers: [number], recipient, items: [item], client_remarks: remarks });
      texts.push(withDistrict(text, district));
      counts.set(status, (counts.get(status) ?? 0) + 1);
      return {
        account_id: scope.accountId,
        environment: scope.environment,
        id,
        ship_type: "local" as const,
        status: status as "DELIVERED",
        shipping_provider: "LOCAL_DOOR",
        tracking_number: number,
        quote_price: `${30 + randomInt(200)}.00`,
        chargeable_weight: "1",
        weight_basis: "ACTUAL" as const,
        price_breakdown: JSON.stringify([{ code: "BASE", amount: "30.00" }]),
        sender: JSON.stringify(localExample.sender),
        recipient: JSON.stringify(recipient),
        recipient_name: name,
        recipient_country: "HK",
        shipment: JSON.stringify({ package_type: "parcel" }),
        options: "{}",
        client_remarks: remarks,
        created_at: createdAt,
        updated_at: createdAt,
        confirmed_at: createdAt,
      };
    });
    await everyAccount(db)
      .insertInto("orders")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await everyAccount(db)
      .insertInto("order_search")
      .values(
        rows.map(({ account_id, environment, id }, index) => {
          const text = texts[index] ?? "";
          return { account_id, environment, order_id: id, text, grams: gramsOf(scope, text) };
        }),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await everyAccount(db)
      .insertInto("order_parcels")
      .values(
        rows.map(({ account_id, environment, id }) => ({
          account_id,
          environment,
          order_id: id,
          position: 1,
          act_weight: "1",
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await everyAccount(db)
    .insertInto("order_count_deltas")
    .values(
      [...counts].map(([status, delta]) => ({
        account_id: scope.accountId,
        environment: scope.environment,
        status: status as "DELIVERED",
        shipping_provider: "LOCAL_DOOR",
        delta,
      })),
    )
    .execute();
}
