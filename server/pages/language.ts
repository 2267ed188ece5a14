/** Owns the language of a page: the person's choice in a cookie, otherwise what the browser asks for. */
import { headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { COOKIES } from "@/lib/cookies";
import { isLanguage, preferredLanguage } from "@/lib/i18n/language";
import { MESSAGES } from "@/lib/i18n/messages";
import type { Language } from "@/lib/i18n/validation";
import { pageChoice } from "@/server/pages/choice";

/** The language of the page that is being rendered. */
export async function requestLanguage(): Promise<Language> {
  const chosen = await pageChoice(COOKIES.language);
  return isLanguage(chosen) ? chosen : preferredLanguage((await headers()).get("accept-language"));
}

/** next-intl's configuration for one request; `next.config.mjs` refers to this file. */
export default getRequestConfig(async () => {
  const locale = await requestLanguage();
  return { locale, messages: MESSAGES[locale], timeZone: "Asia/Hong_Kong" };
});
