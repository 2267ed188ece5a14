"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { TickField, useFormField } from "@/components/forms/form-fields";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { useOperation } from "@/components/use-operation";
import type { CallResult } from "@/lib/api-client";
import type { Import } from "@/lib/contracts/import";
import { formatMoney, formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { boughtOf, Costs } from "./import-costs";
import { useImportWords } from "./import-facts";
import { KINDS } from "./kinds";

type Values = { confirm_shipment: "Y" | "N"; again: "Y" | "N" };

/** The last step: what is made, what it costs, and what stays behind. */
export function StartDialog({
  imported,
  summary,
  providers,
  isSaving,
  onClose,
}: {
  imported: Import;
  summary: CallResult<"readImportSummary"> | undefined;
  providers: readonly ListProvider[];
  /** Corrections are on their way, after which other figures may hold. */
  isSaving: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("imports");
  const { count } = useImportWords();
  const { import_id, kind, ready, wrong, same_as, total_price } = imported;
  const { isPriced } = KINDS[kind];
  const start = useOperation("startImport");
  const state = useContractForm<Values>({
    initial: { confirm_shipment: isPriced ? "Y" : "N", again: "N" },
    judge: () => [],
  });
  const doubts = (summary?.doubts ?? []).reduce((sum, { count: rows }) => sum + rows, 0);
  const bought = boughtOf(imported, summary);
  const isBuying = useWatch({ control: state.form.control, name: "confirm_shipment" }) === "Y";
  async function send({ confirm_shipment, again }: Values) {
    await start.send({
      import_id,
      confirm_shipment,
      // Nobody buys what another person has made of it meanwhile.
      orders: ready,
      total_price,
      ...(wrong > 0 ? { skip_wrong: true } : {}),
      ...(again === "Y" ? { again: true } : {}),
    });
    onClose();
  }
  return (
    <FormDialog
      state={state}
      title={t(`of.${kind}.startTitle`, count(ready))}
      description={t(`of.${kind}.startAbout`)}
      size="md"
      submitLabel={
        isPriced && isBuying
          ? t("confirm", { ...count(bought.orders), price: formatMoney(bought.price) })
          : t(`of.${kind}.start`, count(ready))
      }
      isSubmitDisabled={isSaving}
      onSend={send}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === "Enter" && (ctrlKey || metaKey) && !isSaving) void state.submit(send);
      }}
      onClose={onClose}
    >
      <p role="status" className="sr-only">
        {isSaving ? t("start.saving") : ""}
      </p>
      {isPriced ? <HowField /> : null}
      {wrong > 0 ? (
        <div className="rounded-md bg-warn-tint px-3 py-2">
          <p className="font-semibold text-warn">{t("start.skip", count(wrong))}</p>
          <p>{t(`of.${kind}.skipHint`)}</p>
        </div>
      ) : null}
      {doubts > 0 ? (
        <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">
          {t("doubts", { n: doubts, count: formatNumber(doubts) })}
        </p>
      ) : null}
      {same_as ? <TickField name="again" label={t("start.again")} hint={t(`of.${kind}.againHint`)} /> : null}
      {isPriced ? <Costs imported={imported} summary={summary} providers={providers} /> : null}
    </FormDialog>
  );
}

function HowField() {
  const t = useTranslations("imports.start");
  const field = useFormField("confirm_shipment");
  return (
    <FieldGroup label={t("how")} error={field.error}>
      <RadioGroup
        look="cards"
        value={field.value as Values["confirm_shipment"]}
        onValueChange={field.change}
        options={[
          { value: "Y", label: t("confirm"), description: t("confirmAbout") },
          { value: "N", label: t("save"), description: t("saveAbout") },
        ]}
      />
    </FieldGroup>
  );
}
