"use client";

import { type ReactNode, useState } from "react";
import { CancelOrderDialog } from "./cancel-order-dialog";
import { ConfirmOrderDialog } from "./confirm-order-dialog";
import type { ActionOrder } from "./in-warehouse";

export type OrderActions = {
  confirm: (order: ActionOrder) => void;
  cancel: (order: ActionOrder) => void;
  /** Place these once, next to the list or on the page of the order. */
  dialogs: ReactNode;
};

const DIALOGS = { confirm: ConfirmOrderDialog, cancel: CancelOrderDialog };

/** Confirm and cancel: the same in the list and on the page of an order. */
export function useOrderActions(providers: ReadonlyMap<string, { name: string }>): OrderActions {
  const [asked, setAsked] = useState<{ kind: keyof typeof DIALOGS; order: ActionOrder } | null>(null);
  const Dialog = asked && DIALOGS[asked.kind];
  return {
    confirm: (order) => setAsked({ kind: "confirm", order }),
    cancel: (order) => setAsked({ kind: "cancel", order }),
    dialogs: Dialog ? (
      <Dialog
        order={asked.order}
        service={providers.get(asked.order.shipping_provider)?.name ?? asked.order.shipping_provider}
        onClose={() => setAsked(null)}
      />
    ) : null,
  };
}
