"use client";

import { lazy, type ReactNode, useState } from "react";
import { LatePart } from "@/components/ui/late-part";
import { lazyPart } from "@/components/ui/lazy-part";
import type { OrderRow } from "@/lib/contracts/order";

/** What an action needs to know of an order; rows of the list and full records both have it. */
export type ActionOrder = Pick<
  OrderRow,
  "order_id" | "ship_type" | "order_status" | "shipping_provider" | "quote_price" | "tracking_number"
>;

export type OrderActions = {
  confirm: (order: ActionOrder) => void;
  cancel: (order: ActionOrder) => void;
  /** Place these once, next to the list or on the page of the order. */
  dialogs: ReactNode;
};

/** What the dialogs receive. */
export type OrderDialogProps = {
  order: ActionOrder;
  /** The service by its name. */
  service: string;
  onClose: () => void;
};

const DIALOGS = {
  confirm: lazy(() => lazyPart(() => import("./confirm-order-dialog"))),
  cancel: lazy(() => lazyPart(() => import("./cancel-order-dialog"))),
};

/** Confirm and cancel: the same in the list and on the page of an order. */
export function useOrderActions(providers: ReadonlyMap<string, { name: string }>): OrderActions {
  const [asked, setAsked] = useState<{ kind: keyof typeof DIALOGS; order: ActionOrder } | null>(null);
  const Dialog = asked && DIALOGS[asked.kind];
  return {
    confirm: (order) => setAsked({ kind: "confirm", order }),
    cancel: (order) => setAsked({ kind: "cancel", order }),
    dialogs: Dialog ? (
      <LatePart onClose={() => setAsked(null)}>
        <Dialog
          order={asked.order}
          service={providers.get(asked.order.shipping_provider)?.name ?? asked.order.shipping_provider}
          onClose={() => setAsked(null)}
        />
      </LatePart>
    ) : null,
  };
}
