import fc from "fast-check";
import { expect, it } from "vitest";
import { isMine, rebase } from "@/lib/forms/rebase";

it.each([
  ["what nobody changed", { a: 1 }, { a: 1 }, { a: 1 }, { a: 1 }],
  ["theirs", { a: 1, b: 1 }, { a: 1, b: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }],
  ["mine", { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 1 }, { a: 2, b: 1 }],
  [
    "both",
    { a: 1, b: { c: 1, d: 1 } },
    { a: 1, b: { c: 2, d: 1 } },
    { a: 1, b: { c: 1, d: 2 } },
    { a: 1, b: { c: 2, d: 2 } },
  ],
  ["mine where both changed one", { a: 1 }, { a: 2 }, { a: 3 }, { a: 2 }],
  ["what I took away", { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }],
  ["what they took away", { a: 1, b: 1 }, { a: 1, b: 1 }, { b: 1 }, { b: 1 }],
  ["what they added", { a: {} }, { a: {} }, { a: { b: 1 } }, { a: { b: 1 } }],
  ["a list as one value", { a: [1, 2] }, { a: [1, 2] }, { a: [3] }, { a: [3] }],
  ["my list", { a: [1, 2] }, { a: [2] }, { a: [1, 2, 3] }, { a: [2] }],
])("keeps %s", (_name, base, mine, now, expected) => {
  expect(rebase<Record<string, unknown>>(base, mine, now)).toEqual(expected);
});

it("is theirs where I changed nothing, and mine where they did not", () => {
  const document = fc.dictionary(
    fc.constantFrom("a", "b", "c"),
    fc.oneof(fc.integer(), fc.dictionary(fc.constantFrom("d", "e"), fc.integer())),
  );
  fc.assert(
    fc.property(document, document, (base, other) => {
      expect(rebase(base, base, other)).toEqual(other);
      expect(rebase(base, other, base)).toEqual(other);
    }),
  );
});

it("keeps theirs where I give way, and mine elsewhere", () => {
  const all = (n: number) => ({ a: n, b: { c: n, d: n } });
  expect(rebase(all(1), all(2), all(3), ["b.c"])).toEqual({ a: 2, b: { c: 3, d: 2 } });
});

it("knows what I changed, by its path", () => {
  const base = { a: { b: "1" }, c: [1] };
  expect(["a.b", "c", "d.e"].map((path) => isMine(base, { a: { b: "2" }, c: [1] }, path))).toEqual([
    true,
    false,
    false,
  ]);
});
