import { type OrderInput, orderInput } from "@/lib/contracts/order";
import type { Environment } from "@/lib/environment";
import { createAccount, createPerson, issueClient } from "@/server/accounts";
import type { AccountContext, Db } from "@/server/context";
import type { Database } from "@/server/db/database";
import { dropEmpty } from "@/server/http/body";
import { cancelOrder, createPastOrder } from "@/server/orders";
import { recordScan } from "@/server/tracking";
import {
  type DemoItem,
  FOREIGN_RECIPIENTS,
  HUBS,
  LOCAL_RECIPIENTS,
  OUTDOOR,
  PICKUP_RECIPIENTS,
  TEA,
} from "./demo-parties";
import { beginDemoWave, DEMONSTRATION, packDemoOrder, stockUp } from "./demo-warehouse";

/** Sign-ins and credentials of the demonstration data; the README lists them. Never made where an account exists. */
export const DEMO = {
  password: "sampan-demo-2026",
  merchant: "tea@sampan.example",
  pickPackMerchant: "outdoor@sampan.example",
  support: "support@sampan.example",
  warehouse: "warehouse@sampan.example",
  clients: {
    testing: { client_id: "ci_test_demo", client_secret: "cs_test_demo_for_local_use_only" },
    production: { client_id: "ci_live_demo", client_secret: "cs_live_demo_for_local_use_only" },
  },
} as const;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A small repeatable generator (mulberry32), so that every fresh start shows the same shop. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Dice = { next: () => number; whole: (below: number) => number; of: <T>(list: readonly T[]) => T };

function dice(seed: number): Dice {
  const next = generator(seed);
  const whole = (below: number) => Math.floor(next() * below);
  return { next, whole, of: (list) => list[whole(list.length)] as (typeof list)[number] };
}

type Shop = {
  goods: readonly DemoItem[];
  sender: { name: string; company: string; mobile: string; email: string; zh: string; en: string };
};

function localBody(shop: Shop, roll: Dice): Record<string, unknown> {
  const point = roll.next() < 0.25;
  const [name, mobile, address] = point
    ? [
        ...roll.of(PICKUP_RECIPIENTS),
        `${roll.of(["九龍旺角", "新界沙田", "香港灣仔"])}自取^${roll.of(["KLN-L001", "NT-L001", "HK-L001"])}`,
      ]
    : roll.of(LOCAL_RECIPIENTS);
  const provider = point ? "LOCAL_POINT" : roll.of(["LOCAL_DOOR", "LOCAL_DOOR", "LOCAL_SAMEDAY"]);
  const items = Array.from({ length: 1 + roll.whole(2) }, () => roll.of(shop.goods));
  const cod = !point && roll.next() < 0.15;
  return {
    ship_type: "local",
    shipping_provider: provider,
    sender: {
      name: shop.sender.name,
      mobile: shop.sender.mobile,
      mobile_prefix: "852",
      address: shop.sender.zh,
      email: shop.sender.email,
    },
    recipient: { name, mobile, mobile_prefix: "852", address },
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: items[0]?.description.slice(0, 35) ?? "Goods",
      consignment_remarks: roll.next() < 0.2 ? "請致電後送貨 Please call before delivery" : "",
      parcel_list: [
        {
          act_weight: (0.4 + roll.whole(40) / 10).toFixed(1),
          length: String(20 + roll.whole(20)),
          width: String(15 + roll.whole(10)),
          height: String(8 + roll.whole(10)),
          parcel_items: items.map((item) => ({
            name: item.description,
            qty: String(1 + roll.whole(3)),
            single_value: item.price,
            sku: item.sku,
            bar_code_eid: item.barcode,
          })),
        },
      ],
    },
    cod: cod ? "Y" : "N",
    cod_amount: cod ? String(200 + roll.whole(800)) : "",
    client_remarks: roll.next() < 0.4 ? `Shop order ${10_000 + roll.whole(5000)}` : "",
  };
}

