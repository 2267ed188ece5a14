"use client";

import { OctagonAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { useContractForm } from "@/components/forms/contract-form";
import { TextField } from "@/components/forms/form-fields";
import { ApiFailure } from "@/lib/api-client";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { decimal } from "@/lib/decimal";
import { shortItems } from "@/lib/warehouse/bench-steps";
import type { ShortAnswer } from "./use-finishing";

const plain = (typed: string) => typed.normalize("NFKC").trim();

/** Asks again before an order is sent with units missing, and says what this means for papers and merchant. */
export function SendShortDialog({
  bench,
  onSend,
  onFailure,
  onClose,
}: {
  bench: Bench;
  /** @throws ApiFailure */
  onSend: (answer: ShortAnswer) => Promise<void>;
  onFailure: (error: unknown) => void;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.bench.sendShort");
  const { cod_amount: cod } = bench;
  const problems = (typed: string) =>
    cod === null || (/^\d{1,12}(\.\d{1,2})?$/.test(typed) && decimal(typed).lte(cod))
      ? []
      : [{ field: "cod_amount", message: t("codWrong", { amount: cod }) }];
  const state = useContractForm({
    initial: { cod_amount: cod ?? "" },
    judge: ({ cod_amount }) => problems(plain(cod_amount)),
  });
  const amount = plain(String(useWatch({ control: state.form.control, name: "cod_amount" })));
  const items = shortItems(bench);
  const units = items.reduce((sum, { item }) => sum + Number(item.short), 0);

  async function send({ cod_amount }: { cod_amount: string }) {
    const typed = plain(cod_amount);
    const lower = cod !== null && !decimal(typed).eq(cod) ? { cod_amount: typed } : {};
    try {
      await onSend({ confirm_short: "Y", ...lower });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (failure.entries.some(({ pointer }) => pointer === "/cod_amount")) throw failure;
      onFailure(failure);
    }
  }

  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      tone="danger"
      title={
        <span className="-m-4 mb-0 flex items-center gap-3 bg-bad px-4 py-3 text-[1.25rem]/7 text-on-bad sm:-m-6 sm:mb-0 sm:px-6">
          <OctagonAlert aria-hidden="true" className="size-8 shrink-0" />
          {t("title", { units })}
        </span>
      }
      description={
        <ul className="list-disc space-y-1 pl-5 text-base text-text">
          <li>{t("papers")}</li>
          <li>{t("merchant")}</li>
          <li>{t("price")}</li>
        </ul>
      }
      confirmLabel={t("send")}
      cancelLabel={t("back")}
      confirmDisabled={problems(amount).length > 0}
      onSend={send}
    >
      <ul aria-label={t("missing")} className="max-h-56 divide-y divide-line overflow-y-auto border-y border-line">
        {items.map(({ parcel, item }) => (
          <li key={`${parcel}/${item.position}`} className="flex items-baseline gap-3 py-2 text-base">
            <span className="min-w-0 flex-1">
              <span className="font-semibold break-words">{item.sku || item.bar_code_eid}</span>{" "}
              <span className="break-words text-muted">{item.description}</span>
            </span>
            <span className="shrink-0 font-semibold text-bad tabular-nums">
              {t("of", { short: item.short, qty: item.qty })}
            </span>
          </li>
        ))}
      </ul>
      {cod === null ? null : (
        <TextField
          name="cod_amount"
          title={t("cod")}
          hint={t("codHint", { amount: cod })}
          isLive
          kind="decimal"
          className="mt-4"
          controlClass="h-11 text-left text-base tabular-nums"
        />
      )}
    </ConfirmForm>
  );
}
