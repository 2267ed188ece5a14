"use client";

import { type ComponentType, type ReactNode, useState } from "react";
import { useFailureToast } from "@/components/ui/failure-toast";
import { ApiFailure } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { lazily } from "@/lib/lazily";

/** What an action needs to know of an order; rows of the list and full records both have it. */
export type ActionOrder = Pick<
  OrderRow,
  "order_id" | "ship_type" | "order_status" | "shipping_provider" | "quote_price" | "tracking_number"
>;

export type OrderActions = {
  confirm: (order: ActionOrder) => void;
  cancel: (order: ActionOrder) => void;
  /** To be placed once, beside the list or on the page of the order. */
  dialogs: ReactNode;
};

/** What the dialogs are given. */
export type OrderDialogProps = {
  order: ActionOrder;
  /** The service by its name. */
  service: string;
  onClose: () => void;
};

const DIALOGS = {
  confirm: () => lazily(() => import("./confirm-order-dialog")),
  cancel: () => lazily(() => import("./cancel-order-dialog")),
};

/** Confirm and cancel: the same in the list and on the page of an order. Dialogs are loaded when they are asked for. */
export function useOrderActions(providers: ReadonlyMap<string, { name: string }>): OrderActions {
  const [asked, setAsked] = useState<{ Dialog: ComponentType<OrderDialogProps>; order: ActionOrder } | null>(null);
  const showFailure = useFailureToast();

  async function ask(kind: keyof typeof DIALOGS, order: ActionOrder) {
    try {
      const { default: Dialog } = await DIALOGS[kind]();
      setAsked({ Dialog, order });
    } catch (cause) {
      // Without a network the dialog does not come; nothing was asked yet.
      showFailure(new ApiFailure({ kind: "network", status: 0, message: "The dialog could not be loaded.", cause }));
    }
  }

  return {
    confirm: (order) => void ask("confirm", order),
    cancel: (order) => void ask("cancel", order),
    dialogs: asked ? (
      <asked.Dialog
        order={asked.order}
        service={providers.get(asked.order.shipping_provider)?.name ?? asked.order.shipping_provider}
        onClose={() => setAsked(null)}
      />
    ) : null,
  };
}
