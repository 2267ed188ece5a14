import { render as renderAlone } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { MESSAGES } from "@/lib/i18n/messages";
import type { Language } from "@/lib/i18n/validation";

/** Renders with the words of a language around it, as the root layout does. */
export function render(element: ReactElement, language: Language = "en") {
  return renderAlone(element, {
    wrapper: ({ children }) => (
      <NextIntlClientProvider
        locale={language}
        messages={MESSAGES[language]}
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
