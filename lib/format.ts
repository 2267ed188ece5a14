import type { Language } from "@/lib/i18n/validation";

// Written by hand, not with Intl: browser and server have different Intl data, and a page must be the same on both.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS: Record<Language, readonly string[]> = {
  en: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
  "zh-Hant": ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"],
};
const HONG_KONG_OFFSET_MS = 8 * 3_600_000;

type Day = { year: string; month: number; day: number; weekday: number };

function dayOf(date: Date): Day {
  return {
    year: String(date.getUTCFullYear()),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

function dayText({ year, month, day }: Day, language: Language): string {
  return language === "en" ? `${day} ${MONTHS[month]} ${year}` : `${year}年${month + 1}月${day}日`;
}

/** A day where the year is known: `26 Nov`, `11月26日`; with its weekday where asked for. */
export function formatDayOfYear(date: string, language: Language, options: { weekday?: boolean } = {}): string {
  const day = dayOf(new Date(`${date}T00:00:00Z`));
  const text = language === "en" ? `${day.day} ${MONTHS[day.month]}` : `${day.month + 1}月${day.day}日`;
  return options.weekday ? withWeekday(text, day, language) : text;
}

function withWeekday(text: string, { weekday }: Day, language: Language): string {
  const name = WEEKDAYS[language][weekday];
  return language === "en" ? `${name} ${text}` : `${text}（${name}）`;
}

// The API's `YYYY-MM-DD HH:MM:SS` is Hong Kong time, but has no offset.
function instantOf(value: string | Date): Date {
  if (typeof value !== "string") return value;
  return new Date(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(value) ? `${value.replace(" ", "T")}+08:00` : value);
}

/** `1234567.5` → `1,234,567.5`: the digits of a plain decimal in groups of three. */
export function formatNumber(value: string | number): string {
  const [whole = "", fraction] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Currencies whose smallest unit is the whole one. */
const WITHOUT_CENTS: readonly string[] = ["JPY", "KRW"];

/** The figure of an amount: `1,234.50`; in yen and won `1,234`, unless it has decimals. */
export function formatAmount(amount: string, currency: string): string {
  const [whole = "0", fraction = ""] = amount.replace("-", "").split(".");
  const isWhole = WITHOUT_CENTS.includes(currency) && /^0*$/.test(fraction);
  return `${amount.startsWith("-") ? "-" : ""}${formatNumber(whole)}${isWhole ? "" : `.${fraction.padEnd(2, "0")}`}`;
}

/** An amount as Hong Kong writes it: `HK$1,234.50`. Other currencies are named: `USD 12.00`, `JPY 1,200`. */
export function formatMoney(amount: string | number, currency = "HKD"): string {
  const figure = formatAmount(typeof amount === "number" ? amount.toFixed(2) : amount, currency);
  const sign = figure.startsWith("-") ? "-" : "";
  return `${sign}${currency === "HKD" ? "HK$" : `${currency} `}${figure.slice(sign.length)}`;
}

/** A calendar day: `26 Nov 2026`, `2026年11月26日`; with its weekday where asked for. */
export function formatDate(date: string, language: Language, options: { weekday?: boolean } = {}): string {
  const day = dayOf(new Date(`${date.slice(0, 10)}T00:00:00Z`));
  if (Number.isNaN(day.month)) return date;
  return options.weekday ? withWeekday(dayText(day, language), day, language) : dayText(day, language);
}

/** An instant in Hong Kong: `26 Nov 2026, 14:30`, `2026年11月26日 14:30`. Unreadable text is returned as it is. */
export function formatDateTime(value: string | Date, language: Language, options: { seconds?: boolean } = {}): string {
  const instant = instantOf(value);
  if (Number.isNaN(instant.getTime())) return String(value);
  const local = new Date(instant.getTime() + HONG_KONG_OFFSET_MS);
  const clock = local.toISOString().slice(11, options.seconds ? 19 : 16);
  return `${dayText(dayOf(local), language)}${language === "en" ? "," : ""} ${clock}`;
}

/** The instant as ISO 8601, for `datetime` attributes; null for unreadable text. */
export function isoOf(value: string | Date): string | null {
  const instant = instantOf(value);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}
