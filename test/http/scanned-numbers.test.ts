// Tracking numbers and orders' ids are taken however they are written or scanned (contract §13.1).
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { CONTRACTS } from "@/lib/contracts";
import { created, localOrder, type Merchant, merchant, personOf } from "../factories";
import type { Api } from "../http";
import { freshItem, must, naming, orderIn, warehouse } from "../pick-pack/warehouse";

/** Ways to write a number; the last are only of tracking numbers. */
const waysOf = (number: string) => {
  const apart = number.replace(/(?<=.{2})(\d{4})(?=\d)/g, "$1-");
  const wide = number.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  const spaced = number.replace(/(\d{4})(?=\d)/g, "$1 ");
  return [` ${spaced} `, apart, number.toLowerCase(), wide, `\u200b${number}`, `]C1${number}`];
};
const addressesOf = (number: string) => [
  `https://ship.sampan-goods.example/track/${number}`,
  `http://localhost:3000/track/${number.toLowerCase()}?utm_source=label#x`,
];

type Def = {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  in?: z.core.$ZodType;
};

/** Every named field of a schema, at any depth. */
function fieldsOf(schema: z.core.$ZodType | undefined, name = ""): [string, z.core.$ZodType][] {
  if (!schema) return [];
  const def = schema._zod.def as Def;
  if (def.shape) return Object.entries(def.shape).flatMap(([key, field]) => fieldsOf(field, key));
  if (def.options) return def.options.flatMap((option) => fieldsOf(option, name));
  const inner = def.element ?? def.innerType ?? def.in;
  return inner ? fieldsOf(inner, name) : [[name, schema]];
}

it("is so in every field of every request that is called by their names", () => {
  const found = CONTRACTS.flatMap(({ id, params, query, body }) =>
    [params, query, body]
      .flatMap((schema) => fieldsOf(schema))
      .filter(([name]) => /^(?:tracking_number|order_ids?)$/.test(name))
      .map(([name, field]) => [`${id}: ${name}`, field] as const),
  );
  expect(found.length).toBeGreaterThan(30);
  for (const [where, field] of found) {
    const { value } = field._zod.run({ value: " 2171-2345 6789012", issues: [] }, {}) as { value: unknown };
    expect([where, value]).toEqual([where, "217123456789012"]);
  }
});

let shop: Merchant;
let owner: Api;
let support: Api;

beforeAll(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
  support = (await personOf("support", null)).api;
});

/** What an operation finds under a number: the order's id. */
type Finder = (number: string) => Promise<unknown>;
const q = (text: string) => encodeURIComponent(text);

async function eachWay(order: { order_id: string; tracking_number: string }, byNumber: Finder[], byId: Finder[]) {
  const { order_id: id, tracking_number: number } = order;
  for (const find of byNumber)
    for (const way of [...waysOf(number), ...addressesOf(number)]) expect([way, await find(way)]).toEqual([way, id]);
  // Of an id the fields take only ASCII.
  const plain = waysOf(id).filter((way) => /^[ -~]+$/.test(way));
  for (const find of byId) for (const way of plain) expect([way, await find(way)]).toEqual([way, id]);
}

it("is so in the list, in the detail, in tracking and in support's search", async () => {
  await created((await merchant()).testing, localOrder());
  const order = await created(shop.testing, localOrder());
  const list: Finder = async (text) =>
    must(await shop.testing.get(`/orders?q=${q(text)}`)).body.data.map((row: { order_id: string }) => row.order_id)[0];
  const search: Finder = async (text) =>
    must(await support.get(`/support/search?q=${q(text)}`)).body.data.orders.map(
      (row: { order_id: string }) => row.order_id,
    )[0];
  const named: Finder = async (text) =>
    must(await shop.testing.get(`/orders?order_ids=${q(`${text},1`)}`)).body.data[0]?.order_id;
  await eachWay(
    order,
    [list, search, async (text) => must(await shop.testing.get(`/tracking/${q(text)}`)).body.data.order_id],
    [
      ...[list, search, named],
      async (text) => must(await shop.testing.get(`/order/detail/${q(text)}`)).body.data.order_id,
      async (text) => must(await shop.testing.get(`/order/tracking/${q(text)}`)).body.data.order_id,
    ],
  );
});

it("is so in dispatch", async () => {
  const order = await created(shop.testing, localOrder());
  const scan: Finder = async (code) => must(await owner.post("/dispatch/scans", { code })).body.data.order.order_id;
  await eachWay(order, [scan], [scan]);
});

it("is so in the warehouse's list, queue and bench", async () => {
  const place = await warehouse();
  const { shop: depot, staff } = place;
  const item = freshItem("4");
  const order = await orderIn(place, "PICKPACK_CONFIRMED", item);
  const find: Finder = async (text) => must(await staff.get(`/pickpack/find?code=${q(text)}`)).body.data.order_id;
  const list: Finder = async (text) => must(await staff.get(`/pickpack/list?q=${q(text)}`)).body.data[0]?.order_id;
  await eachWay(order, [find, list], [find, list]);
  const label: Finder = async (code) => {
    const body = { order_id: order.order_id, scan_id: `label-${randomUUID()}`, code };
    return must(await staff.post("/pickpack/label", body, naming(depot))).body.data.order_id;
  };
  // Items' codes are taken with spaces around them and in any case.
  for (const code of [` ${item.sku.toLowerCase()} `, `${item.bar_code_eid.toUpperCase()}  `]) {
    const body = { order_id: order.order_id, scan_id: `item-${randomUUID()}`, code };
    const { result } = must(await staff.post("/pickpack/scan", body, naming(depot))).body.data;
    expect([code, result]).toEqual([code, "COUNTED"]);
  }
  for (const code of [item.sku, item.sku])
    must(
      await staff.post(
        "/pickpack/scan",
        { order_id: order.order_id, scan_id: `rest-${randomUUID()}`, code },
        naming(depot),
      ),
    );
  await eachWay(order, [label], []);
});
