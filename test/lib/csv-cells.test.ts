import fc from "fast-check";
import { expect, it } from "vitest";
import { readCell, writeCell, writeCsv, writeExactCell, writeLines } from "@/lib/csv-cells";
import { readCsv } from "@/lib/csv-file";

it.each([
  ["217123456789012", '"=""217123456789012"""'],
  ["00123", '"=""00123"""'],
  ["12E5", '"=""12E5"""'],
  ["SP12345678905", "SP12345678905"],
  ["852 91234567", "852 91234567"],
  ["91234567", "91234567"],
  ["54.00", "54.00"],
  ["0", "0"],
  ["0.5", "0.5"],
  ["=1+1", "'=1+1"],
  ['="00123"', '"\'=""00123"""'],
  ["", ""],
  [null, ""],
])("writes %j as %s where digits are no amounts", (value, field) => {
  expect(writeExactCell(value)).toBe(field);
});

it.each(["=1+1", "+1", "-1", "@SUM(1)", "＝1+1", "＋1", "－1", "＠SUM(1)", "\t=1", "\r=1"])(
  "writes %j as text, in each column of each file, and reads it back",
  (value) => {
    for (const write of [writeCell, writeExactCell]) {
      const [[, written] = []] = readCsv(writeLines([["x", value]], write));
      expect(written).toBe(`'${value}`);
      expect(readCell(written ?? "")).toBe(value);
    }
    for (const plain of [`a${value}`, ` ${value}`]) expect(writeCell(plain)).toMatch(/^"?[a ]/);
  },
);

it("leaves digits alone where they are amounts", () => {
  expect(["217123456789012", "00123"].map(writeCell)).toEqual(["217123456789012", "00123"]);
});

it("writes what is read back, whatever it is", () => {
  const sign = fc.constantFrom(..."=+-@＝＋－＠'\"',;\t\r\n 0123456789eE陳👟");
  const value = fc.oneof(fc.string({ unit: sign }), fc.string({ unit: "grapheme" }));
  const lines = fc.array(fc.tuple(fc.constant("x"), value), { minLength: 1 });
  fc.assert(
    fc.property(lines, fc.constantFrom(writeCell, writeExactCell), (given, write) => {
      const text = `${writeCsv([["head", "value"]], write)}${writeLines(given, write)}`;
      const read = readCsv(text.slice(0, -2)).slice(1);
      expect(read.map((cells) => cells.map(readCell))).toEqual(given);
    }),
  );
});
