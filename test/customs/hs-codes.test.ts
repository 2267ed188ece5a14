// Codes of the tariff by words (contract §32).
import { beforeAll, describe, expect, it } from "vitest";
import { type Merchant, merchant, personOf } from "../factories";
import { type Api, api } from "../http";
import goods from "./hs-goods.json";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const ask = (query: Record<string, string>, by: Api = shop.testing) =>
  by.get(`/hs-codes?${new URLSearchParams(query)}`);
const codes = async (q: string, limit = "5"): Promise<string[]> =>
  (await ask({ q, limit })).body.data.map((row: { hscode: string }) => row.hscode);

describe("GET /hs-codes", () => {
  it.each(["en", "zh"] as const)("has the right code among the first five for everyday goods: %s", async (language) => {
    const missed: string[] = [];
    for (const [q, right] of goods[language] as [string, string[]][]) {
      const found = await codes(q);
      if (!found.some((code) => right.includes(code))) missed.push(`${q}: ${found}`);
    }
    expect(goods[language].length).toBeGreaterThan(200);
    expect(missed).toEqual([]);
  });

  it("takes plurals in -ies for one word with their singular, and a word that mostly says nothing for itself", async () => {
    for (const [many, one] of [
      ["hoodies", "hoodie"],
      ["beanies", "beanie"],
      ["lingeries", "lingerie"],
      ["babies", "baby"],
    ] as const)
      expect(await codes(many), many).toEqual(await codes(one));
    expect(await codes("lingeries")).not.toEqual([]);
    expect(await codes("pc")).toContain("847150");
    // A slip of the keyboard keeps the first letter: this is none of a bladder's.
    expect(await codes("ladder", "1")).toEqual(["761699"]);
  });

  it("answers at once and whole, whatever is asked", async () => {
    for (const q of [
      "件".repeat(190),
      "件裝".repeat(90),
      "一件".repeat(90),
      "3件".repeat(60),
      "constructor",
      "__proto__s",
    ]) {
      expect((await ask({ q })).status, q).toBe(200);
      expect((await ask({ q: `${q}a` })).status, q).toBe(200);
    }
  });

  it("answers code, words in both languages and the chapter; nothing where nothing fits", async () => {
    const { status, body } = await ask({ q: "bamboo chopsticks", limit: "1" });
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            hscode: "441912",
            description: "Tableware and kitchenware, of wood; of bamboo, chopsticks",
            description_zh: "竹筷子",
            chapter: "44",
            chapter_title: "Wood and articles of wood; wood charcoal",
          },
        ],
      },
    ]);
    const seldom = (await ask({ q: "coke ovens", limit: "20" })).body.data;
    expect(seldom.some((row: { description_zh: unknown }) => row.description_zh === null)).toBe(true);
    expect(await codes("zzqx")).toEqual([]);
    expect(await codes("!?")).toEqual([]);
  });

  it("takes the beginning of a code, also of one with more digits, and knows none that are not of the tariff", async () => {
    expect(await codes("6109")).toEqual(["610910", "610990"]);
    expect(await codes("6109.10")).toEqual(["610910"]);
    expect(await codes("6109100010")).toEqual(["610910"]);
    expect(await codes("99")).toEqual([]);
    // Of the edition of 2017, and the one that replaced it.
    expect([await codes("851712"), await codes("851713")]).toEqual([[], ["851713"]]);
  });

  it("has each code once and as many as asked, five if nothing is asked", async () => {
    const all = await codes("cotton dress", "20");
    expect([all.length, new Set(all).size]).toEqual([20, 20]);
    expect((await ask({ q: "cotton dress" })).body.data).toHaveLength(5);
    for (const limit of ["0", "21", "-1", "1.5", "x"]) {
      const refused = await ask({ q: "tea", limit });
      expect([refused.status, refused.entries.map(({ field }) => field)], limit).toEqual([400, ["limit"]]);
    }
    for (const query of [{}, { q: "" }, { q: "  " }, { q: "x".repeat(201) }]) {
      const refused = await ask(query as Record<string, string>);
      expect([refused.status, refused.entries.map(({ field }) => field)]).toEqual([400, ["q"]]);
    }
  });

  it("knows simplified Chinese, spellings, slips, words written as one, and words that are being typed", async () => {
    expect(await codes("手机壳")).toEqual(await codes("手機殼"));
    expect((await codes("sterling silver jewelry"))[0]).toBe("711311");
    expect((await codes("umbrela"))[0]).toBe("660191");
    expect((await codes("phonecase"))[0]).toBe("392690");
    expect(await codes("blueto")).toContain("851830");
  });

  it("tells a thing from what it is made of or goes with, and garments by person, make and fibre", async () => {
    expect((await codes("手機皮套"))[0]).toBe("420231");
    expect((await codes("case for iPhone"))[0]).toBe("392690");
    expect((await codes("women's silk blouse"))[0]).toBe("620610");
    expect((await codes("men's knitted wool cardigan"))[0]).toBe("611011");
    expect((await codes("女裝棉質連身裙"))[0]).toBe("620442");
  });

  it("is for merchants, their people and staff, who need no account; not without a token", async () => {
    const people = await Promise.all([
      personOf("member", shop.accountId, "production"),
      personOf("support", null, "production"),
      personOf("warehouse", null, "production"),
    ]);
    for (const person of [shop.production, ...people.map((each) => each.api)])
      expect((await ask({ q: "tea" }, person)).status).toBe(200);
    expect((await ask({ q: "tea" }, api("testing"))).status).toBe(401);
  });
});
