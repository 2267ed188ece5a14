import { render as renderAlone } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { MESSAGES } from "@/lib/i18n/messages";
import type { Language } from "@/lib/i18n/validation";

/** Puts the words of a language around what is below it, as the root layout does. */
export function InLanguage({ language = "en", children }: { language?: Language; children: ReactNode }) {
  return (
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
  );
}

/** Renders with the words of a language around it. */
export function render(element: ReactElement, language: Language = "en") {
  return renderAlone(element, { wrapper: ({ children }) => <InLanguage language={language}>{children}</InLanguage> });
}
