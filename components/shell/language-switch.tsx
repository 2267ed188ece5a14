"use client";

import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useCallback, useTransition } from "react";
import { HTML_LANG, LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, LANGUAGE_NAMES } from "@/lib/i18n/language";
import { LANGUAGES, type Language } from "@/lib/i18n/languages";
import { Button } from "../ui/button";

/**
 * The language of the page and the way to change it: it is remembered for a year, and the page is rendered again in
 * place.
 */
export function useLanguage(): { language: Language; choose: (language: Language) => void; isChanging: boolean } {
  const language = useLocale();
  const router = useRouter();
  const [isChanging, startTransition] = useTransition();
  const choose = useCallback(
    (next: Language) => {
      const secure = window.location.protocol === "https:" ? "; secure" : "";
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist over plain http
      document.cookie = `${LANGUAGE_COOKIE}=${next}; path=/; max-age=${LANGUAGE_COOKIE_SECONDS}; samesite=lax${secure}`;
      startTransition(() => router.refresh());
    },
    [router],
  );
  return { language, choose, isChanging };
}

/** One click switches to the other language, which is written in that language. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { language, choose, isChanging } = useLanguage();
  const other = LANGUAGES.find((each) => each !== language) ?? "en";
  return (
    <Button
      variant="ghost"
      size="sm"
      lang={HTML_LANG[other]}
      loading={isChanging}
      onClick={() => choose(other)}
      {...(className ? { className } : {})}
    >
      {LANGUAGE_NAMES[other]}
    </Button>
  );
}
