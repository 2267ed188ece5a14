"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuProps } from "@/components/ui/lazy-menu";
import type { Paper } from "../order-actions";

/** The sizes of paper that a label is printed on. */
export default function PaperMenu({
  trigger,
  open,
  onOpenChange,
  papers,
  paper,
  onChoose,
}: LazyMenuProps & { papers: readonly Paper[]; paper: Paper; onChoose: (paper: Paper) => void }) {
  const t = useTranslations("orderActions");
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{t("label")}</DropdownMenuLabel>
        {papers.map((each) => (
          <DropdownMenuItem key={each} onSelect={() => onChoose(each)}>
            {t(`papers.${each}`)}
            {each === paper ? <Check aria-hidden="true" className="ml-auto text-accent" /> : null}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
