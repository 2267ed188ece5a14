import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { FactorNeeded } from "@/components/security/factor-needed";
import { ALL } from "@/components/security/lists";
import { SecuritySections } from "@/components/security/security-sections";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { SkipLink } from "@/components/ui/skip-link";
import { Toaster } from "@/components/ui/toaster";
import { Wordmark } from "@/components/wordmark";
import { Words } from "@/components/words";
import { listFactors, listSessions } from "@/lib/contracts/security";
import { ownPath } from "@/lib/own-path";
import * as accounts from "@/server/accounts";
import { homeOf, securityContext } from "@/server/page-context";
import { prefetch } from "@/server/page-prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.security") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Where staff look after their own sign-in, and show their second factor before they see production. */
export default async function StaffSecurityPage({ searchParams }: Props) {
  const { ctx, person, hasShownFactor } = await securityContext();
  const t = await getTranslations("settings");
  const { next } = await searchParams;
  const where = { environment: ctx.environment };
  // The warehouse's production would lead back here until a factor is shown.
  const home = hasShownFactor || person.role !== "warehouse" ? await homeOf(person) : "/warehouse/testing";
  const factors = await prefetch(listFactors, accounts.listFactors, ALL, ctx, where);
  return (
    <Words parts={["settings"]}>
      <SkipLink />
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-2 sm:px-8">
        <Wordmark href={home} />
        <div className="ml-auto flex items-center gap-1">
          <LinkButton href={home} variant="ghost" size="sm">
            {t("security.back")}
          </LinkButton>
          <LanguageSwitch />
          <ThemeSwitch />
          <SignOutButton />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-4xl p-4 outline-none sm:p-6 lg:p-8">
        <PageHeader title={t("tabs.security")} description={person.email} />
        <Prefetched answers={[factors, await prefetch(listSessions, accounts.listSessions, ALL, ctx, where)]}>
          {hasShownFactor ? null : (
            <FactorNeeded
              where={where}
              next={ownPath(typeof next === "string" ? next : null) ?? home}
              hadFactor={factors[1].data.length > 0}
            />
          )}
          <SecuritySections email={person.email} where={where} />
        </Prefetched>
      </main>
      <Toaster />
    </Words>
  );
}
