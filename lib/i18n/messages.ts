import en from "./en.json";
import { LATE_MESSAGES } from "./late";
import zhHant from "./zh-Hant.json";

/** All messages of pages. A browser gets them by parts (`components/page-messages.tsx`), so nothing of its own imports this. */
export const MESSAGES = {
  en: { ...en, ...LATE_MESSAGES.en },
  "zh-Hant": { ...zhHant, ...LATE_MESSAGES["zh-Hant"] },
};
