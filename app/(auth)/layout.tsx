import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Wordmark } from "@/components/wordmark";

/** The frame of the sign-in page and the pages related to it. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between gap-4 px-4 sm:px-8">
        <Wordmark />
        <div className="flex items-center gap-1">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-sm flex-1 flex-col px-4 pt-[8dvh] pb-16 sm:pt-[14dvh]">
        <PageMessages parts={["forgotPassword", "secondFactor", "setPassword"]}>{children}</PageMessages>
      </main>
    </div>
  );
}
