"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleSlash, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useSupport } from "@/components/support/workspace";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";

/** Whether the demonstration's sign-ins work, and how they end; nothing where there never were any. */
export function Demonstration({ mayEnd }: { mayEnd: boolean }) {
  const t = useTranslations("support.staff.demonstration");
  const { where } = useSupport();
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useQuery(queryFor("readDemonstration", {}, where));
  if (!data || data.state === "NONE") return null;
  const isEnabled = data.state === "ENABLED";
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t("title")}
          {isEnabled ? (
            <Badge tone="warn" icon={<TriangleAlert aria-hidden="true" />}>
              {t("enabled")}
            </Badge>
          ) : (
            <Badge icon={<CircleSlash aria-hidden="true" />}>{t("disabled")}</Badge>
          )}
        </span>
      }
      actions={
        isEnabled && mayEnd ? (
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {t("end")}
          </Button>
        ) : null
      }
    >
      <p className="max-w-prose text-muted">{t(isEnabled ? "enabledMeans" : "disabledMeans")}</p>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 font-mono text-xs">
        {[...data.people, ...data.clients].map((each) => (
          <li key={each} className="break-all">
            {each}
          </li>
        ))}
      </ul>
      {isAsking ? (
        <ConfirmOperation
          operation="disableDemonstration"
          input={{}}
          tone="danger"
          title={t("ask")}
          description={t("askMeans")}
          confirmLabel={t("end")}
          done={t("done")}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Section>
  );
}
