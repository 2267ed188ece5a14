"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { Button } from "../ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

const never = () => () => undefined;

/** Whether the page runs in the browser already: what only the browser knows must wait for it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Light, dark, or as the system says. */
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
        <DropdownMenuRadioGroup value={chosen} onValueChange={setTheme}>
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
