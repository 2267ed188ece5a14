"use client";

import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useCallback, useTransition } from "react";
import { COOKIES, rememberChoice } from "@/lib/cookies";
import { HTML_LANG, LANGUAGE_NAMES } from "@/lib/i18n/language";
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
      rememberChoice(COOKIES.language, next);
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
