"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { queryFor, type Where } from "@/lib/api-client";
import { ALL_ROWS } from "@/lib/lists/pagination";

/** Asks staff to set up a second factor below before they see production (contract §8.21); then leads to `next`. */
export function FactorNeeded({ where, next }: { where: Where; next: string }) {
  const t = useTranslations("settings.security.needed");
  const { data } = useQuery(queryFor("listFactors", ALL_ROWS, where));
  const isSetUp = (data?.data.length ?? 0) > 0;
  const Icon = isSetUp ? ShieldCheck : ShieldAlert;
  return (
    <Section
      title={
        <span className="flex items-center gap-2">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-accent" />
          {t(isSetUp ? "done" : "setUp")}
        </span>
      }
      description={isSetUp ? null : t("why")}
      className="mb-4"
    >
      {isSetUp ? (
        <Button variant="primary" onClick={() => window.location.assign(next)}>
          {t("goOn")}
        </Button>
      ) : (
        <p className="text-muted">{t("below")}</p>
      )}
    </Section>
  );
}
