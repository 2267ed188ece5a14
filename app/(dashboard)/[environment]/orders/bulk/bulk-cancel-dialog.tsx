"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { BulkDialog, type BulkDialogProps } from "@/components/orders/bulk/bulk-dialog";
import { useBulk } from "@/components/orders/bulk/use-bulk";
import { CancelReason, isTooLong, type WhyCancelled } from "@/components/orders/cancel-reason";
import { call } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";

/** Asks before many orders are cancelled: how many, why, and with what effect. */
export function BulkCancelDialog({ ids, onClose }: BulkDialogProps) {
  const t = useTranslations("orderBulk.cancel");
  const { where, account } = usePlace();
  const [why, setWhy] = useState<WhyCancelled>({ reason: "CUSTOMER_REQUEST", remarks: "" });
  const bulk = useBulk("cancel", ids, async ({ order_id }) => {
    const { cancel_status } = await call("cancelOrder", { order_id, ...why }, where);
    return cancel_status === "REQUESTED" ? "REQUESTED" : "DONE";
  });
  const asked = { count: formatNumber(bulk.able.length), n: bulk.able.length };
  return (
    <BulkDialog
      action="cancel"
      bulk={bulk}
      question={{
        title: t("question", asked),
        means: (
          <>
            {t("means")} {account.pickPack ? t("inWarehouse") : null}
          </>
        ),
        start: t("start", asked),
        back: t("keep"),
        isDisabled: isTooLong(why),
        details: <CancelReason value={why} onChange={setWhy} />,
      }}
      onClose={onClose}
    />
  );
}
