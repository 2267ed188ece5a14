"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Bench } from "@/lib/contracts/pickpack-bench";

/** The merchant asks to cancel: packing stops until the warehouse has answered. No dialog: a scan must not answer it. */
export function CancelRequest({
  bench,
  onCancel,
  onDecline,
}: {
  bench: Bench;
  onCancel: () => void;
  onDecline: () => void;
}) {
  const t = useTranslations("warehouse.bench.request");
  return (
    <div role="alert" className="rounded-lg border-2 border-warn bg-warn px-4 py-4 text-surface">
      <div className="flex items-start gap-4">
        <TriangleAlert aria-hidden="true" className="size-10 shrink-0 sm:size-12" />
        <div className="min-w-0">
          <p className="text-[1.5rem]/8 font-semibold sm:text-[2rem]/10">{t("title")}</p>
          {bench.status === "PICKPACK_CONFIRMED" ? <p className="text-base sm:text-lg">{t("means")}</p> : null}
          {bench.cancel_remarks ? (
            <p className="mt-2 text-base whitespace-pre-line sm:text-lg">
              {t("says", { name: bench.customer_name })} {bench.cancel_remarks}
            </p>
          ) : null}
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" className="h-14 px-6 text-base" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button variant="secondary" className="h-14 px-6 text-base" onClick={onDecline}>
          {t("decline")}
        </Button>
      </div>
    </div>
  );
}
