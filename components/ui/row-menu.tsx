"use client";

import { Copy, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger, MenuAction } from "./dropdown-menu";
import { MenuButton, type MenuProps } from "./menu-button";
import { toast } from "./toast";

/** What can be done with one row: a small button, and the items below it, which are rendered when it is clicked. */
export function RowMenu({
  label,
  size = "icon-sm",
  className = "-my-1 text-muted",
  children,
}: {
  label: string;
  size?: "icon" | "icon-sm";
  className?: string;
  children: ReactNode;
}) {
  return (
    <MenuButton
      menu={Items}
      props={{ children }}
      trigger={
        <Button variant="ghost" size={size} className={className} aria-label={label}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}

function Items({ trigger, open, onOpenChange, children }: MenuProps & { children: ReactNode }) {
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Copies a tracking number; nothing without one. */
export function CopyTracking({ number, className = "" }: { number: string | null; className?: string }) {
  const t = useTranslations("ui");
  if (!number) return null;
  const copy = async () => {
    if (await copyText(number)) toast.success(t("numberCopied", { number }));
  };
  return (
    <MenuAction icon={Copy} className={className} onSelect={() => void copy()}>
      {t("copyTracking")}
    </MenuAction>
  );
}
