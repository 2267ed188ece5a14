"use client";

import { Boxes, History, Inbox, ListChecks, type LucideIcon, ScanBarcode } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import { mayOpen } from "@/lib/pages/page-rights";
import { useEnvironmentCookie } from "../shell/environment-cookie";
import { EnvironmentLinks } from "../shell/environment-switch";
import { LanguageSwitch } from "../shell/language-switch";
import { SignOutButton } from "../shell/sign-out-button";
import { TestingBand } from "../shell/testing-band";
import { ThemeSwitch } from "../shell/theme-switch";
import { cn } from "../ui/cn";
import { LinkButton } from "../ui/link-button";
import { SkipLink } from "../ui/skip-link";
import { Wordmark } from "../wordmark";
import { useWarehouse } from "./workspace";

const WAYS = [
  { id: "queue", path: "/", icon: Inbox },
  { id: "waves", path: "/waves", icon: ListChecks },
  { id: "bench", path: "/bench", icon: ScanBarcode },
  { id: "stock", path: "/stock", icon: Boxes },
  { id: "jobs", path: "/jobs", icon: History },
] as const satisfies readonly { id: string; path: string; icon: LucideIcon }[];

/** The frame of the warehouse's pages: navigation on top, so that the bench has the whole width of a tablet. */
export function WarehouseFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("warehouse.frame");
  const tShell = useTranslations("shell");
  const { environment, person, href } = useWarehouse();
  const isTesting = environment === "testing";

  useEnvironmentCookie(environment);

  return (
    <div className="flex min-h-dvh flex-col" style={{ "--bands": isTesting ? "1.5rem" : "0rem" } as CSSProperties}>
      <SkipLink />
      {isTesting ? (
        <section aria-label={tShell("environment")} className="sticky top-0 z-30">
          <TestingBand />
        </section>
      ) : null}
      <header className="border-b border-line bg-surface">
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-6">
          <span className="flex max-sm:order-first">
            <Wordmark href={href("/")} />
          </span>
          <p className="min-w-0 truncate text-muted max-lg:hidden">
            {t("signedIn", { name: person.name, role: tShell(`roles.${person.role}`) })}
          </p>
          <div className="ml-auto flex flex-wrap items-center gap-1 max-sm:contents">
            {mayOpen(person.role, "support") ? (
              <LinkButton href="/support" variant="ghost" size="sm">
                {t("merchants")}
              </LinkButton>
            ) : null}
            <LinkButton href="/warehouse/security" variant="ghost" size="sm">
              {t("security")}
            </LinkButton>
            <EnvironmentLinks current={environment} href={(of) => href("/", of)} />
            <LanguageSwitch />
            <ThemeSwitch />
            <span className="max-sm:order-first max-sm:ml-auto">
              <SignOutButton />
            </span>
          </div>
        </div>
        <Navigation />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-7xl flex-1 p-4 outline-none sm:p-6">
        {children}
      </main>
    </div>
  );
}

function Navigation() {
  const t = useTranslations("warehouse.frame");
  const { href } = useWarehouse();
  const pathname = usePathname();
  return (
    <nav aria-label={t("navigation")} className="overflow-x-auto px-2 [scrollbar-width:none] sm:px-4">
      <ul className="flex">
        {WAYS.map(({ id, path, icon: Icon }) => {
          const to = href(path);
          const isCurrent = path === "/" ? pathname === to : pathname === to || pathname.startsWith(`${to}/`);
          return (
            <li key={id}>
              <Link
                href={to}
                aria-current={isCurrent ? "page" : undefined}
                className={cn(
                  "flex h-11 items-center gap-2 border-b-2 px-3 whitespace-nowrap no-underline",
                  isCurrent ? "border-accent font-semibold text-text" : "border-transparent text-muted hover:text-text",
                )}
              >
                <Icon aria-hidden="true" className={cn("size-4 shrink-0 max-sm:hidden", isCurrent && "text-accent")} />
                {t(id)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
