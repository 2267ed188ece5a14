"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { Button } from "../ui/button";
import { MenuButton } from "../ui/menu-button";
import { useIsHydrated } from "../ui/use-is-hydrated";
import ThemeMenu from "./theme-menu";
import { THEME_ICONS, THEMES } from "./themes";

/** Light, dark, or as the system is set. */
export function ThemeSwitch({ className }: { className?: string }) {
  const t = useTranslations("shell");
  const { theme = "system" } = useTheme();
  const isHydrated = useIsHydrated();
  const chosen = THEMES.find((each) => isHydrated && each === theme) ?? "system";
  const Icon = THEME_ICONS[chosen];
  return (
    <MenuButton
      menu={ThemeMenu}
      props={{}}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={t("theme")} {...(className ? { className } : {})}>
          <Icon aria-hidden="true" />
        </Button>
      }
    />
  );
}
