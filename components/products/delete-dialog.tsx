"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureWords } from "@/components/ui/error-state";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import type { ProductDialogProps } from "./product-actions";
import { useProductsChanged } from "./products-changed";

/** Asks before a product is deleted; one with stock is refused, and the dialog shows the answer. */
export default function DeleteDialog({ product, onClose, onGone }: ProductDialogProps) {
  const t = useTranslations("products.remove");
  const { where } = usePlace();
  const changed = useProductsChanged();
  const failureWords = useFailureWords();
  const [failure, setFailure] = useState<unknown>(null);
  const words = failure ? failureWords(failure) : null;

  async function remove() {
    try {
      await call("deleteProduct", { product_id: product.product_id }, where);
    } catch (error) {
      setFailure(error);
      throw error;
    }
    toast.success(t("done", { sku: product.sku }));
    onGone?.();
    void changed();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t("ask", { sku: product.sku })}
      description={t("means")}
      confirmLabel={t("button")}
      onConfirm={remove}
    >
      <p className="break-words">{product.name}</p>
      {words ? (
        <div role="alert" className="mt-3 rounded-md bg-bad-tint px-3 py-2">
          <p className="font-semibold text-bad">{words.detail ?? words.title}</p>
          <p>{words.detail ? t("withStock") : `${words.lost} ${words.todo}`}</p>
        </div>
      ) : null}
    </ConfirmDialog>
  );
}
