import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FactorNeeded } from "@/app/(staff)/factor-needed";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { SecuritySections } from "@/components/security/security-sections";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { SkipLink } from "@/components/ui/skip-link";
import { Toaster } from "@/components/ui/toaster";
import { Wordmark } from "@/components/wordmark";
import { listFactors, listSessions } from "@/lib/contracts/security";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { ownPath } from "@/lib/pages/own-path";
import * as accounts from "@/server/accounts";
import { homeOf, securityContext } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.security") };
}

export type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Where staff look after their own sign-in, and set up the second factor that they need before they see production. */
export async function StaffSecurity({ part, searchParams }: Props & { part: "support" | "warehouse" }) {
  const { ctx, person, hasShownFactor } = await securityContext(part);
  const t = await getTranslations("settings");
  const { next } = await searchParams;
  const where = { environment: ctx.environment };
  const home = await homeOf(person);
  // Production would lead back here until a factor is set up.
  const back = hasShownFactor
    ? home
    : person.role === "warehouse"
      ? "/warehouse/testing"
      : "/support?environment=testing";
  const factors = await prefetch(listFactors, accounts.listFactors, ALL_ROWS, ctx, where);
  return (
    <PageMessages parts={["settings"]}>
      <SkipLink />
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-2 sm:px-8">
        <Wordmark href={back} />
        <div className="ml-auto flex items-center gap-1">
          <LinkButton href={back} variant="ghost" size="sm">
            {t("security.back")}
          </LinkButton>
          <LanguageSwitch />
          <ThemeSwitch />
          <SignOutButton />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-4xl p-4 outline-none sm:p-6 lg:p-8">
        <PageHeader title={t("tabs.security")} description={person.email} />
        <Prefetched answers={[factors, await prefetch(listSessions, accounts.listSessions, ALL_ROWS, ctx, where)]}>
          {hasShownFactor || factors[1].data.length > 0 ? null : (
            <FactorNeeded where={where} next={ownPath(typeof next === "string" ? next : null) ?? home} />
          )}
          <SecuritySections email={person.email} where={where} />
        </Prefetched>
      </main>
      <Toaster />
    </PageMessages>
  );
}
