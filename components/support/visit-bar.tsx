"use client";

import { Eye, PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useOperation } from "@/components/use-operation";
import type { Where } from "@/lib/api-client";
import type { Visit } from "@/lib/contracts/support";

/** Why support look at a merchant, and whether they act; the same as on the merchant's pages (contract §8.22). */
export function VisitBar({
  visit,
  name,
  where,
}: {
  visit: Visit;
  /** The merchant's. */
  name: string;
  where: Where;
}) {
  const t = useTranslations("shell.visit");
  const acting = visit.acting === "Y";
  const { attempt, isBusy } = useOperation("changeVisit", where);
  const Icon = acting ? PencilLine : Eye;

  return (
    <div
      className={cn(
        "flex flex-wrap items-center gap-2 rounded-lg border px-4 py-2",
        acting ? "border-bad bg-bad-tint text-bad" : "border-line bg-info-tint text-info",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{t(acting ? "acting" : "looking", { account: name })}</strong>
        {" · "}
        {t(`reasons.${visit.reason}`)}
        {" · "}
        {t("until", { time: visit.expires_at.slice(11, 16) })}
      </p>
      <Button size="sm" loading={isBusy} onClick={() => void attempt({ acting: acting ? "N" : "Y" })}>
        {t(acting ? "stop" : "act")}
      </Button>
    </div>
  );
}
