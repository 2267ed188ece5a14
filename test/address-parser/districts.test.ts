import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseBlock } from "@/server/address-parser/parse";

type Address = { text: string; district: string };
const LANGUAGES = { Chinese: /\p{Script=Han}/u, English: /^\P{Script=Han}*$/u };

// Addresses of parcel lockers, which name shops and estates, and of homes, shops and offices, many with only a street.
describe.each(["lockers", "homes"])("the districts of addresses of %s", (kind) => {
  const all = JSON.parse(readFileSync(join(import.meta.dirname, `districts-of-${kind}.json`), "utf8")) as Address[];
  it.each(Object.entries(LANGUAGES))("are found in %s, and wrong for nearly none", (_, language) => {
    const addresses = all.filter(({ text }) => language.test(text));
    const read = addresses.map(({ text, district }) => ({ text, district, read: parseBlock(text, "HK").district }));
    const missed = read.filter((each) => each.read === null);
    const wrong = read.filter((each) => each.read !== null && each.read !== each.district);
    expect(addresses.length).toBeGreaterThan(100);
    expect((wrong.length + missed.length) / addresses.length, JSON.stringify([...wrong, ...missed])).toBeLessThan(0.03);
    // One is allowed: the lockers' list puts 馬灣 in Islands, and it is in Tsuen Wan.
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(Math.ceil(addresses.length * 0.005));
  });
});
