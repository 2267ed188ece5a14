import { describe, expect, it } from "vitest";
import { isCopiedTable, readCopied, readFigure } from "@/lib/copied-cells";

describe("copied cells", () => {
  it.each([
    ["a\tb", true],
    ["a\nb", true],
    ["a\n", false],
    ["a\r\n", false],
    ["a, b", false],
  ])("%j is a table: %s", (text, is) => expect(isCopiedTable(text)).toBe(is));

  it("are split as spreadsheets write them", async () => {
    expect(await readCopied('a\t"b\n""c"""\t d \r\n\t2,5\r\n')).toEqual([
      ["a", 'b\n"c"', "d"],
      ["", "2,5"],
    ]);
    expect(await readCopied("1,200\n3;4")).toEqual([["1,200"], ["3;4"]]);
  });
});

describe("a figure", () => {
  it.each([
    ["HK$1,234.50", "1234.50"],
    ["HKD 12", "12"],
    ["-$1,000", "-1000"],
    ["１２", "12"],
    ["0.35 kg", "0.35"],
    ["2公斤", "2"],
    // Another currency is not this amount.
    ["US$12", "US$12"],
    ["1.234,50", "1.234,50"],
    ["12,34", "12,34"],
    ["about 5", "about 5"],
  ])("%s is read as %s", (text, figure) => expect(readFigure(text)).toBe(figure));
});
