import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADDRESS_COLUMNS } from "@/lib/tables/address-csv";
import { readCell, writeCell, writeCsv, writeLines } from "@/lib/tables/csv-cells";
import { readCsv } from "@/lib/tables/csv-file";
import { PRODUCT_COLUMNS } from "@/lib/tables/product-csv";
import { IMPORT_COLUMNS, readImportTable, wrongLines } from "@/lib/tables/statement-csv";
import { csvOf, readSheetLines } from "@/lib/tables/tariff-csv";
import { SHEET_COLUMNS } from "@/lib/tariff-sheets";
import { ADDRESSES } from "@/server/imports/kinds/addresses";
import { PRODUCTS } from "@/server/imports/kinds/products";
import { rowsRead } from "@/test/imports/rows-read";

describe("a cell of text", () => {
  it.each([
    ...["217123456789012", "00123", "12E5", "1e-3", "3.10", "3.", ".5", "1,000", "0.5", "１２３"],
    ...[
      "1-2-3",
      "1/2",
      "2026-11",
      "12-2026",
      "1-26",
      "2026/11",
      "2026-11-29",
      "29.11.2026",
      "MAR-1",
      "1-Sept",
      "May 2026",
      "12 december 26",
    ],
    ...["2026年11月29日", "11月29日", "上午9:30", "10:30", "9 AM", "9:30 p.m.", "TRUE", "false", "50%"],
    ...["$5", "HK$ 1,200.00", "5€", "(12)", "1 234", "1 234 567", " 7 "],
  ])("that a spreadsheet would change is marked as text: %j", (value) => {
    const field = writeCell("sku", value);
    expect(readCsv(`${field}\r\nx`)[0]).toEqual([`="${value}"`]);
  });

  it.each([
    ...[
      "SP12345678905",
      "852 91234567",
      "33 6 12 34 56 78",
      "2345-6789",
      "150-0001",
      "91234567",
      "0",
      "12345678901",
      "",
      "A-1",
      "P-100",
      "12/F",
    ],
    ...["MARCH", "March-A", "maybe 1", "Flat 5, 12/F", "KG", "陳大文", "1 號", "TRUEST", "2E5A", "x1-2"],
  ])("that it would not is as it is: %j", (value) => {
    expect(readCsv(`${writeCell("sku", value)}\r\nx`)[0]).toEqual([value]);
  });

  it("may be missing", () => {
    expect(writeCell("sku", null)).toBe("");
  });
});

describe("a cell of a number, day or time", () => {
  it.each([...["54.00", "-12.30", "0", "217123456789012", "2026-11-29", "2026-11-29T10:00:00.000+08:00", "09:30"]])(
    "is one for spreadsheets: %j",
    (value) => {
      expect(writeCell("amount", value)).toBe(value);
    },
  );

  it.each(["1-2", "MAR-1", "1E5", "=1+1", "-", "-1+2", "2026/11"])("is text where it is none: %j", (value) => {
    expect(writeCell("amount", value)).toBe(writeCell("sku", value));
    expect(writeCell("amount", value)).not.toBe(value);
  });
});

