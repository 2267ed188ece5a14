import { dropEmpty } from "@/lib/contracts/normalise";
import { type OrderInput, orderInput } from "@/lib/contracts/order";
import type { Environment } from "@/lib/environment";
import type { OrderStatus } from "@/lib/orders/status";
import {
  createAccount,
  createPerson,
  endDemo,
  issueClient,
  isUninhabited,
  realPeopleExist,
  updateAccount,
} from "@/server/accounts";
import { countUses } from "@/server/addresses";
import { systemClock } from "@/server/clock";
import { type AccountContext, NO_RULES } from "@/server/context";
import type { Database } from "@/server/db/database";
import type { Db } from "@/server/db/transaction";
import { cancelOrder, createOrder, writeDefaults } from "@/server/orders";
import { recordScan } from "@/server/tracking";
import { demoAddresses } from "./addresses";
import { demoBoxes, OUTDOOR_BOXES, TEA_BOXES } from "./boxes";
import { demoDispatch } from "./dispatch";
import { demoAddressFile, demoOrderFile, demoProductFile } from "./import-files";
import { demoInvoice, demoPayout } from "./imports";
import { demoJobs } from "./jobs";
import { type Dice, dice, intlOrder, intlSender, localOrder, localSender, type Shop } from "./orders";
import { OUTDOOR, TEA } from "./parties";
import { demoRequests } from "./requests";
import { demoRules } from "./rules";
import { daysSince, hourOf, openingHour, scansTo } from "./scans";
import { demoTariff } from "./tariffs";
import { demoThread } from "./threads";
import { demoViews } from "./views";
import { beginDemoWave, DEMONSTRATION, type Packer, packDemoOrder, saveItems, stockUp } from "./warehouse";

/**
 * Sign-ins and credentials of the demonstration data, as listed in the README. Not created once a person can sign in.
 */
export const DEMO = {
  password: "sampan-demo-2026",
  merchant: "tea@sampan.example",
  member: "mei@sampan.example",
  pickPackMerchant: "outdoor@sampan.example",
  support: "support@sampan.example",
  warehouse: "warehouse@sampan.example",
  clients: {
    testing: { client_id: "ci_test_demo", client_secret: "cs_test_demo_for_local_use_only" },
    production: { client_id: "ci_live_demo", client_secret: "cs_live_demo_for_local_use_only" },
  },
} as const;

// The mix is that of a working shop.
const MIX: readonly (readonly [status: OrderStatus, share: number])[] = [
  ["DELIVERED", 46],
  ["IN_TRANSIT", 14],
  ["READY_TO_SHIP", 12],
  ["PENDING_CONFIRM", 10],
  ["OUT_FOR_DELIVERY", 5],
  ["PICKED_UP", 4],
  ["CANCELLED", 4],
  ["EXCEPTION", 3],
  ["FAILED_DELIVERY", 2],
];
const BY_CARRIER: readonly OrderStatus[] = [
  "PICKED_UP",
  "IN_TRANSIT",
  "OUT_FOR_DELIVERY",
  "EXCEPTION",
  "FAILED_DELIVERY",
];

async function makeOrder(ctx: AccountContext, shop: Shop, status: OrderStatus, nth: number, roll: Dice): Promise<void> {
  const demo = roll.next() < 0.55 ? localOrder(shop, roll, BY_CARRIER.includes(status)) : intlOrder(shop, roll);
  const { body } = demo;
  body.confirm_shipment = status === "PENDING_CONFIRM" ? "N" : "Y";
  if (nth % 3 === 0) body.client_remarks = "禮物，請勿附上價單 Gift: no prices";
  dropEmpty(body);
  const input = orderInput.parse(body) as OrderInput;
  const daysAgo = daysSince(demo, status, roll);
  const created = hourOf(daysAgo, openingHour(demo, roll));
  const order = await createOrder({ ...ctx, now: () => created }, input);
  if (ctx.account.pickPack) await packDemoOrder(ctx, { id: order.order_id, status, created, nth }, roll.next);
  if (status === "CANCELLED") {
    await cancelOrder(ctx, {
      order_id: order.order_id,
      reason: roll.of(["CUSTOMER_REQUEST", "WRONG_INFO", "DUPLICATE"] as const),
      remarks: undefined,
    });
    return;
  }
  for (const { event, day, hour, description, city, country, subStatus } of scansTo(demo, status, daysAgo, roll)) {
    await recordScan(ctx, {
      tracking_number: order.tracking_number ?? "",
      event,
      occurred_at: hourOf(daysAgo - day, hour).toISOString(),
      description,
      location: { city, country },
      sub_status: subStatus,
      ...(event === "order.delivered" ? { delivered_to: input.recipient.name } : {}),
    });
  }
}

