"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { Button } from "../ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import { useIsHydrated } from "../ui/use-is-hydrated";
import { THEME_ICONS, THEMES } from "./themes";

/** Light, dark, or as the system is set. */
export function ThemeSwitch({ className }: { className?: string }) {
  const t = useTranslations("shell");
  const { theme = "system", setTheme } = useTheme();
  const isHydrated = useIsHydrated();
  const chosen = THEMES.find((each) => isHydrated && each === theme) ?? "system";
  const Icon = THEME_ICONS[chosen];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={t("theme")} {...(className ? { className } : {})}>
          <Icon aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup value={theme} onValueChange={setTheme}>
          {THEMES.map((each) => (
            <DropdownMenuRadioItem key={each} value={each}>
              {t(`themes.${each}`)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
