"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { useOperation } from "@/components/use-operation";
import { call, madeBefore } from "@/lib/api-client";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { formatNumber } from "@/lib/format";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { MAX_PRINT_JOB as MAX_HANDED_OVER } from "@/lib/orders/choices";
import { SignDialog } from "./sign-dialog";

const MOST_NAMED = 5;

/** Makes the list of what was scanned out, after it says what stays here; then the courier can sign it. */
export function HandOverDialog({
  orders: all,
  left,
  onClose,
}: {
  /** Those with parcels for the list. */
  orders: readonly DispatchOrder[];
  /** Those of which a parcel was not scanned out. */
  left: readonly DispatchOrder[];
  onClose: () => void;
}) {
  const t = useTranslations("dispatch.handOver");
  const { where } = useWorkspace();
  const { send } = useOperation("createHandOver");
  const showFailure = useFailureToast();
  const [made, setMade] = useState<{ id: string; parcel_count: number } | null>(null);
  const orders = all.slice(0, MAX_HANDED_OVER);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const isMade = useRef(false);
  const count = orders.reduce(
    (sum, { scan_list }) => sum + scan_list.filter(({ hand_over_id }) => hand_over_id === null).length,
    0,
  );
  if (made) return <SignDialog list={made} onClose={onClose} />;

  async function make() {
    const order_ids = orders.map(({ order_id }) => order_id);
    const list = await send({ order_ids }, { idempotencyKey }).catch((error: unknown) => {
      // The answer of an earlier attempt was lost.
      const id = madeBefore(error);
      if (id) return call("readHandOver", { id }, where);
      showFailure(error);
      throw error;
    });
    isMade.current = true;
    setMade(list);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && !isMade.current && onClose()}
      title={t("question", { count: formatNumber(count), n: count })}
      description={t("means")}
      confirmLabel={t("make")}
      onConfirm={make}
    >
      {all.length > orders.length ? <p className="mb-2">{t("first", { count: formatNumber(orders.length) })}</p> : null}
      {left.length > 0 ? (
        <div className="rounded-md bg-warn-tint px-3 py-2">
          <p className="font-semibold text-warn">{t("left", { count: formatNumber(left.length), n: left.length })}</p>
          <ul className="mt-1 text-xs">
            {left.slice(0, MOST_NAMED).map(({ order_id, reference, recipient_name }) => (
              <li key={order_id}>
                <bdi>{recipient_name}</bdi> · {reference ?? order_id}
              </li>
            ))}
            {left.length > MOST_NAMED ? <li>{t("leftMore", { count: left.length - MOST_NAMED })}</li> : null}
          </ul>
        </div>
      ) : null}
    </ConfirmDialog>
  );
}
