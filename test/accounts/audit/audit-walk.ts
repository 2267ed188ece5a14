// How a person of staff calls each operation that changes something, and what its row in the audit log then says.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { syncCases } from "@/server/cases";
import { resetDatabase } from "@/test/database";
import { work as runPrintJobs } from "@/test/documents/print-jobs";
import {
  created,
  freshEmail,
  intlOrder,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
} from "@/test/factories";
import { type Answer, type Api, api } from "@/test/http";
import { checked, fileOf, lineOf, withDefaults } from "@/test/imports/files";
import { freshItem, must, naming, orderOf, packAll, stocked, warehouse } from "@/test/pick-pack/warehouse";
import { listed } from "@/test/services/pickup-lists";
import { collected } from "@/test/statements/collected";
import { HEAD, importBody } from "@/test/statements/statement-files";

type Loose = Record<string, unknown>;
type Data = Answer["body"];
type Row = [account: string | null, object: string | null];

/** What is told of people: every name, address, e-mail and free text that is sent has it. */
export const MARK = "Zedmark";
/** The telephone of every person. */
export const PHONE = "98765432";
/** Begins the texts that the log keeps (contract §8.22, §26.9). */
export const KEPT = "Kept on purpose";

export type Step = {
  /** Who calls: a person of support in testing, unless it says otherwise. */
  by?: Api;
  /** The account that the call names; null: none. */
  of?: Merchant | null;
  params?: Record<string, string>;
  body?: Loose;
  /** A file of CSV instead of a body, and what the address says of it. */
  file?: { text: string; query: string };
  /** The id of what the row is about, of something new what the answer calls it; null: of no single thing. */
  object?: string | null | ((data: Data) => string);
  /** Where the rows are not one with the account that the call names: each one's account and object. */
  rows?: (data: Data) => Row[];
  /** The name in the log, if it is not the operation's. */
  recorded?: string;
  /** All of these facts, where they are money or stock. */
  before?: Loose;
  after?: Loose;
};

/** Prepares a call, that names the account or, as the warehouse may, leaves it to the number of an order or wave. */
type Making = (isNamed: boolean) => Promise<Step>;

type StaffPerson = { id: string; role: "support" | "warehouse"; testing: Api; production: Api };
async function staffOf(role: "support" | "warehouse"): Promise<StaffPerson> {
  const { id, cookie } = await personOf(role, null);
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  return { id, role, testing: api("testing", { headers }), production: api("production", { headers }) };
}

type Place = Awaited<ReturnType<typeof warehouse>>;
/** Two merchants, and two with pick-and-pack. */
let shop: Merchant;
let other: Merchant;
let place: Place;
let depot: Merchant;
let secondPlace: Place;
export let support: StaffPerson;
let second: StaffPerson;
let packer: StaffPerson;

export async function openShops(): Promise<void> {
  await resetDatabase();
  [shop, other] = [await merchant(), await merchant()];
  [place, secondPlace] = [await warehouse(), await warehouse()];
  depot = place.shop;
  [support, second, packer] = [await staffOf("support"), await staffOf("support"), await staffOf("warehouse")];
  for (const client of [support.testing, support.production]) for (const of of [shop, depot]) await visit(of, client);
}

async function visit(of: Merchant, client = support.production): Promise<void> {
  must(await client.post("/support/visit", { reason: "BILLING" }, naming(of)));
  must(await client.call("PATCH", "/support/visit", { body: { acting: "Y" }, ...naming(of) }));
}

const TODAY = hongKongDate(new Date());
const inDays = (days: number) => addDays(TODAY, days);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const at = ({ body }: Answer): Data => body.data;
const asSupport = async (method: string, path: string, body?: Loose): Promise<Data> =>
  at(must(await support.testing.call(method, path, { ...(body && { body }), ...naming(shop) })));

const email = () => `${MARK}-${freshEmail()}`.toLowerCase();
const SOMEBODY = { name: `${MARK} Wong`, mobile: PHONE, mobile_prefix: "852", address: `7 ${MARK} Road` };
const PEOPLE = { sender: SOMEBODY, recipient: SOMEBODY, client_remarks: `${MARK} at the counter` };
const parcel = (act_weight: string) => ({
  package_type: "parcel",
  consignment_declaration: `${MARK} goods`,
  parcel_list: [{ act_weight, parcel_items: [{ name: `${MARK} cup`, qty: "1", single_value: "380.00" }] }],
});
const body = (change: Loose = {}) => localOrder({ ...PEOPLE, shipment_detail: parcel("3"), ...change });
const order = (change: Loose = {}, of: Api = shop.testing) => created(of, body(change));
const idOf = async (making: Promise<{ order_id: string }>) => (await making).order_id;
const draft = () => order({ confirm_shipment: "N" });

