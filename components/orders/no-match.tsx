"use client";

import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";

/** No orders match the search or the filters of a list. */
export function NoMatch({
  text,
  hint,
  onClear,
  children,
}: {
  /** The text that was searched for. */
  text: string | undefined;
  hint?: string | undefined;
  onClear: () => void;
  /** Other ways on. */
  children?: ReactNode;
}) {
  const t = useTranslations("ui.noOrders");
  return (
    <EmptyState
      icon={SearchX}
      title={text ? t("matchFor", { text }) : t("match")}
      description={hint ?? t("hint")}
      actions={
        <>
          {children}
          <Button onClick={onClear}>{t("clear")}</Button>
        </>
      }
    />
  );
}
