"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useFailureWords } from "@/components/ui/error-state";
import type { ProductDialogProps } from "./product-actions";

/** Asks before a product is deleted; one with stock is refused, and the dialog shows the answer. */
export default function DeleteDialog({ product, onClose, onGone }: ProductDialogProps) {
  const t = useTranslations("products.remove");
  const failureWords = useFailureWords();
  const [failure, setFailure] = useState<unknown>(null);
  const words = failure ? failureWords(failure) : null;

  return (
    <ConfirmOperation
      operation="deleteProduct"
      input={{ product_id: product.product_id }}
      tone="danger"
      title={t("ask", { sku: product.sku })}
      description={t("means")}
      confirmLabel={t("button")}
      done={t("done", { sku: product.sku })}
      onDone={() => onGone?.()}
      onFailure={setFailure}
      onClose={onClose}
    >
      <p className="break-words">{product.name}</p>
      {words ? (
        <div role="alert" className="mt-3 rounded-md bg-bad-tint px-3 py-2">
          <p className="font-semibold text-bad">{words.detail ?? words.title}</p>
          <p>{words.detail ? t("withStock") : `${words.lost} ${words.todo}`}</p>
        </div>
      ) : null}
    </ConfirmOperation>
  );
}
