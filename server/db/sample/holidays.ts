import type { DatedRows } from "@/server/db/sheets";

const SOURCE = "https://www.1823.gov.hk/common/ical/en.json";

/** General holidays of Hong Kong, without Sundays, which the rules know; from 25 December 2026 to the end of 2027. */
export const HOLIDAYS: (DatedRows["holidays"][number] & { source: string })[] = [
  ["2026-12-25", "Christmas Day", "聖誕節"],
  ["2026-12-26", "The first weekday after Christmas Day", "聖誕節後第一個周日"],
  ["2027-01-01", "The first day of January", "一月一日"],
  ["2027-02-06", "Lunar New Year's Day", "農曆年初一"],
  ["2027-02-08", "The third day of Lunar New Year", "農曆年初三"],
  ["2027-02-09", "The fourth day of Lunar New Year", "農曆年初四"],
  ["2027-03-26", "Good Friday", "耶穌受難節"],
  ["2027-03-27", "The day following Good Friday", "耶穌受難節翌日"],
  ["2027-03-29", "Easter Monday", "復活節星期一"],
  ["2027-04-05", "Ching Ming Festival", "清明節"],
  ["2027-05-01", "Labour Day", "勞動節"],
  ["2027-05-13", "The Birthday of the Buddha", "佛誕"],
  ["2027-06-09", "Tuen Ng Festival", "端午節"],
  ["2027-07-01", "Hong Kong Special Administrative Region Establishment Day", "香港特別行政區成立紀念日"],
  ["2027-09-16", "The day following the Chinese Mid-Autumn Festival", "中秋節翌日"],
  ["2027-10-01", "National Day", "國慶日"],
  ["2027-10-08", "Chung Yeung Festival", "重陽節"],
  ["2027-12-25", "Christmas Day", "聖誕節"],
  ["2027-12-27", "The first weekday after Christmas Day", "聖誕節後第一個周日"],
].map(([date = "", name_en = "", name_zh = ""]) => ({ date, name_en, name_zh, source: SOURCE }));
