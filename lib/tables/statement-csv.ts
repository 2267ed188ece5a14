import { readAmount, readWeight } from "@/lib/tables/copied-cells";
import { readCell } from "@/lib/tables/csv-cells";
import { columnsByHeader, headerFinder } from "@/lib/tables/headers";
import { tidyNumber } from "@/lib/tidy-number";

/** What support imports into statements (contract §26.6). */
export const IMPORT_KINDS = ["CARRIER_INVOICE", "PAYOUTS"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The most lines of a file, and its most bytes. */
export const MAX_IMPORT_LINES = 5000;
export const MAX_IMPORT_BYTES = 2_000_000;

/** What a line of each kind of file has, in the order of a template. */
export const IMPORT_COLUMNS = {
  CARRIER_INVOICE: ["line", "tracking_number", "weight", "charge", "currency", "adjustment", "reason", "again"],
  PAYOUTS: ["line", "account", "paid_on", "amount", "currency", "reference", "orders"],
} as const satisfies Record<ImportKind, readonly string[]>;

/** Columns that a file must have; of those in one list, one. */
const NEEDED: Record<ImportKind, readonly (readonly string[])[]> = {
  CARRIER_INVOICE: [["tracking_number"], ["weight", "adjustment"]],
  PAYOUTS: [["account"], ["paid_on"], ["amount"], ["reference"]],
};

// Headers that carriers and banks use besides our own; compared without spaces, signs and units.
const OTHER_HEADERS: Record<ImportKind, Readonly<Record<string, readonly string[]>>> = {
  CARRIER_INVOICE: {
    line: ["lineno", "linenumber", "invoiceline", "invoicelinenumber", "item", "no", "行號", "序號", "項目"],
    tracking_number: [
      "trackingno",
      "tracking",
      "shipmentnumber",
      "awb",
      "airwaybill",
      "airwaybillnumber",
      "waybill",
    ].concat([
      "waybillnumber",
      "consignment",
      "consignmentnumber",
      "運單號碼",
      "運單號",
      "運單",
      "單號",
      "追蹤號碼",
      "提單號碼",
    ]),
    weight: ["billedweight", "chargedweight", "chargeableweight", "billableweight", "重量", "計費重量", "收費重量"],
    charge: [
      "amount",
      "total",
      "totalcharge",
      "totalamount",
      "netamount",
      "price",
      "金額",
      "收費",
      "費用",
      "運費",
      "總金額",
    ],
    currency: ["貨幣", "幣種", "幣別"],
    adjustment: ["merchantadjustment", "chargemerchant", "調整", "調整金額", "加收"],
    reason: [
      "description",
      "chargedescription",
      "surcharge",
      "remarks",
      "remark",
      "note",
      "原因",
      "說明",
      "描述",
      "備註",
    ],
    again: ["takeagain", "billagain", "再次匯入", "再次收費"],
  },
  PAYOUTS: {
    line: ["lineno", "linenumber", "item", "no", "行號", "序號", "項目"],
    account: [
      "accountid",
      "accountnumber",
      "accountno",
      "merchant",
      "merchantid",
      "帳戶",
      "帳戶編號",
      "商戶",
      "商戶編號",
    ],
    paid_on: ["date", "paiddate", "paymentdate", "valuedate", "日期", "付款日期", "轉帳日期"],
    amount: ["paid", "paidamount", "payout", "total", "金額", "付款金額", "轉帳金額"],
    currency: ["貨幣", "幣種", "幣別"],
    reference: [
      "ref",
      "paymentreference",
      "transactionreference",
      "bankreference",
      "參考編號",
      "付款參考編號",
      "交易編號",
    ],
    orders: ["order", "orderid", "orderids", "ordernumbers", "訂單", "訂單編號", "訂單號碼"],
  },
};

/** What is in the cells of a row, by column; empty cells are left out. `row`: the first one of the file is 1. */
type ImportCells = { row: number; cells: Readonly<Record<string, string>> };
type Table = { missing: string | null; ignored: string[]; rows: ImportCells[] };

const AMOUNTS: readonly string[] = ["charge", "adjustment", "amount"];

/** A cell as the contract takes it: amounts without currency and thousands, weights without unit, dates with hyphens. */
function tidy(column: string, field: string): string {
  const value = readCell(field.trim()).trim();
  if (AMOUNTS.includes(column)) return readAmount(value);
  if (column === "weight") return readWeight(value);
  if (column === "again") return value.toUpperCase();
  if (column === "currency") return value.toUpperCase().replace(/^HK\$$|^港元$|^港幣$/, "HKD");
  if (column === "tracking_number") return tidyNumber(value);
  const [, year = "", month = "", day = ""] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(value) ?? [];
  return column === "paid_on" && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : value;
}

/** What the columns of a file hold; null: they are not read. */
function columnsOf(kind: ImportKind, heads: readonly string[]): (string | null)[] {
  const others = Object.fromEntries(IMPORT_COLUMNS[kind].map((column) => [column, OTHER_HEADERS[kind][column] ?? []]));
  return columnsByHeader(heads, headerFinder(others));
}

/** Finds the rows of a file of a kind in its lines. */
export function readImportTable(kind: ImportKind, [heads = [], ...rest]: readonly (readonly string[])[]): Table {
  const columns = columnsOf(kind, heads);
  const lacking = NEEDED[kind].find((any) => !any.some((column) => columns.includes(column)));
  const rows = rest.flatMap((fields, index): ImportCells[] => {
    const given = columns.flatMap((column, at) => (column ? [[column, tidy(column, fields[at] ?? "")] as const] : []));
    const filled = given.filter(([, value]) => value !== "");
    return filled.length > 0 ? [{ row: index + 2, cells: Object.fromEntries(filled) }] : [];
  });
  return {
    missing: lacking?.join(" / ") ?? null,
    ignored: heads.flatMap((head, at) => (head.trim() !== "" && !columns[at] ? [head.trim().slice(0, 60)] : [])),
    rows,
  };
}

/**
 * The lines of a file that are wrong, with an error column, to be corrected and imported again. Each keeps the name that
 * it had in the whole file, because lines of one reference are told apart by it.
 */
export function wrongLines(
  kind: ImportKind,
  [heads = [], ...rest]: readonly (readonly string[])[],
  wrong: readonly {
    row: number;
    line: string;
    problems: readonly { column: string; message: string }[];
  }[],
): string[][] {
  const own = columnsOf(kind, heads).indexOf("line");
  const at = own < 0 ? heads.length : own;
  const named = (fields: readonly string[], name: string) => {
    const cells = Array.from({ length: Math.max(heads.length, at + 1) }, (_, index) => readCell(fields[index] ?? ""));
    return cells.map((cell, index) => (index === at ? name : cell));
  };
  return [
    [...named(heads, heads[at] ?? "line"), "error"],
    ...wrong.map(({ row, line, problems }) => [
      ...named(rest[row - 2] ?? [], line),
      problems.map(({ column, message }) => `${column}: ${message}`).join("; "),
    ]),
  ];
}