it.each(["=1+1", "+1", "-1", "@SUM(1)", "＝1+1", "＋1", "－1", "＠SUM(1)", "\t=1", "\r=1"])(
  "writes %j as text, and reads it back",
  (value) => {
    const [[, written] = []] = readCsv(writeLines(["a", "b"], [["x", value]]));
    expect(written).toBe(`'${value}`);
    expect(readCell(written ?? "")).toBe(value);
    for (const plain of [`a${value}`, ` ${value}`]) expect(writeCell("b", plain)).toMatch(/^"?(=""|[a ])/);
  },
);

const sign = fc.constantFrom(..."=+-@＝＋－＠'\"',;:./$%()\t\r\n 0123456789eEampMARdec年月日陳👟");
const VALUE = fc.oneof(
  fc.string({ unit: sign }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("00123", "4890000000017", "MAR-1", "1-2-3", "2026/11", "3.10", "TRUE", "1E5", '="00123"'),
);

it("writes what is read back, whatever it is and in whatever column", () => {
  const lines = fc.array(fc.tuple(fc.constant("x"), VALUE), { minLength: 1 });
  fc.assert(
    fc.property(lines, fc.constantFrom("sku", "amount", "at"), (given, column) => {
      const text = `${writeCsv(["head", column], given)}${writeLines(["head", column], given)}`;
      const read = readCsv(text.slice(0, -2)).slice(1);
      expect(read.map((cells) => cells.map(readCell))).toEqual([...given, ...given]);
    }),
  );
});

describe("each importer reads what is written for it", () => {
  // Spaces around values mean nothing; every row has a value in its first column, as an empty line is none.
  const cells = (columns: readonly string[]) =>
    fc.tuple(...columns.map((_, at) => VALUE.map((value) => value.trim() || (at === 0 ? "x" : ""))));
  const through = (columns: readonly string[], rows: readonly string[][]) => readCsv(writeCsv(columns, rows));
  const objectsOf = (columns: readonly string[], rows: readonly string[][]) =>
    rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ""])));

  const filledOf = (columns: readonly string[], rows: readonly string[][]) =>
    objectsOf(columns, rows).map((cells) =>
      Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== "")),
    );

  it("products", () => {
    fc.assert(
      fc.property(fc.array(cells(PRODUCT_COLUMNS), { minLength: 1, maxLength: 3 }), (rows) => {
        const { held, rows: read } = rowsRead(PRODUCTS, through(PRODUCT_COLUMNS, rows));
        expect(Object.values(held)).toEqual(PRODUCT_COLUMNS);
        expect(read).toEqual(filledOf(PRODUCT_COLUMNS, rows));
      }),
    );
  });

  it("addresses", () => {
    fc.assert(
      fc.property(fc.array(cells(ADDRESS_COLUMNS), { minLength: 1, maxLength: 3 }), (rows) => {
        const { held, rows: read } = rowsRead(ADDRESSES, through(ADDRESS_COLUMNS, rows));
        expect(Object.values(held)).toEqual(ADDRESS_COLUMNS);
        expect(read).toEqual(filledOf(ADDRESS_COLUMNS, rows));
      }),
    );
  });

  it("tariffs", () => {
    for (const kind of ["TARIFF", "FUEL", "SURCHARGES", "CURRENCIES", "HOLIDAYS"] as const) {
      const names = SHEET_COLUMNS[kind].map(({ name }) => name);
      fc.assert(
        fc.property(fc.array(cells(names), { minLength: 1, maxLength: 3 }), (rows) => {
          const { lines } = readSheetLines(kind, readCsv(csvOf(kind, objectsOf(names, rows))));
          expect(lines.map((line) => line.cells)).toEqual(objectsOf(names, rows));
        }),
      );
    }
  });

  it("invoices and payouts, of which what is wrong is saved", () => {
    for (const kind of ["CARRIER_INVOICE", "PAYOUTS"] as const) {
      const columns = IMPORT_COLUMNS[kind];
      fc.assert(
        fc.property(fc.array(cells(columns), { minLength: 1, maxLength: 3 }), (rows) => {
          const file = through(columns, rows);
          const { rows: read } = readImportTable(kind, file);
          const lines = read.map(({ row }) => ({ row, line: file[row - 1]?.[0] ?? "", problems: [] }));
          const [head = [], ...rest] = wrongLines(
            kind,
            file,
            lines.map(({ line, ...others }) => ({ ...others, line: readCell(line) })),
          );
          const again = readImportTable(kind, readCsv(writeCsv(head, rest)));
          expect(again.rows.map((row) => row.cells)).toEqual(read.map((row) => row.cells));
        }),
      );
    }
  });
});
