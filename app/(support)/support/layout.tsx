import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { LinkButton } from "@/components/ui/link-button";
import { SkipLink } from "@/components/ui/skip-link";
import { Wordmark } from "@/components/wordmark";
import { Words } from "@/components/words";
import { signedIn } from "@/server/page-context";

/** The pages of staff. To merchants they do not exist. */
export default async function SupportLayout({ children }: { children: ReactNode }) {
  const person = await signedIn();
  if (!person) redirect("/sign-in?next=/support");
  if (person.role === "warehouse") redirect("/warehouse");
  if (person.role !== "support") notFound();
  const t = await getTranslations("support");
  return (
    <Words parts={["support"]}>
      <SkipLink />
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-2 sm:px-8">
        <Wordmark href="/support" />
        <p className="min-w-0 truncate text-muted max-sm:hidden">{t("signedInAs", { name: person.name })}</p>
        <div className="ml-auto flex items-center gap-1">
          <LinkButton href="/warehouse" variant="ghost" size="sm">
            {t("warehouse")}
          </LinkButton>
          <LanguageSwitch />
          <ThemeSwitch />
          <SignOutButton />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-7xl p-4 outline-none sm:p-6 lg:p-8">
        {children}
      </main>
    </Words>
  );
}
