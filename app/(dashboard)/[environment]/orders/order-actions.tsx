"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { usePlace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { ApiFailure } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { lazily } from "@/lib/lazily";
import { lazyKeyOf } from "@/lib/lazy-contract";
import { COUNT_PICK_PACK, LIST_PICK_PACK, READ_PICK_PACK } from "../pick-pack/operations";
import { COUNT_ORDERS, LIST_ORDERS, READ_ORDER } from "./operations";

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
  onDone: () => Promise<void>;
};

const DIALOGS = {
  confirm: () => lazily(() => import("./confirm-order-dialog")),
  cancel: () => lazily(() => import("./cancel-order-dialog")),
};

/** Asks again for all that an action may have changed: lists, their counts, the order itself, in the warehouse too. */
export function useOrdersChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return async () => {
    const changed = [LIST_ORDERS, COUNT_ORDERS, READ_ORDER, LIST_PICK_PACK, COUNT_PICK_PACK, READ_PICK_PACK];
    const keys = changed.map((lazily) => lazyKeyOf(lazily, where));
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** Confirm and cancel: the same in the list and on the page of an order. Dialogs are loaded when they are asked for. */
export function useOrderActions(providers: ReadonlyMap<string, { name: string }>): OrderActions {
  const [asked, setAsked] = useState<{ Dialog: ComponentType<OrderDialogProps>; order: ActionOrder } | null>(null);
  const changed = useOrdersChanged();
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
        onDone={changed}
      />
    ) : null,
  };
}
