import { describe, expect, it } from "vitest";
import { countryChoices } from "@/lib/addresses/country-names";
import { matchingChoices, matchingCommands } from "@/lib/choice-search";

const country = (language: "en" | "zh-Hant", typed: string) =>
  matchingChoices(countryChoices(language), typed).map(({ value }) => value);

describe("a country", () => {
  it.each([
    ["United States", "US"],
    ["USA", "US"],
    ["america", "US"],
    ["美國", "US"],
    ["uk", "GB"],
    ["England", "GB"],
    ["英國", "GB"],
    ["Korea", "KR"],
    ["韓國", "KR"],
    ["germany", "DE"],
    ["ger", "DE"],
    ["德", "DE"],
    ["澳洲", "AU"],
    ["紐西蘭", "NZ"],
    ["UAE", "AE"],
    ["cote d'ivoire", "CI"],
    ["hong kong", "HK"],
    ["ＪＰ", "JP"],
    ["臺灣", "TW"],
    ["台湾", "TW"],
    ["韩国", "KR"],
    ["德国", "DE"],
    ["cote d’ivoire", "CI"],
    ["aland", "AX"],
  ])("is first for %s in either language", (typed, code) => {
    expect(country("en", typed)[0]).toBe(code);
    expect(country("zh-Hant", typed)[0]).toBe(code);
  });

  it("comes before one that has what was typed further back", () => {
    expect(country("en", "united").slice(0, 3).sort()).toEqual(["AE", "GB", "US"]);
    expect(country("en", "ger")).toEqual(["DE", "DZ", "NE", "NG"]);
  });

  it("is any, in the usual order, while nothing is typed", () => {
    expect(country("en", " ")).toHaveLength(countryChoices("en").length);
  });
});

const COMMANDS = [
  { value: "home", label: "Home", isPage: true },
  { value: "printJobs", label: "Print jobs", isPage: true },
  { value: "newLocal", label: "New local order", isPage: false },
  { value: "testing", label: "Switch to Testing", isPage: false },
  { value: "zh", label: "繁體中文", keywords: ["language", "語言"], isPage: false },
  { value: "light", label: "Theme: Light", isPage: false },
];
const commands = (typed: string) => {
  const { named, others } = matchingCommands(COMMANDS, typed);
  return { named: named.map(({ value }) => value), others: others.map(({ value }) => value) };
};

describe("a command", () => {
  it.each<[string, string[]]>([
    ["light", ["light"]],
    ["LIGHT", ["light"]],
    ["theme light", ["light"]],
    ["switch to testing", ["testing"]],
    ["new", ["newLocal"]],
    ["中文", ["zh"]],
    ["語言", ["zh"]],
    ["hom", ["home"]],
    ["print", ["printJobs"]],
    ["jobs", ["printJobs"]],
  ])("is named by %s", (typed, named) => {
    expect(commands(typed)).toEqual({ named, others: [] });
  });

  it.each<[string, string[]]>([
    ["Li", ["light"]],
    ["Lo", ["newLocal"]],
    ["Ho", ["home"]],
    ["test", ["testing"]],
    ["中", ["zh"]],
  ])("is only offered for %s, which may be a surname", (typed, others) => {
    expect(commands(typed)).toEqual({ named: [], others });
  });

  it.each(["Wong", "Lee", "ting", "陳大文", "217357996100241"])("has nothing to do with %s", (typed) => {
    expect(commands(typed)).toEqual({ named: [], others: [] });
  });
});
