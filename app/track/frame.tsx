import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { TestingBand } from "@/components/shell/testing-band";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Wordmark } from "@/components/wordmark";

/** The frame of a public tracking page; `isTesting` says that there is no real parcel. */
export function Frame({ isTesting = false, children }: { isTesting?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col print:min-h-0">
      {isTesting ? (
        <div className="print:border print:border-control">
          <TestingBand />
        </div>
      ) : null}
      <header className="mx-auto flex h-14 w-full max-w-2xl items-center justify-between gap-4 px-4">
        <Wordmark href="/track" />
        <div className="flex items-center gap-1 print:hidden">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-6 px-4 pt-6 pb-16 print:pb-0">{children}</main>
    </div>
  );
}
