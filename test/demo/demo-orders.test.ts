/** The orders of the demonstration agree with themselves, as a merchant reads them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import english from "@/lib/i18n/en.json";
import { findPerson } from "@/server/accounts";
import { openDatabaseWith } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { DEMO, seedDemo } from "@/server/demo/seed";
import { publicLocality } from "@/server/tracking/places";
import { emptyDatabase, productDatabase } from "../database";
import { cookieOf } from "../factories";
import { api } from "../http";

type Checkpoint = {
  time: string;
  event: string;
  sub_status: keyof typeof english.subStatus | null;
  description: string;
  location: { city: string; country: string } | null;
};
type Item = {
  name?: string;
  description?: string;
  sku: string;
  qty: string;
  single_value?: string;
  single_weight?: string;
};
type Parcel = { act_weight: string; parcel_items?: Item[]; declaration_list?: Item[] };
type Order = {
  order_id: string;
  order_status: string;
  shipping_provider: string;
  recipient: { address: string; city?: string; state?: string; country?: string; delivery_code?: string | null };
  shipment_detail: { parcel_list: Parcel[]; consignment_remarks: string | null };
  cod_amount?: string | null;
  tracking: { checkpoint_list: Checkpoint[] };
  late: string;
};
type Point = { delivery_code: string; address_value: string; status: string };

const orders: Order[] = [];
let points: Map<string, string>;

let own: Awaited<ReturnType<typeof emptyDatabase>>;
let end: () => Promise<void>;

beforeAll(async () => {
  // Of its own: the demonstration uses the same products in both environments, and their twins would meet.
  own = await emptyDatabase();
  await migrate(own);
  openDatabaseWith(async () => own);
  end = () => own.close();
  await seedDemo(own);
  for (const email of [DEMO.merchant, DEMO.pickPackMerchant]) {
    const cookie = await cookieOf((await findPerson(own.db, email)).id, own.db);
    for (const environment of ["testing", "production"] as const) {
      const shop = api(environment, { headers: { cookie } });
      const { data } = (await shop.get("/orders?limit=100")).body;
      for (const { order_id, late } of data)
        orders.push({ ...(await shop.get(`/order/detail/${order_id}`)).body.data, late });
      const listed: Point[] = (await shop.get("/pickup-points?shipping_provider=LOCAL_POINT&limit=100")).body.data;
      points = new Map(
        listed.filter(({ status }) => status === "ACTIVE").map((point) => [point.delivery_code, point.address_value]),
      );
    }
  }
  expect(orders.length).toBeGreaterThan(190);
}, 300_000);
afterAll(async () => {
  openDatabaseWith(productDatabase);
  await end();
});

const wrong = (isWrong: (order: Order) => unknown) => orders.filter(isWrong).map(({ order_id }) => order_id);
const atEnd = ({ tracking }: Order) =>
  tracking.checkpoint_list.filter(({ event }) => /out_for_delivery|delivered|failed_delivery/.test(event));
const itemsOf = ({ shipment_detail }: Order) =>
  shipment_detail.parcel_list.flatMap(({ parcel_items, declaration_list }) => parcel_items ?? declaration_list ?? []);

it("go to pickup points of the list, whose address they show, and only with the service for them", () => {
  expect(orders.some(({ recipient }) => recipient.delivery_code)).toBe(true);
  expect(
    wrong(({ recipient: { address, delivery_code: code }, shipping_provider }) =>
      code ? address !== points.get(code) || shipping_provider !== "LOCAL_POINT" : shipping_provider === "LOCAL_POINT",
    ),
  ).toEqual([]);
});

it("end where their recipient is, at a place that the public page names", () => {
  const plain = (name: string) => name.normalize("NFD").replace(/\p{M}|區$/gu, "");
  const isThere = ({ recipient: { address, city, state, country } }: Order, { location }: Checkpoint) => {
    const place = location && publicLocality(location);
    const names = Object.values(place?.city ?? {});
    const expected = country === undefined ? "HK" : state === "PR" ? "PR" : country;
    return place?.country === expected && names.some((name) => plain(city ?? address).includes(plain(name)));
  };
  expect(wrong((order) => atEnd(order).some((checkpoint) => !isThere(order, checkpoint)))).toEqual([]);
  const everywhere = orders.flatMap(({ tracking }) => tracking.checkpoint_list.map(({ location }) => location));
  expect(everywhere.filter((location) => location && !publicLocality(location)?.city)).toEqual([]);
});

it("are scanned one step after the other, in the past, and brought by day", () => {
  const hour = ({ time }: Checkpoint) => Number(time.slice(11, 13));
  expect(
    wrong(({ tracking: { checkpoint_list: all } }) =>
      all.some(
        ({ time }, index) => Date.parse(time) > Date.now() || (index > 0 && time >= (all[index - 1]?.time ?? "")),
      ),
    ),
  ).toEqual([]);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const isByNight = (each: Checkpoint) => !each.time.startsWith(today) && (hour(each) < 8 || hour(each) > 20);
  expect(wrong((order) => atEnd(order).some(isByNight))).toEqual([]);
});

it("are late only where something went wrong", () => {
  expect(wrong(({ late, order_status }) => late === "Y" && !/EXCEPTION|FAILED/.test(order_status))).toEqual([]);
  expect(orders.some(({ late }) => late === "Y")).toBe(true);
});

it("say nothing twice, and nothing of a door where there is none", () => {
  const repeats = ({ sub_status: sub, description }: Checkpoint) =>
    sub !== null && description.toLowerCase().includes(english.subStatus[sub].toLowerCase().split(" ")[0] ?? "");
  expect(wrong(({ tracking }) => tracking.checkpoint_list.some(repeats))).toEqual([]);
  const isOfDoor = ({ recipient, shipment_detail, tracking }: Order) =>
    recipient.delivery_code &&
    (shipment_detail.consignment_remarks ||
      tracking.checkpoint_list.some(({ sub_status }) => sub_status === "not_home"));
  expect(wrong(isOfDoor)).toEqual([]);
  expect(wrong((order) => new Set(itemsOf(order).map(({ sku }) => sku)).size < itemsOf(order).length)).toEqual([]);
});

it("weigh more than their goods, and collect what these cost", () => {
  const total = (order: Order, field: "single_value" | "single_weight") =>
    itemsOf(order).reduce((sum, item) => sum + Number(item.qty) * Number(item[field] ?? 0), 0);
  const weight = ({ shipment_detail }: Order) =>
    shipment_detail.parcel_list.reduce((sum, { act_weight }) => sum + Number(act_weight), 0);
  expect(wrong((order) => weight(order) <= total(order, "single_weight"))).toEqual([]);
  expect(orders.some(({ cod_amount }) => cod_amount)).toBe(true);
  expect(wrong((order) => order.cod_amount && Number(order.cod_amount) !== total(order, "single_value"))).toEqual([]);
});

it("have remarks that the warehouse sees at the bench and on the pick list", async () => {
  const packer = await findPerson(own.db, DEMO.warehouse);
  const staff = api("production", { headers: { cookie: await cookieOf(packer.id, own.db) } });
  const [{ wave_id }] = (await staff.get("/pickpack/waves")).body.data;
  const wave = (await staff.get(`/pickpack/waves/${wave_id}`)).body.data;
  const remarks = wave.order_list.map(({ client_remarks }: { client_remarks: string | null }) => client_remarks);
  expect(remarks).toContain("禮物，請勿附上價單 Gift: no prices");
});
