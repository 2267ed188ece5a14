import type { Language } from "../languages";
import en from "./en.json";
import zhHant from "./zh-Hant.json";

/** The words of parts of pages that are loaded late, which bring them. */
export const LATE_WORDS: Record<Language, typeof en> = { en, "zh-Hant": zhHant };
