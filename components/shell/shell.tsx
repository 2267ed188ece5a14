"use client";

import { Menu, Search } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type CSSProperties, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { lazily } from "@/lib/lazily";
import { ENVIRONMENT_COOKIE } from "@/lib/page-request";
import { usePlace } from "../environment";
import { leaveBy } from "../leave-by";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { SkipLink } from "../ui/skip-link";
import { useFirstTouch } from "../ui/use-first-touch";
import { WebhookDot } from "../webhooks/webhook-dot";
import { Wordmark } from "../wordmark";
import { EarlyKeys } from "./early-keys";
import { EnvironmentSwitch, TestingBand } from "./environment-switch";
import { KeyName } from "./key-name";
import { LanguageSwitch } from "./language-switch";
import { PersonMenu } from "./person-menu";
import { ShortcutsProvider, useShortcuts } from "./shortcuts";
import { useSignOut } from "./sign-out";
import { ThemeSwitch } from "./theme-switch";
import { useWays } from "./ways";

const loadPalette = () => import("./command-palette").then((module) => ({ default: module.CommandPalette }));
const CommandPalette = lazy(() => lazyPart(loadPalette));
const preloadPalette = () => void lazily(loadPalette).catch(() => null);
const NavigationDrawer = lazy(() => lazyPart(() => import("./navigation-drawer")));

/** The frame of the dashboard: navigation on the left, on small screens in a drawer; the page beside it. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <ShortcutsProvider>
      <Frame>{children}</Frame>
    </ShortcutsProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  const { environment, account, isStaff, href } = usePlace();
  const router = useRouter();
  const pathname = usePathname();
  const ways = useWays();
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const earlyText = useRef("");
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const { signOut, askEverywhere, dialog } = useSignOut();

  // Whoever presses Ctrl K types on at once.
  useFirstTouch(preloadPalette);

  const closePalette = useCallback(() => setIsPaletteOpen(false), []);
  function openPalette() {
    earlyText.current = "";
    setIsPaletteOpen(true);
  }

  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist over plain http
    document.cookie = `${ENVIRONMENT_COOKIE}=${environment}; path=/; max-age=31536000; samesite=lax`;
  }, [environment]);

  useShortcuts([
    { keys: ["mod+k"], label: t("palette.title"), run: () => (isPaletteOpen ? closePalette() : openPalette()) },
    ...ways.flatMap(({ keys, label, href: to }) =>
      keys ? [{ keys, label, run: () => leaveBy(() => router.push(to)) }] : [],
    ),
  ]);

  const bands = (environment === "testing" ? 1 : 0) + (isStaff ? 1 : 0);
  const leaveWays = { onSignOut: signOut, onSignOutEverywhere: askEverywhere };
  const navigation = <SideContent onSearch={openPalette} {...leaveWays} onWay={() => setOpenedOn(null)} />;

  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh flex-col" style={{ "--bands": `${bands * 1.5}rem` } as CSSProperties}>
        {bands > 0 ? (
          <section aria-label={t("environment")} className="sticky top-0 z-30">
            {environment === "testing" ? <TestingBand /> : null}
            {isStaff ? (
              <p className="flex h-6 items-center justify-center bg-info-tint px-4 text-xs text-info">
                <span className="truncate">{t("actingFor", { account: account.name, id: account.id })}</span>
              </p>
            ) : null}
          </section>
        ) : null}
        <div className="flex min-h-0 flex-1">
          <aside className="sticky top-(--bands) hidden h-[calc(100dvh-var(--bands))] w-60 shrink-0 border-r border-line bg-surface lg:block">
            {navigation}
          </aside>
          <div className="flex min-w-0 flex-1 flex-col">
            <header className="sticky top-(--bands) z-30 flex h-12 items-center gap-1 border-b border-line bg-surface px-2 lg:hidden">
              <Button
                variant="ghost"
                size="icon"
                aria-label={t("openNavigation")}
                onClick={() => setOpenedOn(pathname)}
              >
                <Menu aria-hidden="true" />
                <WebhookDot wordless className="absolute top-1.5 right-1.5" />
              </Button>
              <Wordmark href={href("/")} />
              <Button
                variant="ghost"
                size="icon"
                className="ml-auto"
                aria-label={t("palette.title")}
                onClick={openPalette}
              >
                <Search aria-hidden="true" />
              </Button>
            </header>
            <main id="content" tabIndex={-1} className="mx-auto w-full max-w-7xl flex-1 p-4 outline-none sm:p-6 lg:p-8">
              {children}
            </main>
          </div>
        </div>
      </div>
      <Suspense fallback={null}>
        {openedOn === pathname ? (
          <NavigationDrawer title={t("navigation")} onClose={() => setOpenedOn(null)}>
            {navigation}
          </NavigationDrawer>
        ) : null}
      </Suspense>
      {isPaletteOpen ? (
        <Suspense fallback={<EarlyKeys typed={earlyText} onClose={closePalette} />}>
          <CommandPalette open onOpenChange={setIsPaletteOpen} earlyText={earlyText} {...leaveWays} />
        </Suspense>
      ) : null}
      {dialog}
    </>
  );
}

function SideContent({
  onSearch,
  onWay,
  onSignOut,
  onSignOutEverywhere,
}: {
  onSearch: () => void;
  onWay: () => void;
  onSignOut: () => void;
  onSignOutEverywhere: () => void;
}) {
  const t = useTranslations("shell");
  const { href } = usePlace();
  const ways = useWays();
  return (
    <div className="flex h-full flex-col gap-3 p-3">
      <div className="flex h-8 items-center px-2">
        <Wordmark href={href("/")} />
      </div>
      <EnvironmentSwitch />
      <button
        type="button"
        onClick={onSearch}
        className="flex h-9 w-full items-center gap-2 rounded-md border border-control bg-surface px-2.5 text-muted hover:bg-hover"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">{t("search")}</span>
        <span aria-hidden="true" className="hidden lg:inline-flex">
          <KeyName combination="mod+k" />
        </span>
      </button>
      <nav aria-label={t("navigation")} className="min-h-0 flex-1 overflow-y-auto">
        <ul className="flex flex-col gap-0.5">
          {ways
            .filter(({ inNavigation }) => inNavigation)
            .map(({ id, label, href: to, icon: Icon, isCurrent }) => (
              <li key={id}>
                <Link
                  href={to}
                  onClick={onWay}
                  aria-current={isCurrent ? "page" : undefined}
                  className={cn(
                    "flex h-9 items-center gap-2.5 rounded-md px-2.5 no-underline hover:bg-hover hover:text-text",
                    isCurrent ? "bg-hover font-semibold text-text" : "text-muted",
                  )}
                >
                  <Icon aria-hidden="true" className={cn("size-4 shrink-0", isCurrent && "text-accent")} />
                  <span className="min-w-0 truncate">{label}</span>
                  {id === "webhooks" ? <WebhookDot className="ml-auto" /> : null}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <div className="border-t border-line pt-2">
        <div className="mb-1 flex items-center justify-between px-1">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <PersonMenu onSignOut={onSignOut} onSignOutEverywhere={onSignOutEverywhere} />
      </div>
    </div>
  );
}
