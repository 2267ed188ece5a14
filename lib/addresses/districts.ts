import type { Language } from "../i18n/languages";

/** The three regions of Hong Kong. */
export const REGIONS = {
  HK: { en: "Hong Kong Island", zh: "香港島" },
  KLN: { en: "Kowloon", zh: "九龍" },
  NT: { en: "New Territories", zh: "新界" },
} as const;

/** The 18 districts of Hong Kong by region, as `GET /pickup-points` knows them. */
export const DISTRICTS = [
  ["Central and Western", "中西區", "HK"],
  ["Wan Chai", "灣仔區", "HK"],
  ["Eastern", "東區", "HK"],
  ["Southern", "南區", "HK"],
  ["Yau Tsim Mong", "油尖旺區", "KLN"],
  ["Sham Shui Po", "深水埗區", "KLN"],
  ["Kowloon City", "九龍城區", "KLN"],
  ["Wong Tai Sin", "黃大仙區", "KLN"],
  ["Kwun Tong", "觀塘區", "KLN"],
  ["Islands", "離島區", "NT"],
  ["Kwai Tsing", "葵青區", "NT"],
  ["North", "北區", "NT"],
  ["Sai Kung", "西貢區", "NT"],
  ["Sha Tin", "沙田區", "NT"],
  ["Tai Po", "大埔區", "NT"],
  ["Tsuen Wan", "荃灣區", "NT"],
  ["Tuen Mun", "屯門區", "NT"],
  ["Yuen Long", "元朗區", "NT"],
] as const satisfies readonly (readonly [en: string, zh: string, region: "HK" | "KLN" | "NT"])[];

/** A district's name in a language, by its English one. */
export function districtName(english: string, language: Language): string {
  return (language === "en" ? undefined : DISTRICTS.find(([en]) => en === english)?.[1]) ?? english;
}
