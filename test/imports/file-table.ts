/** Files as merchants, spreadsheets and attackers make them, and what is to become of each. */
import { zipSync } from "fflate";
import iconv from "iconv-lite";
import type { Line } from "./files";
import { cellRow, number, text, textRow, workbook } from "./workbooks";

export type Case = {
  file: string | Uint8Array;
  /** What its message says, if it is refused. */
  refused?: string;
  /** What rows have, by their number. */
  has?: Readonly<Record<number, Line>>;
  /** What is wrong, as `row column`. */
  wrong?: readonly string[];
  orders?: number;
};

const COLUMNS = "reference,recipient_name,recipient_mobile,recipient_address,weight_kg,item_name,item_qty,item_value";
const ADDRESS = "九龍旺角彌敦道 700 號 5 樓 A 室";
/** A line of a local order with nothing wrong; what is given takes the place of its cells. */
const line = (...cells: (string | undefined)[]): string => {
  const usual = ["A-1", "陳大文", "91234567", ADDRESS, "1.2", "Tea set", "1", "380"];
  return usual.map((each, at) => cells[at] ?? each).join(",");
};
const csv = (...lines: string[]): string => [COLUMNS, ...lines].join("\r\n");
const plain = csv(line());
const HAS: NonNullable<Case["has"]> = { 1: { recipient_name: "陳大文", item_name: "Tea set" } };
const bytes = (given: string, encoding: string, addBOM = false) =>
  new Uint8Array(iconv.encode(given, encoding, { addBOM }));
/** The same with other columns behind. */
const withMore = (column: string, value: string, ...cells: (string | undefined)[]): string =>
  [`${COLUMNS},${column}`, `${line(...cells)},${value}`].join("\n");

const HEADS = COLUMNS.split(",");
const sheetLine = (change: Readonly<Record<string, string>> = {}): string => {
  const usual = line().split(",");
  return cellRow(...HEADS.map((head, at) => change[head] ?? text(usual[at] ?? "")));
};
const sheet = (change: Readonly<Record<string, string>>, parts: Parameters<typeof workbook>[0] = {}): Uint8Array =>
  workbook({ rows: textRow(HEADS) + sheetLine(change), ...parts });

const HONG_KONG = "嘅咗啲喺嚟哋邨埗";
const INTL =
  "reference,recipient_name,recipient_mobile,recipient_email,recipient_address,recipient_country,recipient_state,recipient_city,recipient_postal_code,weight_kg,item_name,item_qty,item_value,item_hscode,item_origin";
const intl = (change: Readonly<Record<string, string>> = {}): string => {
  const usual: Record<string, string> = {
    ...{ reference: "B-1", recipient_name: "Jane Miller", recipient_mobile: "+1 212 555 0123" },
    ...{ recipient_email: "jane@example.com", recipient_address: "350 Fifth Avenue", recipient_country: "US" },
    ...{ recipient_state: "NY", recipient_city: "New York", recipient_postal_code: "10118", weight_kg: "1.5" },
    ...{ item_name: "Tea set", item_qty: "1", item_value: "380", item_hscode: "691110", item_origin: "CN" },
  };
  return INTL.split(",")
    .map((column) => `"${change[column] ?? usual[column] ?? ""}"`)
    .join(",");
};
const abroad = (change: Readonly<Record<string, string>> = {}): string => `${INTL}\n${intl(change)}`;

const SHOPIFY =
  "Name,Email,Financial Status,Currency,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Billing Phone,Shipping Name,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes";
const WOO =
  "order_id,order_number,date,status,order_currency,billing_first_name,billing_email,billing_phone,shipping_first_name,shipping_last_name,shipping_company,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country,customer_note,item_name,item_sku,item_quantity,item_total";

