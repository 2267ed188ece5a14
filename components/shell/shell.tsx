"use client";

import { useQuery } from "@tanstack/react-query";
import { Menu, Search } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type CSSProperties, type ReactNode, useLayoutEffect, useState } from "react";
import { queryFor } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import { useWorkspace } from "../environment";
import { leaveBy } from "../forms/leave-by";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { Dialog, DialogContent } from "../ui/dialog";
import { SkipLink } from "../ui/skip-link";
import { useAttended } from "../use-attended";
import { Wordmark } from "../wordmark";
import { useEnvironmentCookie } from "./environment-cookie";
import { KeyName } from "./key-name";
import { LanguageSwitch } from "./language-switch";
import { useNavItems, useTwin } from "./nav-items";
import { Palette, preloadEntries } from "./palette";
import { PersonMenu } from "./person-menu";
import { ShortcutsProvider, useShortcuts } from "./shortcuts";
import { useSignOut } from "./sign-out";
import { StaffBand } from "./staff-band";
import { TestingBand } from "./testing-band";
import { ThemeSwitch } from "./theme-switch";
import { WebhookDot } from "./webhook-dot";

/** The frame of the dashboard: navigation on the left, in a drawer on small screens; the page next to it. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <ShortcutsProvider>
      <Frame>{children}</Frame>
    </ShortcutsProvider>
  );
}

type SignOutActions = { onSignOut: () => void; onSignOutEverywhere: () => void };

/** The palette and the keys: Ctrl K, and those that lead to pages. */
function usePalette(signOutActions: SignOutActions): { openPalette: () => void; palette: ReactNode } {
  const t = useTranslations("shell");
  const router = useRouter();
  const items = useNavItems();
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);

  useFirstTouch(preloadEntries);

  const closePalette = () => setIsPaletteOpen(false);
  const openPalette = () => setIsPaletteOpen(true);

  useShortcuts([
    { keys: ["mod+k"], label: t("palette.title"), run: () => (isPaletteOpen ? closePalette() : openPalette()) },
    ...items.flatMap(({ keys, label, href: to }) =>
      keys ? [{ keys, label, run: () => leaveBy(() => router.push(to)) }] : [],
    ),
  ]);

  return {
    openPalette,
    palette: isPaletteOpen ? <Palette onClose={closePalette} {...signOutActions} /> : null,
  };
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  const { environment, isStaff, href } = useWorkspace();
  const pathname = usePathname();
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const { signOut, askEverywhere, dialog } = useSignOut();

  useEnvironmentCookie(environment);

  const bands = (environment === "testing" ? 1.5 : 0) + (isStaff ? 2.5 : 0);
  const leaveWays = { onSignOut: signOut, onSignOutEverywhere: askEverywhere };
  const { openPalette, palette } = usePalette(leaveWays);
  const navigation = <SideContent onSearch={openPalette} {...leaveWays} onWay={() => setOpenedOn(null)} />;

  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh flex-col" style={{ "--bands": `${bands}rem` } as CSSProperties}>
        {bands > 0 ? (
          <section aria-label={t("environment")} className="sticky top-0 z-30">
            {environment === "testing" ? (
              <TestingBand>
                <LeaveTesting />
              </TestingBand>
            ) : null}
            {isStaff ? <StaffBand /> : null}
          </section>
        ) : null}
        <div className="flex min-h-0 flex-1">
          <Side isFolded={isWide(pathname)}>{navigation}</Side>
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
      {openedOn === pathname ? (
        <Dialog open onOpenChange={(isOpen) => !isOpen && setOpenedOn(null)}>
          <DialogContent side="left" title={t("navigation")} titleHidden bodyClassName="p-0 sm:p-0">
            {navigation}
          </DialogContent>
        </Dialog>
      ) : null}
      {palette}
      {dialog}
    </>
  );
}

/** Pages whose table needs the width: there the navigation shows its icons, and all of it under the pointer or the focus. */
const isWide = (pathname: string) => /\/(orders|products|addresses)\/import\/[^/]+$/.test(pathname);

