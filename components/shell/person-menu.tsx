"use client";

import { ChevronsUpDown, FlaskConical, Keyboard, LogOut, ShieldAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { LANGUAGE_NAMES } from "@/lib/i18n/language";
import { LANGUAGES, type Language } from "@/lib/i18n/languages";
import { useWorkspace } from "../environment";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import { useIsHydrated } from "../ui/use-is-hydrated";
import { useLanguage } from "./language-switch";
import { useTwin } from "./nav-items";
import { useShortcutList } from "./shortcuts";
import { THEMES } from "./themes";

/** Who is signed in for which account; opens language, theme, shortcuts and signing out. */
export function PersonMenu({
  onSignOut,
  onSignOutEverywhere,
}: {
  onSignOut: () => void;
  onSignOutEverywhere: () => void;
}) {
  const t = useTranslations("shell");
  const { account, person, environment } = useWorkspace();
  const twin = useTwin();
  const other = environment === "testing" ? "production" : "testing";
  const { language, choose } = useLanguage();
  const { theme = "system", setTheme } = useTheme();
  const isHydrated = useIsHydrated();
  const showShortcuts = useShortcutList();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <button
          type="button"
          aria-label={t("personMenu", { person: person.name, account: account.name })}
          className="flex w-full min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
        >
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold text-muted"
          >
            {[...person.name][0]?.toUpperCase()}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{account.name}</span>
            <span className="block truncate text-xs text-muted">{person.email}</span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-60">
        <DropdownMenuLabel>
          <span className="block truncate text-sm font-semibold text-text">{person.name}</span>
          {t(`roles.${person.role}`)}
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href={twin(other)}>
            <FlaskConical aria-hidden="true" />
            {t(other === "testing" ? "enterTesting" : "leaveTesting")}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t("language")}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={language} onValueChange={(next) => choose(next as Language)}>
          {LANGUAGES.map((each) => (
            <DropdownMenuRadioItem key={each} value={each}>
              {LANGUAGE_NAMES[each]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t("theme")}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={isHydrated ? theme : "system"} onValueChange={setTheme}>
          {THEMES.map((each) => (
            <DropdownMenuRadioItem key={each} value={each}>
              {t(`themes.${each}`)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={showShortcuts}>
          <Keyboard aria-hidden="true" />
          {t("shortcuts")}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onSignOut}>
          <LogOut aria-hidden="true" />
          {t("signOut")}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onSignOutEverywhere}>
          <ShieldAlert aria-hidden="true" />
          {t("signOutEverywhere")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
