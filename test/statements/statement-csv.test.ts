import { describe, expect, it } from "vitest";
import { readCsv } from "@/lib/tables/csv-file";
import { readImportTable, wrongLines } from "@/lib/tables/statement-csv";

const invoice = (text: string) => readImportTable("CARRIER_INVOICE", readCsv(text));

describe("a file for statements", () => {
  it("is read by its headings, and its cells as people write them", () => {
    const text =
      "AWB;計費重量（公斤）;Total;Amount;调;備註\r\n" +
      ' sp 123 ;"2.50 KG";HK$1,234.50;9;x;Fuel\r\n;;;;;\r\n="0012";3公斤;-$5;;;\r\n';
    expect(invoice(text)).toEqual({
      missing: null,
      ignored: ["Amount", "调"],
      rows: [
        { row: 2, cells: { tracking_number: "SP123", weight: "2.50", charge: "1234.50", reason: "Fuel" } },
        { row: 4, cells: { tracking_number: "0012", weight: "3", charge: "-5" } },
      ],
    });
    expect(invoice("AWB,金額\nSP1,3").missing).toBe("weight / adjustment");
    const payouts = readImportTable("PAYOUTS", readCsv("商戶編號,日期,金額,參考編號\n100001,2026/1/5,1.2.3,FPS 1"));
    expect(payouts.rows[0]?.cells).toEqual({
      ...{ account: "100001", paid_on: "2026-01-05", amount: "1.2.3", reference: "FPS 1" },
    });
    expect(payouts.missing).toBeNull();
  });

  it("gives back what is wrong with its reasons, and each line with the name that it had", () => {
    const problems = [
      { column: "weight", message: "No." },
      { column: "line", message: "Twice." },
    ];
    const lines = readCsv('AWB,kg\nSP1,3\nSP2,"x"');
    expect(wrongLines("CARRIER_INVOICE", lines, [{ row: 3, line: "3", problems }])).toEqual([
      ["AWB", "kg", "line", "error"],
      ["SP2", "x", "3", "weight: No.; line: Twice."],
    ]);
    const named = readCsv("序號,AWB\n,SP1\n7,SP2\n8");
    const given = [
      { row: 2, line: "2", problems: [] },
      { row: 4, line: "8", problems: [] },
    ];
    expect(wrongLines("CARRIER_INVOICE", named, given)).toEqual([
      ["序號", "AWB", "error"],
      ["2", "SP1", ""],
      ["8", "", ""],
    ]);
  });
});
