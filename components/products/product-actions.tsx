"use client";

import { type ComponentType, type ReactNode, useState } from "react";
import { useFailureToast } from "@/components/ui/failure-toast";
import { ApiFailure } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import { lazily } from "@/lib/lazily";

export type ProductDialogProps = { product: Product; onClose: () => void; onGone?: () => void };

const DIALOGS = {
  remove: () => lazily(() => import("./delete-dialog")),
  receive: () => lazily(() => import("./receive-dialog")),
  count: () => lazily(() => import("./count-dialog")),
} satisfies Record<string, () => Promise<{ default: ComponentType<ProductDialogProps> }>>;
export type ProductAction = keyof typeof DIALOGS;

export type ProductActions = {
  ask: (action: ProductAction, product: Product) => void;
  /** To be placed once, beside the list or on the page of the product. */
  dialogs: ReactNode;
};

/** What is done to a product beside its form: the same in the list and on its page. Dialogs come when they are asked for. */
export function useProductActions({ onGone }: { onGone?: () => void } = {}): ProductActions {
  const [asked, setAsked] = useState<{ Dialog: ComponentType<ProductDialogProps>; product: Product } | null>(null);
  const showFailure = useFailureToast();

  async function ask(action: ProductAction, product: Product) {
    try {
      const { default: Dialog } = await DIALOGS[action]();
      setAsked({ Dialog, product });
    } catch (cause) {
      // Without a network the dialog does not come; nothing was asked yet.
      showFailure(new ApiFailure({ kind: "network", status: 0, message: "The dialog could not be loaded.", cause }));
    }
  }

  return {
    ask: (action, product) => void ask(action, product),
    dialogs: asked ? (
      <asked.Dialog product={asked.product} onClose={() => setAsked(null)} {...(onGone ? { onGone } : {})} />
    ) : null,
  };
}
