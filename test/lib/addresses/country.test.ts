import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { countryCode, countryCodes, countryName, destinationCountry } from "@/lib/addresses/country";

/** ISO 3166-1 as its maintainer writes the names that differ from common usage. */
const ISO =
  `BS Bahamas (the)|BO Bolivia (Plurinational State of)|BN Brunei Darussalam|CV Cabo Verde|KY Cayman Islands (the)|
  CF Central African Republic (the)|CC Cocos (Keeling) Islands (the)|KM Comoros (the)|
  CD Congo (the Democratic Republic of the)|CK Cook Islands (the)|CI Côte d'Ivoire|CZ Czechia|
  DO Dominican Republic (the)|FK Falkland Islands (the) [Malvinas]|FO Faroe Islands (the)|
  TF French Southern Territories (the)|GM Gambia (the)|HM Heard Island and McDonald Islands|VA Holy See (the)|
  IR Iran (Islamic Republic of)|KP Korea (the Democratic People's Republic of)|KR Korea (the Republic of)|
  LA Lao People's Democratic Republic (the)|MO Macao|MH Marshall Islands (the)|FM Micronesia (Federated States of)|
  MD Moldova (the Republic of)|NL Netherlands (Kingdom of the)|NE Niger (the)|MK North Macedonia|
  MP Northern Mariana Islands (the)|PS Palestine, State of|PH Philippines (the)|PN Pitcairn|RE Réunion|
  RU Russian Federation (the)|BL Saint Barthélemy|SH Saint Helena, Ascension and Tristan da Cunha|
  MF Saint Martin (French part)|SX Sint Maarten (Dutch part)|SD Sudan (the)|SJ Svalbard and Jan Mayen|
  SY Syrian Arab Republic (the)|TW Taiwan (Province of China)|TZ Tanzania, the United Republic of|TL Timor-Leste|
  TC Turks and Caicos Islands (the)|TR Türkiye|AE United Arab Emirates (the)|
  GB United Kingdom of Great Britain and Northern Ireland (the)|US United States of America (the)|
  UM United States Minor Outlying Islands (the)|VE Venezuela (Bolivarian Republic of)|VN Viet Nam|
  VG Virgin Islands (British)|VI Virgin Islands (U.S.)|AX Åland Islands|CW Curaçao|ST Sao Tome and Principe`
    .split("|")
    .map((each) => each.trim());

const WRITTEN =
  `US USA|GB UK|GB England|GB Scotland|GB Wales|GB Northern Ireland|KR Korea|MO Macao|MO Macau|HK Hong Kong|RU Russia|
  VN Vietnam|CV Cape Verde|CI Ivory Coast|MM Burma|CZ Czech Republic|NL Holland|TR Turkey|SZ Swaziland|MK Macedonia|
  TL East Timor|PR Puerto Rico|KR South Korea|TW Taiwan`
    .split("|")
    .map((each) => each.trim());

describe("countries (contract §3.9)", () => {
  it.each([...ISO, ...WRITTEN])("reads %s", (line) => {
    const [code, name] = [line.slice(0, 2), line.slice(3)];
    for (const written of [name, name.toUpperCase(), name.toLowerCase(), ` ${name} `])
      expect([written, countryCode(written)]).toEqual([written, code]);
  });

  it.each(["en", "zh-Hant-HK", "zh-Hant-TW"])("reads every name that CLDR has in %s", (language) => {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    const wrong = countryCodes().filter((code) => {
      const name = names.of(code) ?? "";
      const ways = [
        name,
        name.toUpperCase(),
        name.replaceAll("’", "'"),
        name.replaceAll("'", "’"),
        name.replaceAll("&", "and"),
      ];
      const plain = name.normalize("NFD").replace(/\p{M}/gu, "");
      return ![...ways, plain, plain.replaceAll("St.", "Saint")].every((way) => countryCode(way) === code);
    });
    expect(wrong).toEqual([]);
  });

  it("reads every short name and alias of the data package but that of both Congos", () => {
    const all = Object.entries(english.countries).flatMap(([code, names]) =>
      [names].flat().map((name) => [code, name]),
    );
    const wrong = all.filter(([code = "", name = ""]) => countryCode(name) !== code);
    expect(wrong.map(([, name]) => name)).toEqual(["Congo", "Congo"]);
  });

  it.each(["jp", "JP", "jP", " Jp "])("reads the code %j", (value) => {
    expect(countryCode(value)).toBe("JP");
  });

  it.each([
    ...["XX", "", "JPN", "J P", "Atlantis", "Congo", "the Congo", "CONGO", "剛果", "Virgin Islands", "ＪＰ", "日 本"],
    ...[
      "constructor",
      "toString",
      "__proto__",
      "the",
      "and",
      "&",
      "'",
      "Japan\u0000",
      "Japan 1",
      "Japan/Korea",
      "Ja\npan",
    ],
  ])("does not read %j", (value) => {
    expect(countryCode(value)).toBeNull();
  });

  it("reads back the names that it writes", () => {
    for (const code of countryCodes()) expect([code, countryCode(countryName(code))]).toEqual([code, code]);
  });

  it("takes the United States with the state of Puerto Rico for PR (contract §3.8)", () => {
    for (const state of [" pr ", "PR", "Puerto Rico", "PUERTO RICO ", "P.R.", "p.r.", " porto rico"])
      expect([state, destinationCountry("US", state)]).toEqual([state, "PR"]);
    for (const state of ["NY", "", undefined, null, "Puerto", "PRC"])
      expect(destinationCountry("US", state)).toBe("US");
    expect(destinationCountry("CA", "PR")).toBe("CA");
    expect(destinationCountry("PR", undefined)).toBe("PR");
  });
});
