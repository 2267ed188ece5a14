import { render as renderAlone } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import en from "@/lib/i18n/en.json";
import type { Language } from "@/lib/i18n/validation";
import zhHant from "@/lib/i18n/zh-Hant.json";

/** Renders with the words of a language around it, as the root layout does. */
export function render(element: ReactElement, language: Language = "en") {
  return renderAlone(element, {
    wrapper: ({ children }) => (
      <NextIntlClientProvider
        locale={language}
        messages={language === "en" ? en : zhHant}
        timeZone="Asia/Hong_Kong"
        onError={(error) => {
          throw error;
        }}
      >
        {children}
      </NextIntlClientProvider>
    ),
  });
}