/** Orders, and what is written and printed of them. */
const ORDERS = {
  createOrder: async () => ({
    body: body({ cod: "Y", cod_amount: "120.50", reference: "R-7" }),
    object: ({ order_id }) => order_id,
    after: expect.objectContaining({ charged: "59.00", quote_price: "59.00", cod_amount: "120.50" }),
  }),
  duplicateOrder: async () => ({
    body: { order_id: await idOf(order()), confirm_shipment: "N" },
    object: ({ order_id }) => order_id,
  }),
  createOverviewOrder: async () => ({
    body: {
      sender: { name: MARK, phone: PHONE, address: `7 ${MARK} Road, Tsim Sha Tsui` },
      recipient: { name: MARK, phone: PHONE, address: `九龍旺角彌敦道 700 號 ${MARK}` },
      package: { weight: 1.2, dimensions: { length: 30, width: 20, height: 10 } },
      reference: "R-8",
    },
    object: ({ id }) => id,
  }),
  confirmOrder: async () => {
    const { order_id, quote_price } = await draft();
    return {
      body: { order_id },
      object: order_id,
      before: { status: "PENDING_CONFIRM", charged: null, tracking_number: null },
      after: {
        ...{ order_id, status: "READY_TO_SHIP", charged: quote_price },
        tracking_number: expect.stringMatching(/^ST\d{11}$/),
      },
    };
  },
  updateOrder: async () => {
    const { order_id } = await draft();
    return {
      body: { order_id, ...PEOPLE, reference: "R-9", cod: "Y", cod_amount: "80", shipment_detail: parcel("7") },
      object: order_id,
      before: { quote_price: "54.00", chargeable_weight: "3", cod_amount: null },
      after: expect.objectContaining({ quote_price: "107.00", chargeable_weight: "7", cod_amount: "80", order_id }),
    };
  },
  tagOrder: async () => {
    const order_id = await idOf(order());
    return { body: { order_id, add: [MARK] }, object: order_id };
  },
  cancelOrder: async () => {
    const order_id = await idOf(order());
    return {
      body: { order_id, reason: "DUPLICATE", remarks: `${MARK} has two` },
      object: order_id,
      before: { status: "READY_TO_SHIP", charged: "54.00" },
      after: { order_id, status: "CANCELLED", charged: "0.00", reason: "DUPLICATE", remarks: "***" },
    };
  },
  correctOrder: async () => {
    const { recipient } = intlOrder() as { recipient: Loose };
    const order_id = await idOf(created(shop.testing, intlOrder()));
    const { company_name, email: _own, country, ...place } = recipient;
    const right = { ...place, name: MARK, mobile: PHONE, address: `9 ${MARK} Street`, address_line_2: MARK };
    return { body: { order_id, recipient: right, reason: `${MARK} moved` }, object: order_id };
  },
  simulateScan: async () => {
    const order_id = await idOf(order());
    const location = { city: MARK, country: "HK" };
    return {
      body: {
        order_id,
        event: "order.in_transit",
        location,
        description: `At ${MARK}`,
        estimated_delivery: inHours(30),
      },
      object: order_id,
      before: { status: "READY_TO_SHIP" },
      after: expect.objectContaining({ status: "IN_TRANSIT", event: "order.in_transit" }),
    };
  },
  recordScan: async () => {
    const { order_id, tracking_number } = await packable();
    const said = { delivered_to: MARK, description: `To ${MARK}`, location: { city: MARK, country: "HK" } };
    return {
      ...{ by: packer.testing, of: depot },
      body: { tracking_number, event: "order.delivered", occurred_at: new Date().toISOString(), ...said },
      object: order_id,
      before: expect.objectContaining({ status: "READY_TO_SHIP" }),
      after: expect.objectContaining({ status: "DELIVERED", event: "order.delivered", tracking_number }),
    };
  },
  writeMessage: async () => {
    const order_id = await idOf(order());
    return { body: { order_id, kind: "note", text: `${MARK} called` }, object: order_id };
  },
  recordPrints: async () => ({
    ...{ by: packer.testing, of: depot },
    body: { order_ids: [(await packable()).order_id], document: "label", paper: "A4", parcel: "1" },
    object: null,
  }),
  createPrintJob: async () => ({
    body: { order_ids: [await idOf(order())], paper: "A4", per_page: "4", start: "2" },
    object: ({ id }) => id,
  }),
  createExport: async () => ({ body: { query: { q: MARK } }, object: ({ export_id }) => export_id }),
  stopExport: async () => named({ id: (await asSupport("POST", "/exports", { query: {} })).export_id }),
  createBulk: async () => ({
    body: { operation: "confirmOrder", ids: [await idOf(order())] },
    object: ({ bulk_id }) => bulk_id,
  }),
  stopBulk: async (isNamed) => {
    const body = { operation: "confirmPickPack", ids: [await idOf(order())] };
    const made = await support.testing.post("/bulk", body, isNamed ? naming(shop) : {});
    // Without an account it is the person's own, and what it does to orders is recorded by itself.
    return { ...named({ id: must(made).body.data.bulk_id }), ...(isNamed ? {} : { rows: () => [] }) };
  },
  createImport: async () => ({
    file: { text: fileOf([lineOf("A-1", { recipient_name: `${MARK} Chan` })]), query: "kind=orders&name=a.csv" },
    object: ({ import_id }) => import_id,
  }),
  changeImportRow: async () => {
    const step = await checkedImport();
    return { ...step, params: { ...step.params, n: "1" }, body: { values: { recipient_name: MARK } } };
  },
  changeImportRows: async () => {
    const step = await checkedImport();
    return { ...step, body: { changes: [{ n: 1, values: { recipient_name: MARK } }] } };
  },
  mapImport: async () => ({
    ...(await checkedImport(["reference", "remarks"])),
    body: { mapping: {}, has_headers: true },
  }),
  startImport: async () => ({ ...(await checkedImport()), body: { confirm_shipment: "N", again: true } }),
  cancelImport: async () => checkedImport(),
  cancelPrintJob: async () => named(await printJob()),
  recordPrintJob: async () => {
    const job = await printJob();
    await runPrintJobs();
    return named(job);
  },
  scanDispatch: async () => {
    const { order_id, tracking_number } = await order();
    return { body: { code: tracking_number }, object: order_id };
  },
  undoDispatchScan: async () => {
    const order_id = await scannedOut();
    return { body: { order_id, parcel: "1" }, object: order_id };
  },
  createHandOver: async () => ({ body: { order_ids: [await scannedOut()] }, object: ({ id }) => id }),
  signHandOver: async () => ({
    ...named(await handOver()),
    body: { name: `${MARK} Lee`, signature: "10,20 300,40;500,100" },
  }),
  deleteHandOver: async () => named(await handOver()),
  createDraft: async () => ({ body: { body: body() }, object: ({ draft_id }) => draft_id }),
  saveDraft: async () => ({ ...(await savedDraft()), body: { body: body({ reference: "R-10" }) } }),
  deleteDraft: savedDraft,
  createView: async () => ({ body: VIEW(), object: ({ id }) => id }),
  saveView: async () => ({ ...named(await asSupport("POST", "/views", VIEW())), body: VIEW() }),
  deleteView: async () => named(await asSupport("POST", "/views", VIEW())),
} satisfies Record<string, Making>;

