"use client";

import { CircleCheck, CircleX, Clock, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { TariffSummary } from "@/lib/contracts/tariff";

/** The names of services by their codes. */
export type ServiceNames = Readonly<Record<string, string>>;

type Named = Pick<TariffSummary, "kind" | "provider">;

/** What a sheet is called. */
export function useSheetName(services: ServiceNames): (sheet: Named) => string {
  const t = useTranslations("tariffs");
  return ({ kind, provider }) =>
    provider === null ? t(`kinds.${kind}`) : t("of", { service: services[provider] ?? provider });
}

const OF_FORCE = {
  NOW: { tone: "ok", icon: <CircleCheck aria-hidden="true" /> },
  NEXT: { tone: "info", icon: <Clock aria-hidden="true" /> },
  PAST: { tone: "neutral", icon: null },
} as const;

/** The state of a sheet; of an approved one whether it holds. */
export function SheetBadge({ state, force }: Pick<TariffSummary, "state" | "force">) {
  const t = useTranslations("tariffs");
  if (force) return <Badge {...OF_FORCE[force]}>{t(`forces.${force}`)}</Badge>;
  return state === "PROPOSED" ? (
    <Badge tone="warn" icon={<Hourglass aria-hidden="true" />}>
      {t("states.PROPOSED")}
    </Badge>
  ) : (
    <Badge icon={<CircleX aria-hidden="true" />}>{t(`states.${state}`)}</Badge>
  );
}
