"use client";

import { type ComponentType, type ReactNode, useState } from "react";
import type { Product } from "@/lib/contracts/product";
import CountDialog from "./count-dialog";
import DamagedDialog from "./damaged-dialog";
import DeleteDialog from "./delete-dialog";
import ReceiveDialog from "./receive-dialog";

export type ProductDialogProps = { product: Product; onClose: () => void; onGone?: () => void };

const DIALOGS = {
  remove: DeleteDialog,
  receive: ReceiveDialog,
  count: CountDialog,
  damaged: DamagedDialog,
} satisfies Record<string, ComponentType<ProductDialogProps>>;
type ProductAction = keyof typeof DIALOGS;

export type ProductActions = {
  ask: (action: ProductAction, product: Product) => void;
  /** Place these once, next to the list or on the page of the product. */
  dialogs: ReactNode;
};

/** What can be done to a product besides its form: the same in the list and on its page. */
export function useProductActions({ onGone }: { onGone?: () => void } = {}): ProductActions {
  const [asked, setAsked] = useState<{ action: ProductAction; product: Product } | null>(null);
  const Dialog: ComponentType<ProductDialogProps> | null = asked && DIALOGS[asked.action];
  return {
    ask: (action, product) => setAsked({ action, product }),
    dialogs:
      asked && Dialog ? (
        <Dialog product={asked.product} onClose={() => setAsked(null)} {...(onGone ? { onGone } : {})} />
      ) : null,
  };
}
