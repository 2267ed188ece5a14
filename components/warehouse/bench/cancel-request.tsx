"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import type { Bench } from "@/lib/contracts/pickpack-bench";

/** The keys that answer the request; the bench's commands have others. */
export const ANSWER_KEYS = { cancel: "F7", decline: "F3" } as const;

/**
 * The merchant asks to cancel: packing stops until the warehouse has answered. One key answers it. No dialog, and no
 * button that has the focus: a scan must not answer it.
 */
export function CancelRequest({
  ref,
  bench,
  onCancel,
  onDecline,
}: {
  /** What takes the focus. */
  ref: Ref<HTMLDivElement>;
  bench: Bench;
  onCancel: () => void;
  onDecline: () => void;
}) {
  const t = useTranslations("warehouse.bench.request");
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="rounded-lg border-2 border-warn bg-warn px-4 py-4 text-surface"
    >
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
        {(["cancel", "decline"] as const).map((answer) => (
          <Button
            key={answer}
            aria-keyshortcuts={ANSWER_KEYS[answer]}
            className="h-14 px-6 text-base"
            onClick={answer === "cancel" ? onCancel : onDecline}
          >
            {t(answer)}
            <span aria-hidden="true" className="max-sm:hidden">
              <Kbd>{ANSWER_KEYS[answer]}</Kbd>
            </span>
          </Button>
        ))}
      </div>
    </div>
  );
}
