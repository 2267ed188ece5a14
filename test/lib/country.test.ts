import { describe, expect, it } from "vitest";
import { countryCode, countryCodes, countryName, destinationCountry } from "@/lib/country";

describe("countries", () => {
  it.each([
    ["jp", "JP"],
    ["JP", "JP"],
    [" Japan ", "JP"],
    ["UNITED STATES", "US"],
    ["uk", "GB"],
    ["Hong Kong", "HK"],
    ["Macau", "MO"],
    ["Taiwan", "TW"],
    ["Vietnam", "VN"],
    ["Puerto Rico", "PR"],
    ["South Korea", "KR"],
  ])("reads %j as %s", (value, code) => {
    expect(countryCode(value)).toBe(code);
  });

  it.each(["XX", "", "JPN", "Atlantis", "日本", "constructor", "toString", "__proto__"])(
    "does not read %j",
    (value) => {
      expect(countryCode(value)).toBeNull();
    },
  );

  it("reads back the names that it writes", () => {
    for (const code of countryCodes()) expect([code, countryCode(countryName(code))]).toEqual([code, code]);
  });

  it("takes the United States with state PR for Puerto Rico", () => {
    expect(destinationCountry("US", " pr ")).toBe("PR");
    expect(destinationCountry("US", "NY")).toBe("US");
    expect(destinationCountry("US", undefined)).toBe("US");
    expect(destinationCountry("CA", "PR")).toBe("CA");
  });
});
