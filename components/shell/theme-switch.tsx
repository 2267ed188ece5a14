"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { lazily } from "@/lib/lazily";
import { Button } from "../ui/button";
import { LazyMenu } from "../ui/lazy-menu";
import { useIsHydrated } from "../ui/use-is-hydrated";
import { THEME_ICONS, THEMES } from "./themes";

/** Light, dark, or as the system says. */
export function ThemeSwitch({ className }: { className?: string }) {
  const t = useTranslations("shell");
  const { theme = "system" } = useTheme();
  const isHydrated = useIsHydrated();
  const chosen = THEMES.find((each) => isHydrated && each === theme) ?? "system";
  const Icon = THEME_ICONS[chosen];
  return (
    <LazyMenu
      load={() => lazily(() => import("./theme-menu"))}
      props={{}}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={t("theme")} {...(className ? { className } : {})}>
          <Icon aria-hidden="true" />
        </Button>
      }
    />
  );
}
