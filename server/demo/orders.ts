import { PICKUP_POINTS } from "@/server/db/sample/pickup-points";
import { CITIES, type DemoItem, FOREIGN_RECIPIENTS, LOCAL_RECIPIENTS, PICKUP_RECIPIENTS, POINTS } from "./parties";

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

/** Random choices that are the same in every run. */
export type Dice = { next: () => number; whole: (below: number) => number; of: <T>(list: readonly T[]) => T };

/** A random generator that gives the same results for the same seed. */
export function dice(seed: number): Dice {
  const next = generator(seed);
  const whole = (below: number) => Math.floor(next() * below);
  return { next, whole, of: (list) => list[whole(list.length)] as (typeof list)[number] };
}

/** A merchant of the demonstration: its goods, and the sender of its orders. */
export type Shop = {
  goods: readonly DemoItem[];
  sender: { name: string; company: string; mobile: string; email: string; zh: string; en: string };
};

/** An order's request, and what its way depends on. */
export type DemoOrder = {
  body: Record<string, unknown> & { shipping_provider: string };
  /** Where it ends, in the words of the public tracking page. */
  town: string;
  /** Its country, and the city where it arrives there. */
  country: string;
  hub: string | null;
  toPoint: boolean;
};

type Line = { item: DemoItem; qty: number };

/** One to `most` different goods. */
function linesOf(shop: Shop, roll: Dice, most: number): Line[] {
  const left = [...shop.goods];
  return Array.from({ length: 1 + roll.whole(most) }, () => ({
    item: left.splice(roll.whole(left.length), 1)[0] as DemoItem,
    qty: 1 + roll.whole(3),
  }));
}

const sum = (lines: readonly Line[], of: (item: DemoItem) => string) =>
  lines.reduce((total, { item, qty }) => total + qty * Number(of(item)), 0);

/** What a parcel with these goods weighs, in kg, and its sides, in cm. */
function measuresOf(lines: readonly Line[], roll: Dice) {
  return {
    act_weight: (sum(lines, ({ weight }) => weight) + 0.2 + roll.whole(3) / 10).toFixed(1),
    length: String(20 + roll.whole(20)),
    width: String(15 + roll.whole(15)),
    height: String(8 + roll.whole(12)),
  };
}

function pointRecipient(roll: Dice) {
  const [name, mobile] = roll.of(PICKUP_RECIPIENTS);
  const [code, town] = roll.of(POINTS);
  const point = PICKUP_POINTS.find(({ delivery_code }) => delivery_code === code);
  return [name, mobile, `${point?.address_zh}^${code}`, town] as const;
}

/** The sender of the shop's local orders. */
export function localSender(shop: Shop) {
  return {
    name: shop.sender.name,
    mobile: shop.sender.mobile,
    mobile_prefix: "852",
    address: shop.sender.zh,
    email: shop.sender.email,
  };
}

/** The sender of the shop's international orders. */
export function intlSender(shop: Shop) {
  return {
    name: shop.sender.name,
    company_name: shop.sender.company,
    mobile: shop.sender.mobile,
    mobile_prefix: "+852",
    email: shop.sender.email,
    address: shop.sender.en,
    city: "Hong Kong",
    country: "HK",
  };
}

/** A local order of this shop; `isUnderWay`: at a carrier, where one of the same day would be late. */
export function localOrder(shop: Shop, roll: Dice, isUnderWay: boolean): DemoOrder {
  const toPoint = roll.next() < 0.25;
  const [name, mobile, address, town] = toPoint ? pointRecipient(roll) : roll.of(LOCAL_RECIPIENTS);
  const toDoor = isUnderWay ? "LOCAL_DOOR" : roll.of(["LOCAL_DOOR", "LOCAL_DOOR", "LOCAL_SAMEDAY"]);
  const lines = linesOf(shop, roll, 2);
  const cod = !toPoint && roll.next() < 0.15;
  const body = {
    ship_type: "local",
    shipping_provider: toPoint ? "LOCAL_POINT" : toDoor,
    sender: localSender(shop),
    recipient: { name, mobile, mobile_prefix: "852", address },
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: lines[0]?.item.description.slice(0, 35),
      consignment_remarks: !toPoint && roll.next() < 0.2 ? "請致電後送貨 Please call before delivery" : "",
      parcel_list: [
        {
          ...measuresOf(lines, roll),
          parcel_items: lines.map(({ item, qty }) => ({
            name: item.description,
            qty: String(qty),
            single_value: item.price,
            sku: item.sku,
            bar_code_eid: item.barcode,
          })),
        },
      ],
    },
    cod: cod ? "Y" : "N",
    cod_amount: cod ? sum(lines, ({ price }) => price).toFixed(2) : "",
    reference: roll.next() < 0.4 ? `SHOP-${10_000 + roll.whole(5000)}` : "",
  };
  return { body, town, country: "HK", hub: null, toPoint };
}

/** An international order of this shop. */
export function intlOrder(shop: Shop, roll: Dice): DemoOrder {
  const recipient = roll.of(FOREIGN_RECIPIENTS);
  const lines = linesOf(shop, roll, 3);
  const country = recipient.state === "PR" ? "PR" : (recipient.country ?? "");
  const [hub, town] = CITIES[country] ?? ["", ""];
  const body = {
    ship_type: "intl",
    shipping_provider: roll.of(["INTL_EXPR", "INTL_ECON", "INTL_ECON"]),
    sender: intlSender(shop),
    recipient,
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: lines[0]?.item.description.slice(0, 35),
      currency: "HKD",
      reason_of_export: "Sale of goods",
      parcel_list: [
        {
          ...measuresOf(lines, roll),
          declaration_list: lines.map(({ item, qty }) => ({
            description: item.description.slice(0, 35),
            qty: String(qty),
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
    reference: roll.next() < 0.3 ? `MKT-${20_000 + roll.whole(5000)}` : "",
  };
  return { body, town, country, hub, toPoint: false };
}
