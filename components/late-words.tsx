"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ComponentType } from "react";
import { LATE_WORDS } from "@/lib/i18n/late";

/**
 * A part of a page that is loaded late, with words of its own: they come with its scripts, because most visits to the
 * page need neither. Only files that are loaded late may import this.
 */
export function withLateWords<Props extends object>(
  Part: ComponentType<Props>,
  parts: readonly (keyof (typeof LATE_WORDS)["en"])[],
) {
  return function PartWithWords(props: Props) {
    const locale = useLocale();
    const late = LATE_WORDS[locale];
    const own = Object.fromEntries(parts.map((part) => [part, late[part]]));
    return (
      <NextIntlClientProvider locale={locale} messages={{ ...useMessages(), ...own }}>
        <Part {...props} />
      </NextIntlClientProvider>
    );
  };
}
