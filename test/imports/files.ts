/** Plays merchants with files of orders. */
import { ORDER_COLUMNS, type OrderColumn } from "@/lib/tables/order-csv";
import { importWork } from "@/server/http/import-work";
import { runJobs } from "@/server/jobs";
import { productDatabase } from "@/test/database";
import { localOrder, type Merchant } from "@/test/factories";
import type { Answer, Api } from "@/test/http";
import { must } from "@/test/pick-pack/warehouse";

export type Line = Partial<Record<OrderColumn, string>>;
const CSV = "text/csv";

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A file with the template's columns. */
export function fileOf(lines: readonly Line[], columns: readonly OrderColumn[] = ORDER_COLUMNS): string {
  const rows = lines.map((line) => columns.map((column) => quoted(line[column] ?? "")).join(","));
  return [columns.join(","), ...rows].join("\r\n");
}

/** A line of a local order without anything wrong. */
export function lineOf(reference: string, change: Line = {}): Line {
  return {
    ...{ reference, recipient_name: "陳大文", recipient_mobile: "91234567" },
    ...{ recipient_address: "九龍旺角彌敦道 700 號 5 樓 A 室", weight_kg: "1.2" },
    ...{ item_name: "Tea set", item_qty: "1", item_value: "380" },
    ...change,
  };
}

/** Lets new local orders begin with a sender and a service. */
export async function withDefaults({ testing }: Pick<Merchant, "testing">): Promise<void> {
  const { sender, shipment_detail } = localOrder();
  const { consignment_declaration: _said, parcel_list: _list, ...detail } = shipment_detail;
  const local = { sender, shipping_provider: "LOCAL_DOOR", package_type: detail.package_type };
  const intl = {
    sender: { ...sender, mobile_prefix: "+852", country: "HK", address: "12 Nathan Road", email: "shop@example.com" },
    shipping_provider: "INTL_EXPR",
    parcel: { length: "20", width: "15", height: "10" },
  };
  must(await testing.call("PUT", "/defaults", { body: { local, intl } }));
}

/** Does the work on imports that waits. */
export async function work(signal = new AbortController().signal): Promise<void> {
  await runJobs((await productDatabase()).db, importWork, signal);
}

type Options = { type?: string; name?: string; headers?: Record<string, string>; query?: string };

/** Sends a file. */
export function upload(
  by: Api,
  content: string | Uint8Array,
  { type = CSV, headers = {}, query = "kind=orders" }: Options = {},
): Promise<Answer> {
  return by.post(`/imports?${query}`, content, { headers: { "content-type": type, ...headers } });
}

/** Sends a file and has it checked. */
export async function checked(by: Api, content: string | Uint8Array, options: Options = {}) {
  const { import_id } = must(await upload(by, content, options)).body.data;
  await work();
  return readImport(by, import_id);
}

export async function readImport(by: Api, id: string) {
  return must(await by.get(`/imports/${id}`)).body.data;
}

type Row = {
  n: number;
  reference: string | null;
  state: string;
  values: Line;
  errors: { column: string; message: string; code?: string }[];
  order_id: string | null;
  price: string | null;
  hold: string | null;
};

/** All rows of an import. */
export async function rowsOf(by: Api, id: string, query = ""): Promise<Row[]> {
  return must(await by.get(`/imports/${id}/rows?limit=100${query}`)).body.data;
}

/** What is wrong with each row, by its cells. */
export async function faultsOf(by: Api, id: string): Promise<string[]> {
  const rows = await rowsOf(by, id, "&state=wrong");
  return rows.flatMap(({ n, errors }) => errors.map(({ column }) => `${n} ${column}`));
}

/** Starts an import and has its orders made. */
export async function started(by: Api, id: string, body: object = { confirm_shipment: "N" }) {
  must(await by.post(`/imports/${id}/start`, body));
  await work();
  return readImport(by, id);
}