/** The thing that the path names. */
const named = ({ id }: { id: string }) => ({ params: { id }, object: id });
/** An import of the shop that can be started. */
async function checkedImport(columns?: Parameters<typeof fileOf>[1]) {
  await withDefaults(shop);
  const row = fileOf([lineOf(`A-${randomUUID().slice(0, 8)}`)], columns);
  const { import_id } = await checked(shop.testing, row);
  return { params: { import_id }, object: import_id };
}
const printJob = async () => asSupport("POST", "/print-jobs", { order_ids: [await idOf(order())] });
async function scannedOut(): Promise<string> {
  const { order_id, tracking_number } = await order();
  await asSupport("POST", "/dispatch/scans", { code: tracking_number });
  return order_id;
}
const handOver = async () => asSupport("POST", "/hand-overs", { order_ids: [await scannedOut()] });
async function savedDraft() {
  const { draft_id } = await asSupport("POST", "/drafts", { body: body() });
  return { params: { draft_id }, object: draft_id as string };
}
const VIEW = () => ({
  name: `${MARK} ${randomUUID()}`,
  query: { status: "IN_TRANSIT", q: MARK, created_from: "2026-11-01", cod: "Y", sort: "-quote_price", limit: "50" },
  columns: ["tracking", "price"],
  is_shared: "N",
});

/** An order of the warehouse, confirmed there unless it says otherwise, with five units of what it needs. */
async function packable(isConfirmed = true, of = place) {
  const item = freshItem("2");
  await stocked(of, item, "5");
  const { order_id, tracking_number } = await created(of.shop.testing, { ...orderOf([item]), ...PEOPLE });
  if (isConfirmed) must(await place.staff.post("/pickpack/confirm", { order_id }));
  return { order_id, tracking_number, ...item };
}
const atBench = (order_id: string, more: Loose = {}) => ({
  ...{ by: packer.testing, of: depot, body: { order_id, ...more }, object: order_id },
});
const scanned = async (order_id: string, code: string) => {
  const scan_id = randomUUID();
  must(await place.staff.post("/pickpack/start", { order_id }));
  must(await place.staff.post("/pickpack/scan", { order_id, scan_id, code }));
  return scan_id;
};
async function packed() {
  const made = await packable();
  await packAll(place.staff, made);
  return made;
}
/** A wave of one merchant, or of two where the call names none. */
async function wave(isNamed: boolean) {
  const chosen = await ofWave(isNamed);
  const options = isNamed ? naming(depot) : {};
  const { wave_id } = at(must(await place.staff.post("/pickpack/waves", { order_list: chosen.order_list }, options)));
  const step = { by: packer.testing, of: depot, params: { wave_id }, ...chosen.rowsOf(wave_id) };
  return { pick_list: chosen.pick_list, step };
}
async function ofWave(isNamed: boolean) {
  const chosen = await Promise.all(
    (isNamed ? [place] : [place, secondPlace]).map(async (of) => {
      const { order_id, sku } = await packable(true, of);
      return { customer_eid: of.shop.accountId, order_id, sku };
    }),
  );
  return {
    order_list: chosen.map(({ customer_eid, order_id }) => ({ customer_eid, order_id })),
    pick_list: chosen.map(({ customer_eid, sku }) => ({ customer_eid, sku, short: "1" })),
    rowsOf: (id: string) => ({ rows: (): Row[] => chosen.map(({ customer_eid }) => [customer_eid, id]) }),
  };
}

