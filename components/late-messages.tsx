"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ComponentType, useMemo } from "react";
import { LATE_MESSAGES } from "@/lib/i18n/late";

/**
 * A part of a page that is loaded late, with messages of its own: they come with its scripts, because most visits to the
 * page need neither. Only files that are loaded late may import this.
 */
export function withLateMessages<Props extends object>(
  Part: ComponentType<Props>,
  parts: readonly (keyof (typeof LATE_MESSAGES)["en"])[],
) {
  return function PartWithMessages(props: Props) {
    const locale = useLocale();
    const others = useMessages();
    const messages = useMemo(() => {
      const late = LATE_MESSAGES[locale];
      return { ...others, ...Object.fromEntries(parts.map((part) => [part, late[part]])) };
    }, [locale, others]);
    return (
      <NextIntlClientProvider locale={locale} messages={messages}>
        <Part {...props} />
      </NextIntlClientProvider>
    );
  };
}
