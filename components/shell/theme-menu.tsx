"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import type { MenuProps } from "../ui/menu-button";
import { THEMES } from "./themes";

/** The choice of theme. */
export default function ThemeMenu({ trigger, open, onOpenChange }: MenuProps) {
  const t = useTranslations("shell");
  const { theme = "system", setTheme } = useTheme();
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
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
