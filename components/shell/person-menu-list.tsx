"use client";

import { Keyboard, LogOut, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { LANGUAGE_NAMES } from "@/lib/i18n/language";
import { LANGUAGES, type Language } from "@/lib/i18n/languages";
import { usePlace } from "../environment";
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
import type { MenuProps } from "../ui/menu-button";
import { useIsHydrated } from "../ui/use-is-hydrated";
import { useLanguage } from "./language-switch";
import { useShortcutList } from "./shortcuts";
import { THEMES } from "./themes";

/** Language, theme, shortcuts and the ways out. */
export default function PersonMenuList({
  trigger,
  open,
  onOpenChange,
  onSignOut,
  onSignOutEverywhere,
}: MenuProps & { onSignOut: () => void; onSignOutEverywhere: () => void }) {
  const t = useTranslations("shell");
  const { person } = usePlace();
  const { language, choose } = useLanguage();
  const { theme = "system", setTheme } = useTheme();
  const isHydrated = useIsHydrated();
  const showShortcuts = useShortcutList();
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-60">
        <DropdownMenuLabel>
          <span className="block truncate text-sm font-semibold text-text">{person.name}</span>
          {t(`roles.${person.role}`)}
        </DropdownMenuLabel>
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
