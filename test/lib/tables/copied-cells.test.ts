import { describe, expect, it } from "vitest";
import { isCopiedTable, readAmount, readCopied, readWeight } from "@/lib/tables/copied-cells";

describe("copied cells", () => {
  it.each([
    ["a\tb", true],
    ["a\nb", true],
    ["a\n", false],
    ["a\r\n", false],
    ["a\n\n", false],
    ["a, b", false],
  ])("%j is a table: %s", (text, is) => expect(isCopiedTable(text)).toBe(is));

  it("are split as spreadsheets write them", async () => {
    expect(await readCopied('a\t"b\n""c"""\t d \r\n\t2,5\r\n')).toEqual([
      ["a", 'b\n"c"', " d "],
      ["", "2,5"],
    ]);
    expect(await readCopied("1,200\n3;4")).toEqual([["1,200"], ["3;4"]]);
    expect(await readCopied("a\t1\n\n\n")).toEqual([["a", "1"]]);
    // A quotation mark that is not escaped belongs to the text.
    expect(await readCopied('"Best" tea\t2\n"Green" tea\t3')).toEqual([
      ['"Best" tea', "2"],
      ['"Green" tea', "3"],
    ]);
  });
});

describe("figures", () => {
  it.each([
    ["HK$1,234.50", "1234.50"],
    ["HKD 12", "12"],
    ["-$1,000", "-1000"],
    ["１２", "12"],
    // Another currency is not this amount, and a decimal comma is none of thousands.
    ["US$12", "US$12"],
    ["1.234,50", "1.234,50"],
    ["12,34", "12,34"],
    ["0,350", "0,350"],
    ["12 kg", "12 kg"],
    ["about 5", "about 5"],
  ])("the amount %s is read as %s", (text, amount) => expect(readAmount(text)).toBe(amount));

  it.each([
    ["0.35 kg", "0.35"],
    ["2公斤", "2"],
    ["１.５ KGS", "1.5"],
    ["0,350 kg", "0,350"],
    ["1,250", "1,250"],
    ["$2", "$2"],
  ])("the weight %s is read as %s", (text, weight) => expect(readWeight(text)).toBe(weight));
});