/** What the warehouse does. */
const BENCH = {
  confirmPickPack: async () => ({
    ...atBench((await packable(false)).order_id, { is_require_repack: "Y" }),
    before: { pickpack_status: "PICKPACK_PENDING_CONFIRM" },
    after: expect.objectContaining({ pickpack_status: "PICKPACK_CONFIRMED", is_require_repack: "Y" }),
  }),
  readyPickPack: async () => {
    const measures = { length: "60", width: "40", height: "30", act_weight: "14" };
    return {
      ...atBench((await packed()).order_id, { parcel_list: [measures], is_require_repack: "Y" }),
      before: {
        ...{ quote_price: "54.00", charged: "54.00", chargeable_weight: "3" },
        pickpack_status: "PICKPACK_CONFIRMED",
      },
      after: {
        ...{ order_id: expect.any(String), quote_price: "186.00", charged: "186.00", chargeable_weight: "14" },
        ...{ pickpack_status: "PICKPACK_READY_TO_SHIPMENT", parcel_list: 1, is_require_repack: "Y" },
      },
    };
  },
  rejectPickPack: async () => ({
    ...atBench((await packable(false)).order_id, { reject_type: "OTHERS", reject_reason: `${MARK} broke it` }),
    before: expect.objectContaining({ pickpack_status: "PICKPACK_PENDING_CONFIRM", charged: "54.00" }),
    after: expect.objectContaining({ pickpack_status: "PICKPACK_REJECTED", charged: "0.00", reject_type: "OTHERS" }),
  }),
  cancelPickPack: async () => ({
    ...atBench((await packable()).order_id, { remarks: `${MARK} asked` }),
    before: expect.objectContaining({ pickpack_status: "PICKPACK_CONFIRMED", charged: "54.00" }),
    after: expect.objectContaining({ pickpack_status: "PICKPACK_CANCELLED", charged: "0.00" }),
  }),
  startPacking: async () => atBench((await packable()).order_id),
  scanItem: async () => {
    const { order_id, sku } = await packable();
    must(await place.staff.post("/pickpack/start", { order_id }));
    return atBench(order_id, { scan_id: randomUUID(), code: sku, parcel: "1" });
  },
  undoScan: async () => {
    const { order_id, sku } = await packable();
    return atBench(order_id, { scan_id: await scanned(order_id, sku) });
  },
  reopenParcel: async () => atBench((await packed()).order_id, { parcel: "1" }),
  scanLabel: async () => {
    const { order_id, tracking_number: code } = await packed();
    return atBench(order_id, { scan_id: randomUUID(), code });
  },
  noteShort: async () => {
    const { order_id } = await packable();
    must(await place.staff.post("/pickpack/start", { order_id }));
    const missing = { parcel: "1", position: "1", qty: "1", reason: "MISSING", remarks: `${MARK} took it` };
    return atBench(order_id, { scan_id: randomUUID(), ...missing });
  },
  declineCancel: async () => {
    const { order_id } = await packable();
    const asked = { order_id, reason: "OTHER", remarks: MARK };
    must(await depot.testing.post("/order/cancel", asked));
    return {
      ...atBench(order_id, { remarks: `${MARK} is on the way` }),
      before: { is_cancel_requested: true },
      after: { order_id, is_cancel_requested: false, remarks: "***" },
    };
  },
  createWave: async (isNamed) => {
    const { order_list, rowsOf } = await ofWave(isNamed);
    return {
      ...{ by: packer.testing, of: depot, body: { order_list, name: MARK, assigned_to: packer.id } },
      rows: ({ wave_id }) => rowsOf(wave_id).rows(),
    };
  },
  pickWave: async (isNamed) => {
    const { pick_list, step } = await wave(isNamed);
    return { ...step, body: { is_picked: "Y", pick_list } };
  },
  updateWave: async (isNamed) => ({ ...(await wave(isNamed)).step, body: { name: MARK, assigned_to: packer.id } }),
  closeWave: async (isNamed) => (await wave(isNamed)).step,
  cancelWave: async (isNamed) => (await wave(isNamed)).step,
} satisfies Record<string, Making>;