function contextOf(db: Db, environment: Environment, catalogueVersion: string) {
  return {
    requestId: "demonstration",
    environment,
    catalogueVersion,
    idempotencyKey: null,
    language: "en",
    address: "unknown",
    now: systemClock,
    db,
  } as const;
}

async function fill(
  db: Db,
  account: AccountContext["account"],
  environment: Environment,
  count: number,
  shop: Shop,
  seed: number,
  packer: Packer,
  /** Who writes to support; absent: no thread. */
  writers?: { owner: string; support: string },
): Promise<void> {
  const { version } = await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  const actor = { ...DEMONSTRATION, role: "carrier" } as const;
  const ctx: AccountContext = { ...contextOf(db, environment, version), actor, account };
  await (account.pickPack ? stockUp(ctx, shop.goods) : saveItems(ctx, shop.goods));
  const roll = dice(seed);
  const shares = MIX.reduce((sum, [, share]) => sum + share, 0);
  for (const [status, share] of MIX) {
    const orders = Math.max(1, Math.round((count * share) / shares));
    for (let n = 0; n < orders; n++) await makeOrder(ctx, shop, status, n, roll);
  }
  if (account.pickPack) await beginDemoWave(ctx, packer);
  if (writers) {
    await demoThread(ctx, writers);
    await demoAddresses(ctx, shop);
    await demoDispatch(ctx, { id: writers.owner, name: shop.sender.name, email: shop.sender.email });
    await demoJobs(ctx, { id: writers.owner, name: shop.sender.name });
  }
}

const TEA_SHOP: Shop = {
  goods: TEA,
  sender: {
    name: "Mak Chi Wai",
    company: "Harbour Tea House Ltd",
    mobile: "23456789",
    email: DEMO.merchant,
    zh: "九龍尖沙咀彌敦道 12 號地下 3 號舖",
    en: "12 Nathan Road",
  },
};
const OUTDOOR_SHOP: Shop = {
  goods: OUTDOOR,
  sender: {
    name: "Yeung Hoi Ying",
    company: "Lion Rock Outdoor Ltd",
    mobile: "34567890",
    email: DEMO.pickPackMerchant,
    zh: "新界葵涌大連排道 200 號 8 樓",
    en: "200 Tai Lin Pai Road",
  },
};

/**
 * Creates the demonstration data: two merchants, staff, API clients and about 200 orders in every state and both
 * environments. Does nothing if a person can sign in already (contract §8.4).
 */
