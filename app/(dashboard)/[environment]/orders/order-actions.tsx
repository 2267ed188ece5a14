"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useState } from "react";
import { usePlace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { ApiFailure } from "@/lib/api-client";
import type { PAPERS } from "@/lib/contracts/document";
import type { OrderRow } from "@/lib/contracts/order";
import { lazyKeyOf } from "@/lib/lazy-contract";
import { COUNT_ORDERS, LIST_ORDERS, READ_ORDER } from "./operations";

export type Paper = (typeof PAPERS)[number];
/** What an action needs to know of an order; rows of the list and full records both have it. */
export type ActionOrder = Pick<
  OrderRow,
  "order_id" | "ship_type" | "order_status" | "shipping_provider" | "quote_price" | "tracking_number"
>;

export type OrderActions = {
  confirm: (order: ActionOrder) => void;
  cancel: (order: ActionOrder) => void;
  printLabel: (order: ActionOrder, paper: Paper) => void;
  isPrinting: boolean;
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
  confirm: () => import("./confirm-order-dialog"),
  cancel: () => import("./cancel-order-dialog"),
};

const PAPER_STORE = "sampan-paper-";

/** The paper that was chosen last for this kind of order, on this device. */
export function rememberedPaper(shipType: ActionOrder["ship_type"]): Paper | null {
  const known = localStorage.getItem(PAPER_STORE + shipType);
  return known === "100x150" || known === "A4" || known === "A6" ? known : null;
}

/** Asks again for all that an action may have changed: the list, its counts, the order itself. */
export function useOrdersChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return async () => {
    const keys = [LIST_ORDERS, COUNT_ORDERS, READ_ORDER].map((lazily) => lazyKeyOf(lazily, where));
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** Confirm, cancel, print: the same in the list and on the page of an order. Dialogs are loaded when they are asked for. */
export function useOrderActions(providers: ReadonlyMap<string, { name: string }>): OrderActions {
  const t = useTranslations("orderActions");
  const { where } = usePlace();
  const [asked, setAsked] = useState<{ Dialog: ComponentType<OrderDialogProps>; order: ActionOrder } | null>(null);
  const [isPrinting, setIsPrinting] = useState(false);
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

  async function printLabel(order: ActionOrder, paper: Paper) {
    setIsPrinting(true);
    try {
      const { downloadLabel } = await import("./label-download");
      const filename = await downloadLabel(order.order_id, paper, where);
      localStorage.setItem(PAPER_STORE + order.ship_type, paper);
      toast.success(t("saved", { filename }));
    } catch (error) {
      showFailure(error);
    } finally {
      setIsPrinting(false);
    }
  }

  return {
    confirm: (order) => void ask("confirm", order),
    cancel: (order) => void ask("cancel", order),
    printLabel: (order, paper) => void printLabel(order, paper),
    isPrinting,
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