const product = (): Loose => ({
  ...{
    ...freshItem(),
    qty: undefined,
    name: `${MARK} cup`,
    weight: "0.1",
    hscode: "691110",
    origin: "CN",
    unit: "PCS",
  },
  ...{ unit_value: "199.00", currency: "HKD", low_stock_mark: "20", warehouse_location: `Shelf of ${MARK}` },
});
async function ofProduct(of: Merchant) {
  const { product_id } = at(must(await of.testing.post("/products", product())));
  return { of, params: { product_id }, object: product_id as string };
}
const item = (): Loose => ({
  ...{ ...freshItem(), qty: undefined, name: `${MARK} cup`, description: `Of ${MARK}`, single_price: "199.00" },
  ...{ single_weight: "0.1", currency: "HKD", unit: "PCS" },
});
const ofItem = async () => named(at(must(await shop.testing.post("/items", item()))));
const endpoint = () => ({
  ...{ url: `https://shop.example/hooks?key=${MARK}`, events: ["order.created"], description: `${KEPT}: stock` },
  ...{ auth_header: { name: "X-Key", value: MARK }, signature: true, legacy_signature: false },
});
const ofEndpoint = async () => named(at(must(await shop.testing.post("/webhooks", endpoint()))));
const ofClient = async () => {
  const { client_id } = await asSupport("POST", "/clients", { name: MARK });
  return { params: { client_id }, object: client_id as string };
};

/** What an account has beside its orders. */
const BELONGINGS = {
  createProduct: async () => ({ body: product(), object: ({ product_id }) => product_id }),
  updateProduct: async () => ({
    ...{ ...(await ofProduct(depot)), by: packer.testing },
    body: { weight: "0.25", unit_value: "205.00", low_stock_mark: "3", warehouse_location: MARK, clear: ["hscode"] },
    before: expect.objectContaining({ weight: "0.1", unit_value: "199.00", low_stock_mark: "20" }),
    after: expect.objectContaining({ weight: "0.25", unit_value: "205.00", low_stock_mark: "3" }),
  }),
  deleteProduct: async () => {
    const of = await ofProduct(shop);
    return { ...of, before: { is_deleted: false }, after: { ...of.params, is_deleted: true } };
  },
  changeStock: async () => {
    const of = await ofProduct(depot);
    return {
      ...{ ...of, by: packer.testing, body: { kind: "RECEIVED", qty: "7", reason: `From ${MARK}` } },
      before: { on_hand: "0" },
      after: { ...of.params, on_hand: "7", kind: "RECEIVED", qty: "7", reason: "***" },
    };
  },
  importProducts: async () => ({ body: { product_list: [product(), product()] }, object: null }),
  createItem: async () => ({ body: item(), object: ({ id }) => id }),
  updateItem: async () => ({
    ...(await ofItem()),
    body: { name: MARK, single_price: "205", single_weight: "0.2", clear: ["unit"] },
  }),
  deleteItem: ofItem,
  createWebhook: async () => ({ body: endpoint(), object: ({ id }) => id }),
  updateWebhook: async () => ({
    ...(await ofEndpoint()),
    body: { events: ["order.cancelled"], description: `${KEPT}: stock and returns` },
  }),
  deleteWebhook: ofEndpoint,
  enableWebhook: async () => {
    const of = await ofEndpoint();
    must(await shop.testing.post(`/webhooks/${of.object}/disable`));
    return of;
  },
  disableWebhook: ofEndpoint,
  rollWebhookSecret: async () => ({
    ...(await ofEndpoint()),
    body: { overlap_hours: 24, secret: `${MARK}-0123456789-abcdef` },
  }),
  // What is tested is the endpoint; its delivery is only how.
  testWebhook: async () => ({ ...(await ofEndpoint()), body: { event: "order.delivered" } }),
  replayDelivery: async () => {
    const of = await ofEndpoint();
    const { id } = at(must(await shop.testing.post(`/webhooks/${of.object}/test`, { event: "order.delivered" })));
    return { params: { delivery_id: id }, object: id as string };
  },
  replayMissed: async () => ({ ...(await ofEndpoint()), body: { since: inHours(-2) } }),
  createClient: async () => ({ body: { name: MARK }, object: ({ client_id }) => client_id }),
  updateClient: async () => ({ ...(await ofClient()), body: { name: `${MARK} 2` } }),
  rollClient: async () => ({ ...(await ofClient()), body: { overlap_hours: 24 } }),
  revokeClient: ofClient,
  createRule: async () => ({
    body: { name: MARK, conditions: [{ field: "reference", operator: "is", value: MARK }], set: { tag: MARK } },
    object: ({ rule_id }) => rule_id,
  }),
  updateRule: async () => ({ ...(await ofRule()), body: { enabled: false } }),
  deleteRule: ofRule,
  createBox: async () => ({ body: box(), object: ({ box_id }) => box_id }),
  updateBox: async () => ({ ...(await ofBox()), body: { weight: "0.2" } }),
  deleteBox: ofBox,
  saveDefaults: async () => ({
    body: {
      local: { sender: SOMEBODY, package_type: "parcel", consignment_declaration: MARK, parcel: { act_weight: "0.5" } },
      intl: { sender: { name: MARK, city: MARK, mobile: PHONE }, currency: "HKD", tax_party: "recipient" },
      paper: "A4",
    },
    object: null,
  }),
} satisfies Record<string, Making>;