export async function seedDemo({ db }: Pick<Database, "db">): Promise<void> {
  if (!(await isUninhabited(db))) return;
  const tea = await createAccount(db, {
    name: "Harbour Tea House 海港茶莊",
    email: DEMO.merchant,
    password: DEMO.password,
    isDemo: true,
  });
  await createPerson(db, {
    accountId: tea.account_id,
    role: "member",
    email: DEMO.member,
    password: DEMO.password,
    name: "Lam Mei 林美",
    isDemo: true,
  });
  const outdoor = await createAccount(db, {
    name: "Lion Rock Outdoor 獅子山戶外",
    email: DEMO.pickPackMerchant,
    password: DEMO.password,
    pickPack: true,
    locale: "zh-Hant",
    isDemo: true,
  });
  await updateAccount(db, outdoor.account_id, { remarks_to_packer: true });
  const support = await createPerson(db, {
    accountId: null,
    role: "support",
    email: DEMO.support,
    password: DEMO.password,
    name: "Support",
    isDemo: true,
  });
  const { id } = await createPerson(db, {
    accountId: null,
    role: "warehouse",
    email: DEMO.warehouse,
    password: DEMO.password,
    name: "Warehouse",
    isDemo: true,
  });
  const packer = { id, name: "Warehouse", email: DEMO.warehouse };
  for (const environment of ["testing", "production"] as const)
    await issueClient(db, {
      accountId: tea.account_id,
      environment,
      label: "README",
      credentials: DEMO.clients[environment],
      isDemo: true,
    });

  const account = (id: string, name: string, pickPack: boolean) => ({
    id,
    name,
    pickPack,
    defaultLocalProvider: "LOCAL_DOOR",
    remarksToPacker: pickPack,
    rules: NO_RULES,
  });
  const teaAccount = account(tea.account_id, "Harbour Tea House", false);
  const outdoorAccount = account(outdoor.account_id, "Lion Rock Outdoor", true);
  await writeDefaults(db, tea.account_id, {
    local: { sender: localSender(TEA_SHOP), shipping_provider: "LOCAL_DOOR", package_type: "parcel" },
    intl: { sender: intlSender(TEA_SHOP), shipping_provider: "INTL_EXPR", package_type: "parcel" },
    paper: null,
  });
  const owner = await db.selectFrom("people").select("id").where("email", "=", DEMO.merchant).executeTakeFirstOrThrow();
  const writers = { owner: owner.id, support: support.id };
  await fill(db, teaAccount, "production", 80, TEA_SHOP, 1, packer, writers);
  await fill(db, teaAccount, "testing", 40, TEA_SHOP, 2, packer, writers);
  await fill(db, outdoorAccount, "production", 50, OUTDOOR_SHOP, 3, packer);
  await fill(db, outdoorAccount, "testing", 30, OUTDOOR_SHOP, 4, packer);
  const { version } = await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  const person = { id: support.id, role: "support", accountId: null, name: "Support", email: DEMO.support } as const;
  const supporter = { kind: "person", ...person, sessionId: "", visit: null } as const;
  const production = contextOf(db, "production", version);
  await demoTariff(production, supporter);
  const billed = { ...production, actor: supporter, account: teaAccount };
  await demoInvoice(billed, supporter);
  await demoPayout(billed, supporter);
  const merchant = { id: owner.id, role: "owner", accountId: teaAccount.id, name: "", email: DEMO.merchant } as const;
  await demoViews({
    ...production,
    actor: { kind: "person", ...merchant, sessionId: "", visit: null },
    account: teaAccount,
  });
  const byOwner = { kind: "person", ...merchant, name: TEA_SHOP.sender.name, sessionId: "", visit: null } as const;
  const packed = await db
    .selectFrom("people")
    .select("id")
    .where("email", "=", DEMO.pickPackMerchant)
    .executeTakeFirstOrThrow();
  const packs = { id: packed.id, role: "owner", accountId: outdoorAccount.id, email: DEMO.pickPackMerchant } as const;
  const byPacked = { kind: "person", ...packs, name: OUTDOOR_SHOP.sender.name, sessionId: "", visit: null } as const;
  for (const environment of ["testing", "production"] as const) {
    const context = contextOf(db, environment, version);
    await demoBoxes({ ...context, actor: byOwner, account: teaAccount }, TEA_BOXES);
    await demoBoxes({ ...context, actor: byPacked, account: outdoorAccount }, OUTDOOR_BOXES);
    await demoRules({ ...context, actor: byOwner, account: teaAccount });
    await demoOrderFile({ ...context, actor: byOwner, account: teaAccount }, TEA_SHOP);
    await demoAddressFile({ ...context, actor: byOwner, account: teaAccount });
    await demoProductFile({ ...context, actor: byPacked, account: outdoorAccount });
  }
  for (const environment of ["testing", "production"] as const)
    await demoRequests(db, teaAccount, environment, DEMO.clients[environment].client_id);
  await countUses(db);
  // A command may have created a person meanwhile.
  if (await realPeopleExist(db)) await endDemo(db);
}
