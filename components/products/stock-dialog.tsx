"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { ContractForm, useContractForm } from "@/components/contract-form";
import { usePlace } from "@/components/environment";
import { TextField } from "@/components/form-fields";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { type CallInput, call } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import { useProductsChanged } from "./products-changed";

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
  const { where } = usePlace();
  const changed = useProductsChanged();
  const state = useContractForm<Values>({
    initial: { qty: "", reason: "" },
    judge: ({ qty }) => {
      const change = changeOf(plain(qty));
      return "problem" in change ? [{ field: "qty", message: change.problem }] : [];
    },
  });
  const { isBusy } = state;
  const units: unknown = useWatch({ control: state.form.control, name: "qty" });

  async function send({ qty, reason }: Values, idempotencyKey: string) {
    const change = changeOf(plain(qty));
    if ("problem" in change) return "refused" as const;
    const input = { product_id: product.product_id, ...change, reason };
    const after = await call("changeStock", input, { ...where, idempotencyKey });
    await changed(after);
    toast.success(t("done", { sku: product.sku, units: Number(after.on_hand) }));
    onClose();
  }

  /** An answer was lost, but the change was made: the figures show it once they are read again. */
  async function existed() {
    await changed();
    toast.info(t("existed", { sku: product.sku }));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={title}
        description={`${product.sku} · ${product.name}`}
        size="sm"
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {t("cancel")}
            </Button>
            <Button variant="primary" type="submit" form="stock-change" loading={isBusy}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <ContractForm id="stock-change" state={state} onSend={send} existed={existed}>
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
        </ContractForm>
      </DialogContent>
    </Dialog>
  );
}
