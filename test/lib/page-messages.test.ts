import { describe, expect, it } from "vitest";
import { formatDate, formatDateTime, formatMoney, formatNumber, isoOf } from "@/lib/format";
import { preferredLanguage } from "@/lib/i18n/language";
import { ownPath } from "@/lib/pages/own-path";
import { pageHref } from "@/lib/pages/page-href";

describe("the page to go on to after signing in", () => {
  it.each(["/testing", "/production/orders?status=EXCEPTION&q=a%20b", "/support#queue", "/testing/orders/217"])(
    "is taken when it is ours: %s",
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  it.each([
    null,
    undefined,
    "",
    "testing",
    "https://evil.example/",
    "//evil.example/testing",
    "/\\evil.example",
    "/\t/evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "/sign-in?next=/testing",
    "/api/auth/signout",
    "/v1/openapi.json",
    "/testing/v1/orders",
    `/${"a".repeat(3000)}`,
  ])("is ignored when it is not ours: %s", (path) => {
    expect(ownPath(path)).toBeNull();
  });

  it("cannot climb out", () => {
    expect(ownPath("/testing/../api/auth/signout")).toBeNull();
    expect(ownPath("/testing/..//evil.example")).toBeNull();
  });
});

describe("the language of a browser", () => {
  it.each([
    [null, "en"],
    ["", "en"],
    ["en-GB,en;q=0.9", "en"],
    ["zh-HK,zh;q=0.9,en;q=0.8", "zh-Hant"],
    ["zh-Hant-TW", "zh-Hant"],
    ["yue-HK", "zh-Hant"],
    ["zh-CN", "zh-Hant"],
    ["en;q=0.5, zh-HK;q=0.9", "zh-Hant"],
    ["fr-FR,fr;q=0.9", "en"],
    ["fr, zh;q=0.4", "zh-Hant"],
    ["zh;q=0, en", "en"],
    ["*", "en"],
  ])("%j is read as %s", (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

describe("figures", () => {
  it.each([
    ["1234.5", undefined, "HK$1,234.50"],
    ["0", undefined, "HK$0.00"],
    ["1234567.89", undefined, "HK$1,234,567.89"],
    ["-12.3", undefined, "-HK$12.30"],
    ["12", "USD", "USD 12.00"],
    ["1200.00", "JPY", "JPY 1,200"],
    ["1200.50", "JPY", "JPY 1,200.50"],
    ["-5000000", "KRW", "-KRW 5,000,000"],
    ["1200", "TWD", "TWD 1,200.00"],
  ])("are money: %s %s", (amount, currency, words) => {
    expect(formatMoney(amount, currency)).toBe(words);
  });

  it("are grouped", () => {
    expect([0, 999, 1000, 1_000_000].map(formatNumber)).toEqual(["0", "999", "1,000", "1,000,000"]);
  });
});

describe("times", () => {
  it.each([
    ["2026-11-26T06:30:15Z", "26 Nov 2026, 14:30", "2026年11月26日 14:30"],
    ["2026-12-31T23:30:00+08:00", "31 Dec 2026, 23:30", "2026年12月31日 23:30"],
    ["2026-12-31T16:00:00Z", "1 Jan 2027, 00:00", "2027年1月1日 00:00"],
    ["2026-11-26 14:30:15", "26 Nov 2026, 14:30", "2026年11月26日 14:30"],
    ["nonsense", "nonsense", "nonsense"],
  ])("are Hong Kong's: %s", (value, en, zh) => {
    expect([formatDateTime(value, "en"), formatDateTime(value, "zh-Hant")]).toEqual([en, zh]);
  });

  it("have days with weekdays, and ISO text for machines", () => {
    expect(formatDate("2026-11-29", "en", { weekday: true })).toBe("Sun 29 Nov 2026");
    expect(formatDate("2026-11-29", "zh-Hant", { weekday: true })).toBe("2026年11月29日（星期日）");
    expect(isoOf("2026-11-26 14:30:15")).toBe("2026-11-26T06:30:15.000Z");
    expect(isoOf("nonsense")).toBeNull();
  });
});

describe("the address of a page", () => {
  it.each([
    ["/", null, "/testing"],
    ["/orders", null, "/testing/orders"],
    ["/orders?status=EXCEPTION,FAILED_DELIVERY", null, "/testing/orders?status=EXCEPTION%2CFAILED_DELIVERY"],
    ["/", "100001", "/testing?account=100001"],
    ["/orders/new?type=local", "100001", "/testing/orders/new?type=local&account=100001"],
  ])("%s for account %s is %s", (path, account, href) => {
    expect(pageHref(path, "testing", account)).toBe(href);
  });
});