function intlBody(shop: Shop, roll: Dice): Record<string, unknown> {
  const recipient = roll.of(FOREIGN_RECIPIENTS);
  const items = Array.from({ length: 1 + roll.whole(3) }, () => roll.of(shop.goods));
  return {
    ship_type: "intl",
    shipping_provider: roll.of(["INTL_EXPR", "INTL_ECON", "INTL_ECON"]),
    sender: {
      name: shop.sender.name,
      company_name: shop.sender.company,
      mobile: shop.sender.mobile,
      mobile_prefix: "+852",
      email: shop.sender.email,
      address: shop.sender.en,
      city: "Hong Kong",
      country: "HK",
    },
    recipient,
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: items[0]?.description.slice(0, 35) ?? "Goods",
      currency: "HKD",
      reason_of_export: "Sale of goods",
      parcel_list: [
        {
          act_weight: (0.5 + roll.whole(60) / 10).toFixed(1),
          length: String(20 + roll.whole(25)),
          width: String(15 + roll.whole(15)),
          height: String(10 + roll.whole(12)),
          declaration_list: items.map((item) => ({
            description: item.description.slice(0, 35),
            qty: String(1 + roll.whole(3)),
            single_price: item.price,
            single_weight: item.weight,
            hscode: item.hscode,
            origin: item.origin,
            sku: item.sku,
            bar_code_eid: item.barcode,
            ...(item.battery ? { battery: item.battery } : {}),
          })),
        },
      ],
    },
    shipment_options: { tax_party: roll.of(["recipient", "sender"]), recipient_signature: roll.of(["N", "N", "O"]) },
    client_remarks: roll.next() < 0.3 ? `Marketplace ${20_000 + roll.whole(5000)}` : "",
  };
}

type Step = {
  event: string;
  afterHours: number;
  description: string;
  city?: string;
  /** Where it is not the recipient's. */
  country?: string;
  subStatus?: string;
};

/** The scans that bring an order to a state. */
function stepsTo(status: string, country: string, roll: Dice): Step[] {
  const abroad = country !== "HK";
  const hub = HUBS[country] ?? country;
  const pace = abroad ? 20 : 5;
  const picked: Step = {
    event: "order.picked_up",
    afterHours: 4 + roll.whole(6),
    description: "Collected from the sender",
    city: "Hong Kong",
    country: "HK",
  };
  const hubs: Step[] = [
    {
      event: "order.in_transit",
      afterHours: 10 + roll.whole(4),
      description: "Arrived at the sorting centre",
      city: "Kwai Chung",
      country: "HK",
    },
    ...(abroad
      ? [
          {
            event: "order.in_transit",
            afterHours: 34 + roll.whole(10),
            description: "Arrived in the destination country",
            city: hub,
          },
        ]
      : []),
  ];
  const out: Step = {
    event: "order.out_for_delivery",
    afterHours: 16 + pace * 2,
    description: "Out for delivery",
    city: hub,
  };
  const last = 20 + pace * 2;
  switch (status) {
    case "PICKED_UP":
      return [picked];
    case "IN_TRANSIT":
      return [picked, ...hubs];
    case "OUT_FOR_DELIVERY":
      return [picked, ...hubs, out];
    case "DELIVERED":
      return [
        picked,
        ...hubs,
        out,
        { event: "order.delivered", afterHours: last, description: "Delivered", city: hub },
      ];
    case "FAILED_DELIVERY":
      return [
        picked,
        ...hubs,
        out,
        {
          event: "order.failed_delivery",
          afterHours: last,
          description: "Nobody was at home",
          city: hub,
          subStatus: "not_home",
        },
      ];
    case "EXCEPTION":
      return [
        picked,
        ...hubs,
        {
          event: "order.exception",
          afterHours: last,
          description: abroad ? "Held by customs: invoice wanted" : "Parcel damaged in transit",
          city: hub,
          subStatus: abroad ? "customs_delay" : "damaged",
        },
      ];
    default:
      return [];
  }
}

// Old enough for its scans to lie in the past, young enough to be of this season; the mix is that of a working shop.
const MIX: readonly (readonly [status: string, share: number, minDays: number, maxDays: number])[] = [
  ["DELIVERED", 46, 5, 45],
  ["IN_TRANSIT", 14, 3, 6],
  ["READY_TO_SHIP", 12, 0, 1],
  ["PENDING_CONFIRM", 10, 0, 3],
  ["OUT_FOR_DELIVERY", 5, 3, 5],
  ["PICKED_UP", 4, 1, 2],
  ["CANCELLED", 4, 2, 30],
  ["EXCEPTION", 3, 4, 9],
  ["FAILED_DELIVERY", 2, 4, 7],
];

