"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { RequestId, useFailureWords } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { ApiFailure, type CallInput } from "@/lib/api-client";
import type { changeStock, Product } from "@/lib/contracts/product";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { callLazily } from "@/lib/lazy-contract";
import { CHANGE_STOCK } from "./operations";
import { useProductsChanged } from "./products-changed";

type Change = Pick<CallInput<typeof changeStock>, "kind" | "qty">;
type Errors = { qty?: string; reason?: string };

/** Asks for a number of units and a reason, and changes the stock by them once, however often it is sent. */
export function StockDialog({
  product,
  title,
  unitsLabel,
  unitsHint,
  reasonRequired,
  submitLabel,
  changeOf,
  onClose,
}: {
  product: Product;
  title: string;
  unitsLabel: string;
  /** Below the number, from what is typed. */
  unitsHint: (units: string) => ReactNode;
  reasonRequired: boolean;
  submitLabel: string;
  /** The change that the number means, or what is wrong with it. */
  changeOf: (units: string) => Change | { problem: string };
  onClose: () => void;
}) {
  const t = useTranslations("products.stock");
  const { where } = usePlace();
  const changed = useProductsChanged();
  const failureWords = useFailureWords();
  const form = useRef<HTMLFormElement>(null);
  const [key] = useState(newIdempotencyKey);
  const [units, setUnits] = useState("");
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  function refuse(found: Errors) {
    setErrors(found);
    const name = found.qty ? "qty" : "reason";
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    const change = changeOf(units.normalize("NFKC").trim().replace(/,/g, ""));
    const found: Errors = {
      ...("problem" in change ? { qty: change.problem } : {}),
      ...(reasonRequired && !reason.trim() ? { reason: t("reasonMissing") } : {}),
    };
    if ("problem" in change || found.reason) return refuse(found);
    setErrors({});
    setIsBusy(true);
    try {
      const input = { product_id: product.product_id, ...change, reason };
      const after = await callLazily(CHANGE_STOCK, input, { ...where, idempotencyKey: key });
      await changed(after);
      toast.success(t("done", { sku: product.sku, units: Number(after.on_hand) }));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // An answer was lost, and the change was made: the figures say so once they are asked for again.
      if (error.code === "500998") {
        await changed();
        toast.info(t("existed", { sku: product.sku }));
        return onClose();
      }
      const told = Object.fromEntries(
        error.entries.map(({ pointer, message }) => [pointer.slice(1), message]),
      ) as Errors;
      if (told.qty || told.reason) refuse(told);
      else setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  const words = failure ? failureWords(failure) : null;
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
        <form
          ref={form}
          id="stock-change"
          method="post"
          noValidate
          onSubmit={(event) => void submit(event)}
          className="flex flex-col gap-4"
        >
          {words ? (
            <div role="alert" className="rounded-md bg-bad-tint px-3 py-2">
              <p className="font-semibold text-bad">{words.detail ?? words.title}</p>
              <p>
                {words.lost} {words.todo}
              </p>
              {words.requestId ? <RequestId id={words.requestId} /> : null}
            </div>
          ) : null}
          <Field label={unitsLabel} required error={errors.qty} hint={unitsHint(units)}>
            <Input
              name="qty"
              value={units}
              onChange={(event) => {
                setUnits(event.target.value);
                setErrors({ ...errors, qty: undefined } as Errors);
              }}
              inputMode="numeric"
              autoComplete="off"
              className="h-11 text-right text-base"
            />
          </Field>
          <Field label={t("reason")} required={reasonRequired} optional={!reasonRequired} error={errors.reason}>
            <Input
              name="reason"
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setErrors({ ...errors, reason: undefined } as Errors);
              }}
              limit={200}
              autoComplete="off"
              placeholder={t(reasonRequired ? "reasonCount" : "reasonReceive")}
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