function Side({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  return (
    <aside
      data-folded={isFolded ? "" : undefined}
      className={cn(
        "sticky top-(--bands) hidden h-[calc(100dvh-var(--bands))] w-60 shrink-0 lg:block",
        isFolded && "z-40 max-2xl:w-16",
      )}
      onKeyDown={({ key, target }) => {
        if (isFolded && key === "Escape" && target instanceof HTMLElement) target.blur();
      }}
    >
      <div className="h-full w-60 overflow-hidden border-r border-line bg-surface transition-[width] folded:w-16">
        {/* The words are there for screen readers, and end where the icons do. */}
        <div className="h-full w-60 folded:[mask-image:linear-gradient(to_right,black_3rem,transparent_3rem)]">
          {children}
        </div>
      </div>
    </aside>
  );
}

function SideContent({ onSearch, onWay, ...leaveWays }: SignOutActions & { onSearch: () => void; onWay: () => void }) {
  const t = useTranslations("shell");
  const { href } = useWorkspace();
  const items = useNavItems();
  return (
    <div className="flex h-full flex-col gap-3 p-3">
      <div className="flex h-8 items-center px-2">
        <Wordmark href={href("/")} />
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="flex h-9 w-full items-center gap-2 overflow-hidden rounded-md border border-control bg-surface px-2.5 text-muted hover:bg-hover folded:w-9"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">{t("search")}</span>
        <span aria-hidden="true" className="hidden lg:inline-flex">
          <KeyName combination="mod+k" />
        </span>
      </button>
      <nav aria-label={t("navigation")} className="min-h-0 flex-1 overflow-y-auto">
        <ul className="flex flex-col gap-0.5">
          {items
            .filter(({ inNavigation }) => inNavigation)
            .map(({ id, label, href: to, icon: Icon, isCurrent }) => (
              <li key={id}>
                <Link
                  href={to}
                  onClick={onWay}
                  aria-current={isCurrent ? "page" : undefined}
                  className="nav-link folded:w-10"
                >
                  <Icon aria-hidden="true" />
                  <span className="min-w-0 truncate">{label}</span>
                  {id === "webhooks" ? <WebhookDot className="ml-auto" /> : null}
                  {id === "notifications" ? <NoticeCount /> : null}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <div className="border-t border-line pt-2">
        <div className="mb-1 flex items-center justify-between px-1 folded:opacity-0">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <PersonMenu {...leaveWays} />
      </div>
    </div>
  );
}

/** The link out of testing, on its band: the page of the same kind in production. */
function LeaveTesting() {
  const t = useTranslations("shell");
  const twin = useTwin();
  return (
    <Link
      href={twin("production")}
      className="ml-2 flex h-6 shrink-0 items-center font-semibold text-on-testing underline underline-offset-2"
    >
      {t("leaveTesting")}
    </Link>
  );
}

const REFRESH_MS = 60_000;
const UNREAD = { unread: "Y", limit: "1" } as const;

/** How many notices the person has not read. */
function NoticeCount() {
  const t = useTranslations("shell");
  const { where, may } = useWorkspace();
  const isAttended = useAttended();
  const { data } = useQuery({
    ...queryFor("listNotices", UNREAD, where),
    enabled: may("listNotices"),
    refetchInterval: isAttended ? REFRESH_MS : false,
  });
  const count = data?.pagination.total ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
      <span aria-hidden="true">{count > 99 ? "99+" : formatNumber(count)}</span>
      <span className="sr-only">{t("unreadNotices", { count })}</span>
    </span>
  );
}

/** Calls `load` at the first interaction with the page: what is needed a moment later loads then, and not before. */
function useFirstTouch(load: () => void): void {
  // Before the page is shown: it may be touched as soon as it is.
  useLayoutEffect(() => {
    const touches = new AbortController();
    for (const type of ["pointerdown", "keydown"])
      window.addEventListener(type, load, { once: true, passive: true, signal: touches.signal });
    return () => touches.abort();
  }, [load]);
}
