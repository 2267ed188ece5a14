import { beforeAll, expect } from "vitest";
import { hongKongDate } from "@/lib/calendar";
import { created, intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";
import type { Api } from "@/test/http";

export type Loose = Record<string, unknown>;

/** Two merchants of the test file that runs now. */
export let shop: Merchant;
export let other: Merchant;
export const today = hongKongDate(new Date());
/** A Wednesday, on which every service collects. */
export const soon = "2096-02-29";

/** Makes two merchants for the file. */
export function withMerchants(): void {
  beforeAll(async () => {
    shop = await merchant();
    other = await merchant();
  });
}

export const saved = (change: Loose = {}, client: Api = shop.testing) =>
  created(client, { ...local, ...change, confirm_shipment: "N" });
export const savedIntl = (change: Loose = {}) => created(shop.testing, intlOrder({ ...change, confirm_shipment: "N" }));
export const update = ({ order_id }: { order_id: string }, change: Loose, client: Api = shop.testing) =>
  client.post("/order/update", { order_id, ...change });
export const detail = async ({ order_id }: { order_id: string }) =>
  (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
export const idsOf = async (query: string) =>
  (await shop.testing.get(`/orders?limit=100&${query}`)).body.data.map(({ id }: { id: string }) => id);
export const totalOf = async (query: string) =>
  (await shop.testing.get(`/orders?limit=1&${query}`)).body.pagination.total;

/** Its parcel has a value, which counts once insurance is asked for. */
export const local = localOrder();
Object.assign(local.shipment_detail.parcel_list[0] ?? {}, { insurance_fee: "380" });
export const intl = intlOrder();
export const heavier = {
  ...local.shipment_detail,
  parcel_list: [{ ...local.shipment_detail.parcel_list[0], act_weight: "5.5" }],
};
const heavierIntl = {
  ...intl.shipment_detail,
  parcel_list: [{ ...intl.shipment_detail.parcel_list[0], act_weight: "6.1" }],
};

/** Each root field with a change of it, what the record then says, and the price. */
export const LOCAL: [string, Loose, Loose, string][] = [
  ["shipping_provider", { shipping_provider: "LOCAL_SAMEDAY" }, { shipping_provider: "LOCAL_SAMEDAY" }, "110.00"],
  [
    "sender",
    { sender: { ...local.sender, name: "New Sender", email: "a@b.example" } },
    { sender: { ...local.sender, name: "New Sender", email: "a@b.example" } },
    "54.00",
  ],
  [
    "recipient",
    { recipient: { ...local.recipient, address: "西貢福民路 22 號" } },
    { recipient: { ...local.recipient, email: null, address: "西貢福民路 22 號", delivery_code: null } },
    "74.00",
  ],
  ["shipment_detail", { shipment_detail: heavier }, { chargeable_weight: "6" }, "90.00"],
  ["client_remarks", { client_remarks: "Ring twice" }, { client_remarks: "Ring twice" }, "54.00"],
  ["reference", { reference: "SHOP-7" }, { reference: "SHOP-7" }, "54.00"],
  ["is_local_insurance", { is_local_insurance: "Y" }, { is_local_insurance: "Y" }, "59.00"],
  ["cod and cod_amount", { cod: "Y", cod_amount: "1000" }, { cod: "Y", cod_amount: "1000" }, "79.00"],
  ["delivery_proof", { delivery_proof: "W" }, { delivery_proof: "W" }, "64.00"],
  [
    "pickup_arrange",
    { pickup_arrange: { pickup_date: soon, pickup_start_time: "10:00" } },
    { pickup_arrange: { pickup_date: soon, pickup_start_time: "10:00", pickup_end_time: null } },
    "54.00",
  ],
];

export const INTL: [string, Loose, Loose, string][] = [
  ["shipping_provider", { shipping_provider: "INTL_ECON" }, { shipping_provider: "INTL_ECON" }, "297.92"],
  [
    "sender",
    { sender: { ...intl.sender, name: "New Sender", company_name: null } },
    { sender: expect.objectContaining({ name: "New Sender", company_name: null }) },
    "729.60",
  ],
  [
    "recipient",
    { recipient: { ...intl.recipient, country: "United States", state: "PR" } },
    { recipient: expect.objectContaining({ country: "US", state: "PR" }) },
    "1036.80",
  ],
  ["shipment_detail", { shipment_detail: heavierIntl }, { chargeable_weight: "6.5" }, "883.20"],
  [
    "shipment_options",
    { shipment_options: { recipient_signature: "O" } },
    {
      shipment_options: { tax_party: null, ioss_number: null, courier_account_number: null, recipient_signature: "O" },
    },
    "754.60",
  ],
  ["client_remarks", { client_remarks: "Ring twice" }, { client_remarks: "Ring twice" }, "729.60"],
  ["reference", { reference: "SHOP-7" }, { reference: "SHOP-7" }, "729.60"],
];
