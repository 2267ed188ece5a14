"use client";

import { Building2, History, Inbox, type LucideIcon, ReceiptText, Search, Tags, Truck, Users } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type CSSProperties, type FormEvent, type ReactNode, useRef } from "react";
import { EnvironmentLinks } from "../shell/environment-switch";
import { LanguageSwitch } from "../shell/language-switch";
import { ShortcutsProvider, useShortcuts } from "../shell/shortcuts";
import { SignOutButton } from "../shell/sign-out-button";
import { TestingBand } from "../shell/testing-band";
import { ThemeSwitch } from "../shell/theme-switch";
import { cn } from "../ui/cn";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { LinkButton } from "../ui/link-button";
import { SkipLink } from "../ui/skip-link";
import { Wordmark } from "../wordmark";
import { useSupport } from "./workspace";

const WAYS = [
  { id: "queue", path: "/queue", icon: Inbox },
  { id: "orders", path: "/orders", icon: Search },
  { id: "accounts", path: "/accounts", icon: Building2 },
  { id: "statements", path: "/statements", icon: ReceiptText },
  { id: "services", path: "/services", icon: Truck },
  { id: "tariffs", path: "/tariffs", icon: Tags },
  { id: "staff", path: "/staff", icon: Users },
  { id: "audit", path: "/audit", icon: History },
] as const satisfies readonly { id: string; path: string; icon: LucideIcon }[];

/** The frame of support's pages: navigation on the left, above the page on small screens. */
export function SupportFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("support.frame");
  const tShell = useTranslations("shell");
  const { environment, person, href } = useSupport();
  const isTesting = environment === "testing";
  // The same list in the other environment.
  const twin = `/${usePathname().split("/")[2] ?? ""}`;
  return (
    <ShortcutsProvider>
      <SkipLink />
      <div className="flex min-h-dvh flex-col" style={{ "--bands": isTesting ? "1.5rem" : "0rem" } as CSSProperties}>
        {isTesting ? (
          <section aria-label={tShell("environment")} className="sticky top-0 z-30">
            <TestingBand />
          </section>
        ) : null}
        <div className="flex flex-1 flex-col lg:flex-row">
          <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line bg-surface p-3 max-lg:border-b lg:sticky lg:top-(--bands) lg:h-[calc(100dvh-var(--bands))] lg:w-60 lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-3 lg:border-r">
            <div className="flex h-8 items-center px-2">
              <Wordmark href={href("/")} />
            </div>
            <EnvironmentLinks current={environment} href={(of) => href(twin, of)} />
            <SearchEverything />
            <Navigation />
            <div className="flex flex-wrap items-center gap-x-1 border-line lg:mt-auto lg:flex-col lg:items-stretch lg:border-t lg:pt-2">
              <div className="flex items-center justify-between gap-1 lg:px-1">
                <LanguageSwitch />
                <ThemeSwitch />
              </div>
              <LinkButton href="/warehouse" variant="ghost" size="sm" className="lg:justify-start">
                {t("warehouse")}
              </LinkButton>
              <LinkButton href="/support/security" variant="ghost" size="sm" className="lg:justify-start">
                {t("security")}
              </LinkButton>
              <div className="flex items-center justify-between gap-1">
                <p className="min-w-0 truncate pl-3 text-xs text-muted max-lg:hidden">{person.name}</p>
                <SignOutButton />
              </div>
            </div>
          </header>
          <main id="content" tabIndex={-1} className="min-w-0 flex-1 p-4 outline-none sm:p-6 lg:p-8">
            <div className="mx-auto w-full max-w-7xl">{children}</div>
          </main>
        </div>
      </div>
    </ShortcutsProvider>
  );
}

/** Finds anything of any merchant; `/` goes to it. */
function SearchEverything() {
  const t = useTranslations("support.search");
  const { href } = useSupport();
  const router = useRouter();
  const pathname = usePathname();
  const searched = useSearchParams().get("q") ?? "";
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: ["/"], label: t("label"), run: () => input.current?.focus() }]);

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = input.current?.value.trim();
    if (text) router.push(href(`/orders?q=${encodeURIComponent(text)}`));
  }
  const shown = pathname === "/support/orders" ? searched : "";
  return (
    <search className="max-lg:order-last max-lg:w-full">
      <form action="/support/orders" onSubmit={search}>
        <Field label={t("label")} className="[&_label]:text-xs [&_label]:font-normal [&_label]:text-muted">
          <Input
            key={shown}
            ref={input}
            type="search"
            name="q"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            minLength={2}
            maxLength={100}
            defaultValue={shown}
            placeholder={t("placeholder")}
            aria-keyshortcuts="/"
          />
        </Field>
      </form>
    </search>
  );
}

function Navigation() {
  const t = useTranslations("support.frame");
  const { href } = useSupport();
  const pathname = usePathname();
  return (
    <nav
      aria-label={t("navigation")}
      className="max-lg:order-last max-lg:w-full max-lg:overflow-x-auto max-lg:[scrollbar-width:none]"
    >
      <ul className="flex gap-0.5 lg:flex-col">
        {WAYS.map(({ id, path, icon: Icon }) => {
          const isCurrent = pathname === `/support${path}` || pathname.startsWith(`/support${path}/`);
          return (
            <li key={id}>
              <Link
                href={href(path)}
                aria-current={isCurrent ? "page" : undefined}
                className={cn(
                  "flex h-9 items-center gap-2.5 rounded-md px-2.5 whitespace-nowrap no-underline hover:bg-hover hover:text-text",
                  isCurrent ? "bg-hover font-semibold text-text" : "text-muted",
                )}
              >
                <Icon aria-hidden="true" className={cn("size-4 shrink-0", isCurrent && "text-accent")} />
                {t(id)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