const box = () => ({
  name: `${MARK} ${randomUUID().slice(0, 8)}`,
  length: "30",
  width: "20",
  height: "10",
  weight: "0.1",
});
async function ofBox() {
  const { box_id } = must(await shop.testing.post("/boxes", box())).body.data;
  return { params: { box_id }, object: box_id };
}
async function ofRule() {
  const { rule_id } = must(await shop.testing.post("/rules", { name: MARK, set: { tag: MARK } })).body.data;
  return { params: { rule_id }, object: rule_id };
}
const ofPerson = async () => named(await personOf("member", shop.accountId));
const ofInvitation = async () =>
  named(await asSupport("POST", "/invitations", { email: email(), role: "member", name: MARK }));
/** A person of staff, who belongs to no account. */
async function ofStaff() {
  const { id } = await personOf("warehouse", null);
  return { of: null, params: { id }, rows: (): Row[] => [[null, `person:${id}`]] };
}
const ofPlatform = (object: (data: Data) => string | null) => ({
  of: null,
  rows: (data: Data): Row[] => [[null, object(data)]],
});

/** Who may sign in, and the accounts themselves. */
const SIGN_INS = {
  updatePerson: async () => ({
    ...(await ofPerson()),
    body: { name: `${MARK} Ip`, role: "owner" },
    before: { name: "***", role: "member" },
    after: { name: "***", role: "owner" },
  }),
  deletePerson: ofPerson,
  disablePerson: ofPerson,
  enablePerson: async () => {
    const of = await ofPerson();
    await asSupport("POST", `/people/${of.object}/disable`);
    return of;
  },
  endPersonSessions: ofPerson,
  resetPersonFactors: ofPerson,
  createInvitation: async () => ({ body: { email: email(), role: "member", name: MARK }, object: ({ id }) => id }),
  resendInvitation: ofInvitation,
  deleteInvitation: ofInvitation,
  createStaff: async () => ({
    ...ofPlatform(({ id }) => `person:${id}`),
    body: { email: email(), role: "warehouse", name: `${MARK} Yip` },
  }),
  updateStaff: async () => ({ ...(await ofStaff()), body: { name: MARK, role: "support" } }),
  deleteStaff: ofStaff,
  disableStaff: ofStaff,
  enableStaff: async () => {
    const of = await ofStaff();
    must(await support.testing.post(`/staff/${of.params.id}/disable`));
    return of;
  },
  endStaffSessions: ofStaff,
  resetStaffFactors: ofStaff,
  sendStaffLink: ofStaff,
  // The command that ends it is recorded by the same name.
  disableDemonstration: async () => ({ ...ofPlatform(() => null), recorded: "endDemonstration" }),
  createAccount: async () => ({
    ...{ of: null, rows: ({ account_id }): Row[] => [[account_id, account_id]] },
    body: { name: MARK, email: email(), owner_name: MARK, language: "en", payment_plan: true, pick_pack: true },
  }),
  updateAccount: async () => {
    const opened = await merchant();
    await visit(opened);
    const { accountId: account_id } = opened;
    return {
      ...{ by: support.production, of: null, params: { account_id }, rows: (): Row[] => [[account_id, account_id]] },
      body: { name: MARK, payment_plan: false, rate_minute: 50, suspended: true, suspended_reason: "TERMS" },
      before: { name: "***", payment_plan: true, rate_minute: 1_000_000, suspended: false, suspended_reason: null },
      after: { name: "***", payment_plan: false, rate_minute: 50, suspended: true, suspended_reason: "TERMS" },
    };
  },
  startVisit: async () => ({
    ...{ by: second.production, of: shop, body: { reason: "CHECK", explanation: `${KEPT}: she called` }, object: null },
    after: { reason: "CHECK", explanation: `${KEPT}: she called` },
  }),
  changeVisit: async () => {
    must(await second.production.post("/support/visit", { reason: "CHECK" }, naming(shop)));
    return { by: second.production, of: shop, body: { acting: "Y" }, object: null };
  },
} satisfies Record<string, Making>;