async function makeOrder(ctx: AccountContext, shop: Shop, status: string, ageDays: number, roll: Dice): Promise<void> {
  const body = roll.next() < 0.55 ? localBody(shop, roll) : intlBody(shop, roll);
  body.confirm_shipment = status === "PENDING_CONFIRM" ? "N" : "Y";
  dropEmpty(body);
  const input = orderInput.parse(body) as OrderInput;
  const created = new Date(Date.now() - ageDays * DAY - roll.whole(8) * HOUR - roll.whole(3_600_000) - 60_000);
  const order = await createPastOrder(ctx, input, created);
  if (ctx.account.pickPack) await packDemoOrder(ctx, { id: order.order_id, status, created }, roll.next);
  if (status === "CANCELLED") {
    await cancelOrder(ctx, {
      order_id: order.order_id,
      reason: roll.of(["CUSTOMER_REQUEST", "WRONG_INFO", "DUPLICATE"] as const),
      remarks: undefined,
    });
    return;
  }
  const country = "country" in input.recipient ? input.recipient.country : "HK";
  for (const step of stepsTo(status, country, roll)) {
    await recordScan(ctx, {
      tracking_number: order.tracking_number ?? "",
      event: step.event,
      occurred_at: new Date(created.getTime() + step.afterHours * HOUR).toISOString(),
      description: step.description,
      location: { city: step.city, country: step.country ?? country },
      sub_status: step.subStatus,
      ...(step.event === "order.delivered" ? { delivered_to: input.recipient.name } : {}),
    });
  }
}

async function fill(
  db: Db,
  account: AccountContext["account"],
  environment: Environment,
  count: number,
  shop: Shop,
  seed: number,
): Promise<void> {
  const { version } = await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  const ctx: AccountContext = {
    requestId: "demonstration",
    environment,
    actor: { ...DEMONSTRATION, role: "carrier" },
    account,
    catalogueVersion: version,
    idempotencyKey: null,
    language: "en",
    address: "unknown",
    authorization: null,
    accept: null,
    db,
  };
  if (account.pickPack) await stockUp(ctx, shop.goods);
  const roll = dice(seed);
  const shares = MIX.reduce((sum, [, share]) => sum + share, 0);
  for (const [status, share, minDays, maxDays] of MIX) {
    const orders = Math.max(1, Math.round((count * share) / shares));
    for (let n = 0; n < orders; n++)
      await makeOrder(ctx, shop, status, minDays + roll.next() * (maxDays - minDays), roll);
  }
  if (account.pickPack) await beginDemoWave(ctx);
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
 * Makes the demonstration data: two merchants, staff, API clients and about 200 orders in every state and both
 * environments. Does nothing where any account exists (decisions §9).
 */
export async function seedDemo({ db }: Pick<Database, "db">): Promise<void> {
  if (await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) return;
  const tea = await createAccount(db, {
    name: "Harbour Tea House 海港茶莊",
    email: DEMO.merchant,
    password: DEMO.password,
  });
  const outdoor = await createAccount(db, {
    name: "Lion Rock Outdoor 獅子山戶外",
    email: DEMO.pickPackMerchant,
    password: DEMO.password,
    pickPack: true,
    locale: "zh-Hant",
  });
  await createPerson(db, {
    accountId: null,
    role: "support",
    email: DEMO.support,
    password: DEMO.password,
    name: "Support",
  });
  await createPerson(db, {
    accountId: null,
    role: "warehouse",
    email: DEMO.warehouse,
    password: DEMO.password,
    name: "Warehouse",
  });
  for (const environment of ["testing", "production"] as const)
    await issueClient(db, {
      accountId: tea.account_id,
      environment,
      label: "README",
      credentials: DEMO.clients[environment],
    });

  const account = (id: string, name: string, pickPack: boolean) => ({
    id,
    name,
    pickPack,
    defaultLocalProvider: "LOCAL_DOOR",
  });
  const teaAccount = account(tea.account_id, "Harbour Tea House", false);
  const outdoorAccount = account(outdoor.account_id, "Lion Rock Outdoor", true);
  await fill(db, teaAccount, "production", 80, TEA_SHOP, 1);
  await fill(db, teaAccount, "testing", 40, TEA_SHOP, 2);
  await fill(db, outdoorAccount, "production", 50, OUTDOOR_SHOP, 3);
  await fill(db, outdoorAccount, "testing", 30, OUTDOOR_SHOP, 4);
}
