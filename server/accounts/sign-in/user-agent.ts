import type { Language } from "@/lib/i18n/languages";

// In this order: most browsers also name those that they resemble, and most systems the one they come from.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/iPhone|iPod/, "iOS"],
  [/iPad/, "iPadOS"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux/, "Linux"],
];

const LABELS = {
  en: { both: (browser: string, system: string) => `${browser} on ${system}`, none: "Unknown browser" },
  "zh-Hant": { both: (browser: string, system: string) => `${system} 的 ${browser}`, none: "未知的瀏覽器" },
} satisfies Record<Language, { both: (browser: string, system: string) => string; none: string }>;

/** Names a browser by its User-Agent header, such as "Chrome on Windows"; another program by the header's beginning. */
export function browserLabel(userAgent: string | null, language: Language): string {
  const labels = LABELS[language];
  if (!userAgent) return labels.none;
  const named = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser && system) return labels.both(browser, system);
  return browser ?? system ?? userAgent.slice(0, 60);
}