/** An exception in the review queue of each account, by the account. */
async function cases(): Promise<Row[]> {
  const found: Row[] = [];
  for (const of of [shop, other]) {
    const order_id = await idOf(order({}, of.testing));
    must(await of.testing.post("/simulate/tracking", { order_id, event: "order.exception" }));
    await syncCases(await testDb());
    const listed: Data[] = at(must(await support.testing.get(`/cases?account_id=${of.accountId}&limit=100`)));
    found.push([of.accountId, listed.find((each) => each.order_id === order_id).case_id]);
  }
  return found;
}
async function ofCases(isClaimed = false) {
  const found = await cases();
  const ids = found.map(([, id]) => id);
  if (isClaimed) must(await support.testing.post("/cases/claim", { ids }));
  return { of: null, body: { ids } as Loose, rows: () => found };
}
const sheet = (days: number) => ({
  ...{ kind: "TARIFF", provider: "LOCAL_DOOR", valid_from: inDays(days), note: `${MARK} sent it` },
  rows: [
    { zone: "LOCAL", countries: "LOCAL", first_weight: "1", first_price: "31", step_weight: "1", step_price: "12" },
  ].map((row) => ({ ...row, min_days: "1", max_days: "2" })),
});
const proposed = async (days: number) => {
  const { id } = at(must(await support.production.post("/tariffs", sheet(days))));
  return { ...ofPlatform(() => id), by: support.production, params: { id } };
};
const feed = () => ({ provider: "LOCAL_POINT", points: listed(), apply_at: inHours(48), confirm_closing: "N" });
const service = (code: string) => ({ ...ofPlatform(() => code), params: { code } });
const suspension = () => ({ from: inHours(24), until: inHours(48), notice_en: MARK, notice_zh: MARK });

