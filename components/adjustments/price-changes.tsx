"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { queryFor } from "@/lib/api-client";
import type { Adjustment } from "@/lib/contracts/adjustment";
import { MOST_PICTURES } from "@/lib/pictures";
import { useWorkspace } from "../environment";
import { Pictures } from "../threads/pictures";
import { Button } from "../ui/button";
import { DateTime } from "../ui/date-time";
import { LateDialog, lateDialog, onTouch } from "../ui/late-dialog";
import { Money } from "../ui/money";
import { Section } from "../ui/section";

// Their schemas are large, and a page of an order has no other use for them.
const DIALOGS = {
  dispute: lateDialog(() => import("./dispute-dialog")),
  picture: lateDialog(() => import("./picture-dialog")),
};

/** Charges and credits after the price was agreed, which the merchant may dispute; nothing if there are none. */
export function PriceChanges({ orderId }: { orderId: string }) {
  const t = useTranslations("adjustments");
  const { where } = useWorkspace();
  const read = useQuery(queryFor("listAdjustments", { order_id: orderId, limit: "100" }, where));
  const rows = read.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Section id="price-changes" flush title={t("title")} description={t("description")} className="scroll-mt-16">
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <Change key={row.id} row={row} />
        ))}
      </ul>
    </Section>
  );
}

function Change({ row }: { row: Adjustment }) {
  const t = useTranslations("adjustments");
  const { may } = useWorkspace();
  const [act, setAct] = useState<keyof typeof DIALOGS | null>(null);
  const isCharge = !row.amount.startsWith("-");
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">
          {t(isCharge ? "charged" : "credited")}: {t(`kinds.${row.kind}`)}
        </span>
        <Money amount={row.amount} className="font-semibold" />
      </p>
      {row.reason ? <p className="mt-1 wrap-anywhere">{row.reason}</p> : null}
      <DateTime value={row.time} className="text-xs text-muted" />
      <Pictures pictures={row.pictures} />
      {row.disputed_time ? (
        <p className="mt-2 text-xs text-muted">
          {t.rich("disputed", { time: () => <DateTime key="time" value={row.disputed_time ?? ""} /> })}
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden" {...onTouch(...Object.values(DIALOGS))}>
        {may("disputeAdjustment") && !row.disputed_time ? (
          <Button size="sm" onClick={() => setAct("dispute")}>
            {t("dispute.open")}
          </Button>
        ) : null}
        {may("addAdjustmentPicture") && row.pictures.length < MOST_PICTURES ? (
          <Button size="sm" onClick={() => setAct("picture")}>
            {t("addPicture")}
          </Button>
        ) : null}
      </div>
      {act ? <LateDialog part={DIALOGS[act]} props={{ row, onClose: () => setAct(null) }} /> : null}
    </li>
  );
}
