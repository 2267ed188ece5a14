import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { hasOwnDeprecation, requireNoDeprecation } from "../deprecations";

const ofLibrary = "old()\n    at old (node:internal/old:1:1)\n    at use (/app/node_modules/library/index.js:1:1)";
const ofOurs = `${ofLibrary.split("\n", 2).join("\n")}\n    at file:///app/server/process/main.ts:1:1\n    at use (/app/node_modules/x/y.js:1:1)`;
const bundled = "old()\n    at use (/app/.next/server/chunks/1.js:1:1)\n    at /app/server/process/main.ts:1:1";

it("fails for what our own code calls, once, and not for what a dependency does", async () => {
  expect(requireNoDeprecation).not.toThrow();
  process.emitWarning("old()", "DeprecationWarning");
  await nextTurn();
  expect(requireNoDeprecation).toThrow("old()");
  expect(requireNoDeprecation).not.toThrow();
  for (const stack of [ofLibrary, bundled]) {
    process.emit("warning", Object.assign(new Error("old()"), { name: "DeprecationWarning", stack }));
    expect(requireNoDeprecation).not.toThrow();
  }
  process.emitWarning("only slow()");
  await nextTurn();
  expect(requireNoDeprecation).not.toThrow();
});

it("is read from a process's output too", () => {
  const said = (stack: string) => `ready\n(node:7) [DEP0182] DeprecationWarning: ${stack}\nmore`;
  expect([ofLibrary, ofOurs, bundled].map((stack) => hasOwnDeprecation(said(stack)))).toEqual([false, true, false]);
  expect(hasOwnDeprecation(said(ofLibrary) + said(ofOurs))).toBe(true);
  expect(hasOwnDeprecation("at /app/server/process/main.ts:1:1")).toBe(false);
});