export const CASES: Readonly<Record<string, Case>> = {
  // Encodings.
  "UTF-8": { file: plain, has: HAS },
  "UTF-8 with its mark": { file: `\ufeff${plain}`, has: HAS },
  "UTF-16, little end first, with its mark": { file: bytes(plain, "utf-16le", true), has: HAS },
  "UTF-16, big end first, with its mark": { file: bytes(plain, "utf-16be", true), has: HAS },
  "UTF-16, little end first, without": { file: bytes(plain, "utf-16le"), has: HAS },
  "UTF-16, big end first, without": { file: bytes(plain, "utf-16be"), has: HAS },
  Big5: { file: bytes(plain, "big5"), has: HAS },
  "Big5 with the characters of Hong Kong": {
    file: bytes(csv(line(undefined, HONG_KONG)), "big5-hkscs"),
    has: { 1: { recipient_name: HONG_KONG } },
  },
  "bytes of no encoding": { file: new Uint8Array([0x61, 0x2c, 0xff, 0xff, 0xff, 0x0a]), refused: "neither CSV" },
  "a NUL among text": { file: `${COLUMNS}\n${line("A\0")}`, refused: "neither CSV" },

  // Separators and quotation marks.
  semicolons: { file: plain.replaceAll(",", ";"), has: HAS },
  tabs: { file: plain.replaceAll(",", "\t"), has: HAS },
  "sep= with a semicolon": { file: `sep=;\r\n${plain.replaceAll(",", ";")}`, has: HAS },
  "sep= with a bar, after a mark": { file: `\ufeffsep=|\n${plain.replaceAll(",", "|")}`, has: HAS },
  "line feeds alone": { file: plain.replaceAll("\r\n", "\n"), has: HAS },
  "carriage returns alone": { file: plain.replaceAll("\r\n", "\r"), has: HAS },
  "commas, quotation marks and lines within cells": {
    file: csv(line(undefined, undefined, undefined, '"Flat 1, ""Old"" House\n12 Nathan Road"')),
    has: { 1: { recipient_address: 'Flat 1, "Old" House\n12 Nathan Road' } },
  },
  "more semicolons in names than a line has commas": {
    file: csv(line(undefined, undefined, undefined, undefined, undefined, "a;b;c;d;e;f;g;h;i;j;k")),
    has: { 1: { item_name: "a;b;c;d;e;f;g;h;i;j;k" } },
  },
  "blank lines, and lines of commas": {
    file: `${COLUMNS}\n\n${line()}\n,,,,,,,\n  , ,,,,,,\n${line("A-2")}\n\n`,
    orders: 2,
    has: { 2: { reference: "A-2" } },
  },
  "empty columns at the end": { file: [`${COLUMNS},,,`, `${line()},,,`].join("\n"), has: HAS },
  "lines that are shorter than the headers": {
    file: `${COLUMNS},remarks\n${line()}`,
    has: { 1: { item_value: "380" } },
  },
  "a quotation mark that is not closed": { file: csv(line(), `"${line("A-2")}`, line("A-3")), refused: "never closed" },

  // What is no file of rows.
  nothing: { file: "", refused: "no rows" },
  "headers alone": { file: COLUMNS, refused: "no rows" },
  "blank lines alone": { file: "\n\n , ,\n", refused: "no rows" },
  "5,001 rows": { file: csv(...Array.from({ length: 5001 }, () => line(""))), refused: "at most 5000 rows" },
  "201 columns": { file: `${COLUMNS}\n${"x,".repeat(200)}y`, refused: "Row 2 has more than 200 columns" },
  "a cell of 32,768 characters": { file: csv(line(undefined, "x".repeat(32_768))), refused: "Row 2 has a cell" },
  "a workbook of before 2007": {
    file: new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
    refused: "before 2007",
  },
  "a PDF": { file: bytes("%PDF-1.7\n\xff\xd8\x00", "latin1"), refused: "neither CSV" },
  "a picture": { file: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), refused: "neither CSV" },
  "an archive of other things": { file: zipSync({ "a.txt": new Uint8Array([1]) }), refused: "neither CSV" },
  "half a workbook": { file: sheet({}).slice(0, 600), refused: "neither CSV" },
  "a workbook of broken XML": {
    file: sheet({}, { more: { "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row>" } }),
    refused: "neither CSV",
  },
  "a workbook with entities": {
    file: sheet(
      {},
      {
        more: {
          "xl/worksheets/sheet1.xml":
            '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
        },
      },
    ),
    refused: "neither CSV",
  },
  "a workbook of 101 MiB unpacked": {
    file: sheet({}, { more: { "xl/media/image1.bin": new Uint8Array(101 * 1_048_576) } }),
    refused: "100 MiB when unpacked",
  },
  "a workbook of a million tags within each other": {
    file: sheet({}, { more: { "xl/sharedStrings.xml": `<sst>${"<a>".repeat(1_000_000)}` } }),
    refused: "neither CSV",
  },
  "a workbook whose cells share one long text": {
    file: workbook({
      rows: `${textRow(HEADS)}${`<row>${'<c t="s"><v>0</v></c>'.repeat(8)}</row>`.repeat(1500)}`,
      strings: [`<t>${"x".repeat(32_000)}</t>`],
    }),
    refused: "100 MiB when unpacked",
  },
  "a workbook whose cells name texts that there are not": {
    file: sheet({ recipient_name: '<c t="s"><v>7</v></c>' }),
    refused: "neither CSV",
  },
  "a field of nothing but quotation marks": { file: `${COLUMNS}\n${'"'.repeat(2_000_001)}`, refused: "never closed" },
  "a quotation mark within a quoted cell": {
    file: csv(
      line(),
      line("A-2", undefined, undefined, undefined, undefined, '"12" screen'),
      line("A-3"),
      line("A-4", '"b,ar"'),
    ),
    refused: "never closed",
  },
  "5,001 rows without headers": {
    file: Array.from({ length: 5001 }, (_, n) => `9123${1000 + n},陳大文`).join("\n"),
    refused: "at most 5000 rows",
  },
  "a workbook with a cell of a megabyte": {
    file: sheet({ recipient_name: text("x".repeat(1_048_576)) }),
    refused: "Row 2 has a cell",
  },
  "a workbook with a cell in column 16,384": {
    file: workbook({ rows: `${textRow(HEADS)}<row r="2"><c r="XFD2"><v>1</v></c></row>` }),
    refused: "200 columns",
  },
  "a workbook of one empty sheet": { file: workbook({}), refused: "no rows" },

  // What spreadsheets do to text.
  '="00123"': { file: csv(line('"=""00123"""')), has: { 1: { reference: "00123" } } },
  "apostrophes before digits": {
    file: csv(line(undefined, undefined, "'91234567")),
    has: { 1: { recipient_mobile: "91234567" } },
    wrong: [],
  },
  "a telephone number with an exponent": {
    file: csv(line(undefined, undefined, "8.52912E+11")),
    wrong: ["1 recipient_mobile"],
  },
  "a reference with an exponent": { file: csv(line("1.23E+11")), wrong: ["1 reference"] },
  "an error of the spreadsheet": { file: csv(line(undefined, "#N/A")), wrong: ["1 recipient_name"] },
  "amounts with thousands and a sign": {
    file: csv(line(undefined, undefined, undefined, undefined, undefined, undefined, "2.0", '"HK$1,380.50"')),
    wrong: [],
  },
  "weights with a unit": {
    file: csv(
      line(undefined, undefined, undefined, undefined, "1.2 kg"),
      line("A-2", undefined, undefined, undefined, "500g"),
    ),
    wrong: [],
  },
  "a weight with a comma": {
    file: csv(line(undefined, undefined, undefined, undefined, '"1,5"')),
    wrong: ["1 weight_kg"],
  },
  "a column of grams": {
    file: csv(line(undefined, undefined, undefined, undefined, "1200")).replace("weight_kg", "Weight (g)"),
    has: { 1: { weight_kg: "1.2" } },
    wrong: [],
  },
  "a column of grams whose cells say kilograms": {
    file: csv(line(undefined, undefined, undefined, undefined, "1.2 kg")).replace("weight_kg", "Weight (g)"),
    has: { 1: { weight_kg: "1.2 kg" } },
    wrong: [],
  },
  "a code that looks like a power": { file: withMore("item_sku", "2E4"), wrong: [] },
  "a cell that no field takes": { file: csv(line(undefined, `A${" ".repeat(32_000)}B`)), wrong: ["1 recipient_name"] },
  "lengths with units": { file: withMore("length_cm,width_cm,height_cm", "30 cm,200mm,12"), wrong: [] },
  "full-width digits": {
    file: csv(line(undefined, undefined, "９１２３４５６７", undefined, "１．２", undefined, "２")),
    wrong: [],
  },
  "telephone numbers in many ways": {
    file: csv(
      line(undefined, undefined, "+852 9123 4567"),
      line("A-2", undefined, "(852) 9123-4567"),
      line("A-3", undefined, "00852 91234567"),
      line("A-4", undefined, "9123 4567"),
    ),
    wrong: [],
  },
  "a formula as a name": { file: csv(line(undefined, "'=1+1")), has: { 1: { recipient_name: "=1+1" } }, wrong: [] },
  "line breaks within a name": { file: csv(line(undefined, '"陳大文\n太太"')), wrong: ["1 recipient_name"] },

  // Workbooks.
  "a workbook of texts": { file: sheet({}), has: HAS, wrong: [] },
  "shared strings, with runs and how they are read": {
    file: sheet(
      { recipient_name: '<c t="s"><v>1</v></c>' },
      { strings: ["<t>no</t>", "<r><t>陳</t></r><r><t>大文</t></r><rPh><t>chan</t></rPh>"] },
    ),
    has: HAS,
  },
  "numbers as numbers": {
    file: sheet({ recipient_mobile: number("91234567"), weight_kg: number("1.2"), item_value: number("380") }),
    has: { 1: { recipient_mobile: "91234567", weight_kg: "1.2" } },
    wrong: [],
  },
  "what computing adds to a number": {
    file: sheet({ weight_kg: number("1.2000000000000002") }),
    has: { 1: { weight_kg: "1.2" } },
  },
  "a number of fifteen digits": {
    file: sheet({ reference: number("123456789012345") }),
    has: { 1: { reference: "123456789012345" } },
  },
  "a number with an exponent that keeps its digits": {
    file: sheet({ recipient_mobile: number("8.5291234567E10") }),
    has: { 1: { recipient_mobile: "85291234567" } },
    wrong: [],
  },
  "a number of more digits than are kept": {
    file: sheet({ reference: number("1.23456789012345678E17") }),
    wrong: ["1 reference"],
  },
  "a format that fills zeros": {
    file: sheet({ reference: number("123", 0) }, { formats: ["00000"] }),
    has: { 1: { reference: "00123" } },
  },
  "a format that parts digits": {
    file: sheet({ reference: number("12345678", 0) }, { formats: ["0000\\ 0000"] }),
    has: { 1: { reference: "1234 5678" } },
  },
  "a date": {
    file: sheet({ reference: number("46053", 0) }, { formats: [14] }),
    has: { 1: { reference: "2026-01-31" } },
  },
  "a date with a time, in a format of its own": {
    file: sheet({ reference: number("46053.604166666664", 0) }, { formats: ['yyyy"年"m"月"d"日" h:mm'] }),
    has: { 1: { reference: "2026-01-31 14:30" } },
  },
  "a date counted from 1904": {
    file: sheet({ reference: number("44591", 0) }, { formats: [14], is1904: true }),
    has: { 1: { reference: "2026-01-31" } },
  },
  "a price whose format has a d in a text": {
    file: sheet({ item_value: number("380", 0) }, { formats: ['#,##0.00 "HKD"'] }),
    has: { 1: { item_value: "380" } },
  },
  "a formula's last value": {
    file: sheet({ reference: '<c t="str"><f>A1&amp;"x"</f><v>A-1x</v></c>' }),
    has: { 1: { reference: "A-1x" } },
  },
  "an error in a cell": { file: sheet({ recipient_name: '<c t="e"><v>#N/A</v></c>' }), wrong: ["1 recipient_name"] },
  "a sign that XML cannot hold": { file: sheet({ recipient_name: text("A_x0000_B") }), wrong: ["1 recipient_name"] },
  "a hidden first sheet": { file: sheet({}, { sheets: ['state="hidden"', ""] }), has: HAS },
  "empty rows and cells between": {
    file: workbook({
      rows: `${textRow(HEADS)}<row r="7"/><row r="9"><c r="A9" t="inlineStr"><is><t>A-1</t></is></c><c r="C9"><v>91234567</v></c></row>`,
    }),
    has: { 1: { reference: "A-1", recipient_mobile: "91234567" } },
  },

  "a format of a million signs": {
    file: sheet({ reference: number("123", 0) }, { formats: ["[".repeat(1_000_000)] }),
    has: { 1: { reference: "123" } },
  },
  "texts under another name, and a cell without one": {
    file: sheet(
      { recipient_name: '<c t="s"/>', item_name: '<c t="s"><v>0</v></c>' },
      {
        strings: ["<t>wrong</t>"],
        more: {
          "xl/texts.xml": "<sst><si><t>Tea set</t></si></sst>",
          "xl/_rels/workbook.xml.rels":
            '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="texts.xml"/></Relationships>',
        },
      },
    ),
    has: { 1: { item_name: "Tea set" } },
    wrong: ["1 recipient_name"],
  },
  "signs that XML cannot hold in codes and headers": {
    file: workbook({
      rows:
        textRow([...HEADS, "item_sku", "A_x0000_B"]) +
        cellRow(text("A_x0000_1"), ...line().split(",").slice(1).map(text), text("S_xd800_")),
    }),
    wrong: ["1 reference", "1 item_sku"],
  },

  // Columns.
  "a first row that has the name of a column": {
    file: `陳大文,91234567,${ADDRESS},商品\n李小明,61234567,香港中環皇后大道中 1 號,Cup`,
    orders: 2,
  },
  "an address and a name in parts": {
    file: `Order No,First Name,Last Name,Phone,Address 1,Address 2,Weight,Item,Qty,Value\nA-1,Tai Man,Chan,91234567,700 Nathan Road,Flat 5A,1,Tea,1,2`,
    has: { 1: { recipient_name: "Tai Man Chan", recipient_address: "700 Nathan Road, Flat 5A" } },
    wrong: [],
  },
  "a file of wrong rows": {
    file: `${COLUMNS},error\n${line()},"recipient_address: 第 1 號街道錯誤"`.replace("recipient_address", "Nothing"),
    has: { 1: { recipient_address: ADDRESS } },
  },
  "Chinese headers": {
    file: `訂單編號,收件人,電話,地址,重量(公斤),貨品,數量,單價\n${line()}`,
    has: { 1: { reference: "A-1", recipient_mobile: "91234567", weight_kg: "1.2", item_value: "380" } },
    wrong: [],
  },
  "headers as merchants write them": {
    file: `Order No.,Customer Name,Phone,Shipping Address,Weight (kg),Product Name,Qty,Unit Price\n${line()}`,
    has: { 1: { reference: "A-1", recipient_name: "陳大文", recipient_address: ADDRESS } },
    wrong: [],
  },
  "headers that say nothing": {
    file: `A,B,C,D\nA-1,陳大文,91234567,${ADDRESS}\nA-2,李小明,61234567,香港中環皇后大道中 1 號`,
    has: { 1: { recipient_name: "陳大文", recipient_mobile: "91234567", recipient_address: ADDRESS } },
  },
  "no headers": {
    file: `陳大文,91234567,${ADDRESS}\n李小明,61234567,香港中環皇后大道中 1 號`,
    orders: 2,
    has: { 2: { recipient_name: "李小明", recipient_mobile: "61234567" } },
  },
  "a header twice": { file: `${COLUMNS},item_name\n${line()},Other`, has: HAS },
  "orders of Shopify": {
    file: `${SHOPIFY}\n#1001,a@example.com,paid,HKD,1,Tea set,380.00,TEA,Payer,21234567,陳大文,彌敦道 700 號,5 樓,Mong Kok,'00000,,HK,'+85291234567,Ring twice\n#1001,a@example.com,,,2,Cup,20.00,CUP,,,,,,,,,,,`,
    orders: 1,
    has: {
      1: {
        reference: "#1001",
        recipient_name: "陳大文",
        recipient_address: "彌敦道 700 號, 5 樓",
        recipient_mobile: "+85291234567",
        remarks: "Ring twice",
      },
      2: { item_name: "Cup", item_qty: "2" },
    },
    wrong: ["1 weight_kg"],
  },
  "orders of WooCommerce": {
    file: `${WOO}\n7,1007,2026-01-31,processing,HKD,Payer,a@example.com,91234567,Tai Man,Chan,,700 Nathan Road,5/F,,Mong Kok,,HK,,Tea set,TEA,1,380\n7,1007,2026-01-31,processing,HKD,Payer,a@example.com,91234567,Tai Man,Chan,,700 Nathan Road,5/F,,Mong Kok,,HK,,Cup,CUP,2,40`,
    orders: 1,
    has: {
      1: { reference: "1007", recipient_name: "Tai Man Chan", recipient_address: "700 Nathan Road, 5/F" },
      2: { item_sku: "CUP", item_qty: "2", item_value: "20" },
    },
    wrong: ["1 weight_kg"],
  },

  "a total of the line that cannot be parted to the cent, or is none": {
    file: `reference,recipient_name,recipient_mobile,recipient_address,weight_kg,item_name,item_qty,Line total\nA-1,陳大文,91234567,${ADDRESS},1,Tea,3,100\nA-1,,,,,Cup,x,40\nA-1,,,,,Pot,2,free`,
    orders: 1,
    has: { 1: { item_value: "33.33" }, 2: { item_value: "40" }, 3: { item_value: "free" } },
    wrong: ["2 item_qty", "3 item_value"],
  },

  // Orders.
  "two items of one order": {
    file: csv(line(), "A-1,,,,,Cup,2,20"),
    orders: 1,
    wrong: [],
  },
  "a further line that repeats the order": {
    file: csv(line(), line(undefined, undefined, undefined, undefined, undefined, "Cup")),
    orders: 1,
    wrong: [],
  },
  "a further line that says something else": {
    file: csv(line(), "A-1,李小明,,,2,Cup,2,20"),
    orders: 1,
    wrong: ["2 recipient_name", "2 weight_kg"],
  },
  "a reference that comes back": { file: csv(line(), line("A-2"), line()), orders: 3, wrong: ["3 reference"] },
  "no references": { file: csv(line(""), line("")), orders: 2, wrong: [] },
  "everything that is wrong, at once": {
    file: csv(line(undefined, " ", "123", "x", "heavy", " ", "0", "-1")),
    wrong: [
      "1 recipient_name",
      "1 recipient_mobile",
      "1 recipient_address",
      "1 weight_kg",
      "1 item_name",
      "1 item_qty",
      "1 item_value",
    ],
  },
  "a service by its name, and one that there is not": {
    file: [`${COLUMNS},shipping_provider`, `${line()},local_door`, `${line("A-2")},Donkey`].join("\n"),
    wrong: ["2 shipping_provider"],
  },
  "a kind that JavaScript knows": { file: withMore("ship_type", "constructor"), wrong: ["1 ship_type"] },
  "words for kinds of orders": {
    file: [`${COLUMNS},ship_type`, `${line()},本地`, `${line("A-2")},Moon`].join("\n"),
    wrong: ["2 ship_type"],
  },
  "a local order abroad": { file: withMore("ship_type,recipient_country", "local,JP"), wrong: ["1 recipient_country"] },
  "an amount to collect": { file: withMore("cod_amount", "380"), wrong: [] },
  "nothing to collect": { file: withMore("cod_amount", "0.00"), wrong: [] },
  "a company": { file: withMore("recipient_company", "大文公司"), wrong: [] },
  "a pickup point": {
    file: withMore("recipient_delivery_code,shipping_provider", "NOWHERE,LOCAL_POINT"),
    wrong: ["1 recipient_delivery_code"],
  },
  "an international order by its country": { file: abroad(), wrong: [] },
  "countries by their names": {
    file: abroad({
      recipient_country: "日本",
      recipient_state: "",
      recipient_city: "Tokyo",
      recipient_postal_code: "100-0001",
      recipient_mobile: "090-1234-5678",
    }),
    wrong: [],
  },
  "an address of three lines": {
    file: abroad({ recipient_address: "Apartment 2204, Harbour View Tower, 350 Fifth Avenue, Floor 21" }),
    wrong: [],
  },
  "an address of four short lines": { file: abroad({ recipient_address: "Flat 4\n12 High St\nSoho\nNY" }), wrong: [] },
  "a word that fits no line": {
    file: abroad({ recipient_address: "Llanfairpwllgwyngyllgogerychwyrndrobwll Road 5" }),
    wrong: ["1 recipient_address"],
  },
  "nothing to collect abroad": { file: `${INTL},cod_amount\n${intl()},0`, wrong: [] },
  "an address that fits no three lines": {
    file: abroad({ recipient_address: "A very long street name ".repeat(6) }),
    wrong: ["1 recipient_address"],
  },
  "a whole address in one cell": {
    file: abroad({
      recipient_address: "350 Fifth Avenue, New York, NY 10118, USA",
      recipient_country: "US",
      recipient_state: "",
      recipient_city: "",
      recipient_postal_code: "",
    }),
    wrong: [],
  },
  "codes with dots, and one with letters": {
    file: `${INTL}\n${intl({ item_hscode: "6911.10" })}\n${intl({ reference: "B-2", item_hscode: "69A110" })}`,
    wrong: ["2 item_hscode"],
  },
  "an amount to collect abroad": { file: `${INTL},cod_amount\n${intl()},100`, wrong: ["1 cod_amount"] },
  "two currencies in one order": {
    file: `${INTL},item_currency\n${intl()},USD\n"B-1",,,,,,,,,,"Cup","1","20","691110","CN","EUR"`,
    orders: 1,
    wrong: ["2 item_currency"],
  },
};