/** What is about many merchants or none. */
const PLATFORM = {
  claimCases: async () => ({
    ...(await ofCases()),
    after: { kind: "EXCEPTION", claimed_by: `person:${support.id}` },
  }),
  releaseCases: async () => ({ ...(await ofCases(true)), after: { kind: "EXCEPTION", claimed_by: null } }),
  closeCases: async () => {
    const { body: ids, ...of } = await ofCases(true);
    return {
      ...of,
      body: { ...ids, closed_as: "REDELIVERY", note: `${MARK} knows` },
      after: { kind: "EXCEPTION", closed_as: "REDELIVERY" },
    };
  },
  proposeTariff: async () => ({ ...ofPlatform(({ id }) => id), by: support.production, body: sheet(60) }),
  approveTariff: async () => ({
    ...{ ...(await proposed(61)), by: second.production, before: { state: "PROPOSED" } },
    after: { state: "APPROVED", kind: "TARIFF", provider: "LOCAL_DOOR", valid_from: inDays(61) },
  }),
  withdrawTariff: () => proposed(62),
  setSuspension: async () => ({ ...service("LOCAL_SAMEDAY"), body: suspension() }),
  endSuspension: async () => {
    must(await support.testing.call("PUT", "/providers/LOCAL_SAMEDAY/suspension", { body: suspension() }));
    return service("LOCAL_SAMEDAY");
  },
  createPickupFeed: async () => ({ ...ofPlatform(({ id }) => id), body: feed() }),
  withdrawPickupFeed: async () => {
    const { id } = at(must(await support.testing.post("/pickup-point-feeds", feed())));
    return { ...ofPlatform(() => id), params: { id } };
  },
} satisfies Record<string, Making>;

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
/** The last day of a month that is long over: the one before the last. */
const LAST = addDays(firstOf(addDays(firstOf(TODAY), -1)), -1);
/** A merchant in production whose recipient has paid 50, for an order of the day. */
async function ledger(day = TODAY) {
  const of = await merchant();
  await visit(of);
  const { order_id } = await collected(of, "50");
  await sql`update orders set confirmed_at = ${`${day}T12:00:00+08:00`}
    where id = ${order_id} and account_id = ${of.accountId}`.execute(await testDb());
  const call = async (path: string, sent?: Loose): Promise<Data> =>
    at(must(await support.production.post(path, sent, naming(of))));
  const pay = () => call("/payouts", { amount: "20", paid_on: day, reference: "FPS 1", orders: [] });
  return { step: { by: support.production, of }, call, pay, order_id };
}
const charge = (order_id: string): Loose => ({
  ...{ order_id, kind: "OTHER", effect: "CHARGE", amount: "20", charged_weight: "3.5", note: `${MARK} weighed it` },
});
/** A carrier's invoice with a line for each of two merchants. */
async function invoice(reference: string, ...amounts: [string, string]) {
  const accounts = [shop, other];
  const numbers = await Promise.all(accounts.map(async (of) => (await order({}, of.production)).tracking_number));
  const lines = numbers.map((number, row) => [row + 1, number, null, null, null, amounts[row] ?? "", MARK]);
  return {
    by: support.production,
    of: null,
    body: importBody("CARRIER_INVOICE", [HEAD, ...lines], { reference, apply: "Y", reason: "BILLING", acting: "Y" }),
    rows: ({ import_id }: Data): Row[] => accounts.map(({ accountId }) => [accountId, import_id]),
  };
}
async function waitingInvoice(reference: string) {
  const { body: sent } = await invoice(reference, "9000.00", "2000.00");
  return at(must(await support.production.post("/statements/import", sent))).import_id as string;
}
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Money, which is only in production. */
const MONEY = {
  createAdjustment: async () => {
    const of = { by: support.production, of: shop };
    const order_id = await idOf(order({}, shop.production));
    return {
      ...{ ...of, body: charge(order_id), object: order_id },
      before: { charged: "54.00" },
      after: { ...charge(order_id), charged: "74.00", note: "***", made: expect.stringMatching(/^oe_/) },
    };
  },
  addAdjustmentPicture: async () => {
    const { step, call, order_id } = await ledger();
    const { id: adjustment_id } = await call("/adjustments", charge(order_id));
    return { ...step, params: { adjustment_id }, body: { content: PIXEL }, object: ({ id }) => id };
  },
  closeStatement: async () => {
    const { step } = await ledger(LAST);
    const month = LAST.slice(0, 7);
    return {
      ...{ ...step, params: { month }, object: month },
      before: { status: "OPEN" },
      after: { month, status: "CLOSED" },
    };
  },
  closeStatements: async () => {
    const { step } = await ledger(LAST);
    const month = LAST.slice(0, 7);
    const { accountId } = step.of;
    return {
      ...{ ...step, of: null, recorded: "closeStatement", body: { month, account_ids: [accountId] } },
      rows: (): Row[] => [[accountId, month]],
      before: { status: "OPEN" },
      after: { month, status: "CLOSED" },
    };
  },
  createPayout: async () => {
    const { step, order_id } = await ledger();
    const paid = { amount: "50", paid_on: TODAY, reference: "FPS 7" };
    return {
      ...{ ...step, body: { ...paid, orders: [order_id] }, object: ({ id }) => id },
      before: { cod_balance: "50.00" },
      after: { ...paid, orders: 1, cod_balance: "0.00" },
    };
  },
  deletePayout: async () => {
    const { step, pay } = await ledger();
    const { id } = await pay();
    return {
      ...{ ...step, ...named({ id }), body: { reason: `${KEPT}: noted twice` } },
      before: { cod_balance: "30.00", amount: "20.00", paid_on: TODAY, reference: "FPS 1" },
      after: { id, cod_balance: "50.00", amount: null, paid_on: null, reference: null, reason: `${KEPT}: noted twice` },
    };
  },
  reversePayout: async () => {
    const { step, call, pay } = await ledger(LAST);
    const { id } = await pay();
    await call(`/statements/${LAST.slice(0, 7)}/close`);
    return {
      ...{ ...step, ...named({ id }) },
      body: { reason: `${KEPT}: the bank sent it back` },
      before: { cod_balance: "30.00" },
      after: {
        ...{ id, cod_balance: "50.00", reason: `${KEPT}: the bank sent it back` },
        made: expect.stringMatching(/^po_/),
      },
    };
  },
  importStatementLines: async () => ({
    ...(await invoice("CI-1", "20.00", "-5.00")),
    after: { kind: "CARRIER_INVOICE", reference: "CI-1", lines: 1, amount: expect.stringMatching(/^(20|-5)\.00$/) },
  }),
  approveStatementImport: async () => {
    const import_id = await waitingInvoice("CI-2");
    return {
      ...{ by: second.production, of: null, params: { import_id }, body: { reason: "BILLING", acting: "Y" } },
      rows: (): Row[] => [shop, other].map(({ accountId }) => [accountId, import_id]),
      after: { kind: "CARRIER_INVOICE", reference: "CI-2", lines: 1, amount: expect.stringMatching(/^[29]000\.00$/) },
    };
  },
  withdrawStatementImport: async () => {
    const import_id = await waitingInvoice("CI-3");
    return { ...ofPlatform(() => import_id), by: support.production, params: { import_id } };
  },
} satisfies Record<string, Making>;

export const WALK: Readonly<Record<string, Making>> = {
  ...ORDERS,
  ...BENCH,
  ...BELONGINGS,
  ...SIGN_INS,
  ...PLATFORM,
  ...MONEY,
};

/** The account that a step names: the shop, unless it says otherwise. */
export function accountOf({ of }: Step): Merchant | null {
  return of === undefined ? shop : of;
}

/** Whose browser it is. */
export function callerOf(by: Api): StaffPerson {
  const found = [support, second, packer].find((each) => each.testing === by || each.production === by);
  if (!found) throw new Error("nobody of staff");
  return found;
}
