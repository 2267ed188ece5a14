import en from "./en.json";
import { LATE_WORDS } from "./late";
import zhHant from "./zh-Hant.json";

/** All words of pages. A browser gets them by parts (`components/words.tsx`), so nothing of its own imports this. */
export const MESSAGES = {
  en: { ...en, ...LATE_WORDS.en },
  "zh-Hant": { ...zhHant, ...LATE_WORDS["zh-Hant"] },
};
