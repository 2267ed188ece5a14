import type { Language } from "../languages";
import en from "./en.json";
import zhHant from "./zh-Hant.json";

/** The messages of parts of pages that are loaded late, which bring them. */
export const LATE_MESSAGES: Record<Language, typeof en> = { en, "zh-Hant": zhHant };
