import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { passwordProblem } from "@/server/accounts/sign-in/password-rules";

const EMAIL = "tai-man.chan88@harbour-tea.com.hk";

describe("a password", () => {
  it("is not one of the 10,000 commonest of at least 12 characters, in any case", () => {
    const folder = join(import.meta.dirname, "../../../server/accounts/sign-in");
    const list = gunzipSync(readFileSync(join(folder, "common-passwords.txt.gz")))
      .toString()
      .trimEnd()
      .split("\n");
    expect(list).toHaveLength(10_000);
    expect(new Set(list).size).toBe(10_000);
    expect(list.filter((word) => word.length < 12 || word !== word.toLowerCase())).toEqual([]);
    for (const word of list) expect([word, passwordProblem(word, EMAIL)]).toEqual([word, "passwordCommon"]);
    for (const word of ["PASSWORD1234", "QwertyQwerty", "１２３４５６７８９０１２", "unbelievable"])
      expect(passwordProblem(word, EMAIL), word).toBe("passwordCommon");
  });

  it.each([
    "sampansampan",
    "Sampan 2026 2026",
    "SAMPAN_sampan_1",
    "2026舢舨舢舨舢舨舢舨",
    EMAIL,
    EMAIL.toUpperCase(),
    "taimanchan88!",
    "chan-chan-chan",
    "Chan.Tai.Man.1",
    "harbour-tea-2026",
    "tea.sampan.tea.1",
    "ｓａｍｐａｎ２０２６２０２６",
  ])("is not made of the e-mail or the product's name: %s", (password) => {
    expect(passwordProblem(password, EMAIL)).toBe("passwordOwn");
  });

  it.each([
    "correct horse battery",
    "chan likes dumplings",
    "my sampan is green",
    "385729104857",
    "舢舨泊在避風塘等潮退之後再出海",
    "a long password",
  ])("may be %s", (password) => {
    expect(passwordProblem(password, EMAIL)).toBe(undefined);
  });

  it("is judged in a moment, however long it is and whatever the e-mail repeats", () => {
    const words = "a.aa.aaa.aaaa.b@aa.aaa";
    expect(passwordProblem(`${"ab".repeat(500)}cd`, words)).toBe(undefined);
    expect(passwordProblem("12345678 9123 45", "12345678@qq.com")).toBe("passwordOwn");
    expect(passwordProblem("elevenchars", EMAIL)).toBe("tooShort");
    expect(passwordProblem("abcd".repeat(300), EMAIL)).toBe("tooLong");
  });
});
