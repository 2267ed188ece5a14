"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { TextField } from "@/components/forms/form-fields";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import type { CallInput } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";

type Change = Pick<CallInput<"changeStock">, "kind" | "qty">;
type Values = { qty: string; reason: string };

const plain = (units: string) => units.normalize("NFKC").trim().replace(/,/g, "");

/** Asks for a number of units and a reason, and changes the stock by them once, however often it is sent. */
export function StockDialog({
  product,
  title,
  unitsLabel,
  unitsHint,
  reasonPlaceholder,
  submitLabel,
  changeOf,
  onClose,
  children,
}: {
  product: Product;
  title: string;
  unitsLabel: string;
  /** Below the number, computed from what is typed. */
  unitsHint: (units: string) => ReactNode;
  reasonPlaceholder: string;
  submitLabel: string;
  /** The change that the number means, or what is wrong with it. */
  changeOf: (units: string) => Change | { problem: string };
  onClose: () => void;
  /** Shown before the number. */
  children?: ReactNode;
}) {
  const t = useTranslations("products.stock");
  const operation = useOperation("changeStock");
  const state = useContractForm<Values>({
    initial: { qty: "", reason: "" },
    judge: ({ qty }) => {
      const change = changeOf(plain(qty));
      return "problem" in change ? [{ field: "qty", message: change.problem }] : [];
    },
  });
  const units: unknown = useWatch({ control: state.form.control, name: "qty" });

  async function send({ qty, reason }: Values, idempotencyKey: string) {
    const change = changeOf(plain(qty));
    if ("problem" in change) return "refused" as const;
    const input = { product_id: product.product_id, ...change, reason };
    await operation.send(input, {
      idempotencyKey,
      done: ({ on_hand }) => t("done", { sku: product.sku, units: Number(on_hand) }),
    });
    onClose();
  }

  /** An answer was lost, but the change was made: the figures show it once they are read again. */
  function existed() {
    toast.info(t("existed", { sku: product.sku }));
    onClose();
  }

  return (
    <FormDialog
      state={state}
      title={title}
      description={`${product.sku} · ${product.name}`}
      submitLabel={submitLabel}
      onSend={send}
      existed={existed}
      onClose={onClose}
    >
      {children}
      <TextField
        name="qty"
        title={unitsLabel}
        required
        kind="integer"
        hint={unitsHint(String(units))}
        controlClass="h-11 text-base"
      />
      <TextField name="reason" title={t("reason")} optional limit={200} placeholder={reasonPlaceholder} />
    </FormDialog>
  );
}
