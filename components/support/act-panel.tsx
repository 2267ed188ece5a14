"use client";

import { CircleX, MapPin, ReceiptText, ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { OrderRecord } from "@/lib/contracts/order";
import { useWorkspace } from "../environment";
import type { OrderActions } from "../orders/order-actions";
import { Button } from "../ui/button";
import { LateDialog, type LatePart, lateDialog, onTouch } from "../ui/late-dialog";
import { Section } from "../ui/section";

// Their schemas are large, and a page of an order has no other use for them.
type Act = LatePart<{ order: OrderRecord; onClose: () => void }>;
const DIALOGS: Record<"correct" | "scan" | "adjust", Act> = {
  correct: lateDialog(() => import("./correct-dialog")),
  scan: lateDialog(() => import("./scan-dialog")),
  adjust: lateDialog(() => import("../adjustments/adjust-question")),
};

/** What support can do with an order now; the merchant reads the reason in the order's messages. */
export function ActPanel({ order, actions }: { order: OrderRecord; actions: OrderActions }) {
  const t = useTranslations("act");
  const { environment } = useWorkspace().where;
  const [asked, setAsked] = useState<keyof typeof DIALOGS | null>(null);
  const canChange = order.available_actions.includes("cancel");
  const canScan = order.tracking_number !== null && order.order_status !== "CANCELLED";
  // Testing has no statements.
  const canAdjust = environment === "production" && order.tracking_number !== null;
  return (
    <Section title={t("title")}>
      <div className="flex flex-col items-stretch gap-2" {...onTouch(...Object.values(DIALOGS))}>
        {canChange ? (
          <Button className="justify-start" onClick={() => setAsked("correct")}>
            <MapPin aria-hidden="true" />
            {t("correct")}
          </Button>
        ) : null}
        {canScan ? (
          <Button className="justify-start" onClick={() => setAsked("scan")}>
            <ScanLine aria-hidden="true" />
            {t("scan")}
          </Button>
        ) : null}
        {canAdjust ? (
          <Button className="justify-start" onClick={() => setAsked("adjust")}>
            <ReceiptText aria-hidden="true" />
            {t("adjust")}
          </Button>
        ) : null}
        {canChange && order.cancel_status !== "REQUESTED" ? (
          <Button className="justify-start" onClick={() => actions.cancel(order)}>
            <CircleX aria-hidden="true" />
            {t("cancel")}
          </Button>
        ) : null}
      </div>
      <p className="mt-2 text-xs text-muted">{t(canChange || canScan || canAdjust ? "hint" : "nothing")}</p>
      {asked ? <LateDialog part={DIALOGS[asked]} props={{ order, onClose: () => setAsked(null) }} /> : null}
    </Section>
  );
}
