"use client";

import { TrendingUpDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { AreaField, TextField } from "@/components/forms/form-fields";
import { LeaveForm } from "@/components/forms/leave-guard";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { type CallInput, call } from "@/lib/api-client";
import { normalise } from "@/lib/contracts/normalise";
import { sheetBody, type TariffPreview } from "@/lib/contracts/tariff";
import { sheetRules } from "@/lib/contracts/tariff-rules";
import { judgeValue } from "@/lib/forms/judge-body";
import { SHEET_COLUMNS, type SheetKind, type SheetRow } from "@/lib/tariff-sheets";
import { PreviewPanel } from "../preview-panel";
import { type ServiceNames, useSheetName } from "../sheet-labels";
import { SheetGrid } from "./sheet-grid";

type Values = { valid_from: string; note: string; rows: Record<string, string>[] };
type Props = {
  kind: SheetKind;
  provider: string | null;
  rows: readonly SheetRow[];
  tomorrow: string;
  services: ServiceNames;
};

/** A sheet to be proposed: its rows as a grid, or from a file, and what they would change. */
export function SheetForm({ kind, provider, rows, tomorrow, services }: Props) {
  const t = useTranslations("tariffs");
  const { where, href } = useSupport();
  const router = useRouter();
  const propose = useOperation("proposeTariff");
  const language = useLocale();
  const nameOf = useSheetName(services);
  const [tried, setTried] = useState<{ day: string; preview: TariffPreview } | null>(null);
  const columns = SHEET_COLUMNS[kind];
  const whole = (row: SheetRow) => Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? ""]));
  const bodyOf = (values: Values) => ({ kind, ...(provider ? { provider } : {}), ...values });
  const state = useContractForm<Values>({
    initial: { valid_from: tomorrow, note: "", rows: rows.map(whole) },
    judge: (values) => judgeValue(sheetBody, normalise(bodyOf(values)), language, sheetRules),
  });

  return (
    <>
      <PageHeader
        back={<TextLink href={href("/tariffs")}>{t("back")}</TextLink>}
        title={nameOf({ kind, provider })}
        description={t("form.about")}
      />
      <ContractForm
        state={state}
        onSend={async (values) => {
          const body = bodyOf(values) as CallInput<"proposeTariff">;
          const { id } = await propose.send(body, { done: t("form.proposed") });
          router.push(href(`/tariffs/${id}`));
          return "leaving";
        }}
      >
        <LeaveForm isBusy={state.isBusy} />
        <Section>
          <div className="grid items-start gap-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
            <TextField name="valid_from" title={t("form.valid_from")} kind="date" hint={t("form.validHint")} required />
            <AreaField name="note" title={t("form.note")} limit={300} optional />
          </div>
        </Section>
        <SheetGrid kind={kind} services={services} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            loading={state.isBusy}
            onClick={() =>
              void state.submit(async (values) => {
                const preview = await call("previewTariff", bodyOf(values) as CallInput<"previewTariff">, where);
                setTried({ day: values.valid_from, preview });
              })
            }
          >
            {t("form.try")}
          </Button>
          <Button type="submit" variant="primary" loading={state.isBusy}>
            {t("form.propose")}
          </Button>
        </div>
      </ContractForm>
      <div className="mt-6" aria-live="polite">
        {tried ? (
          <PreviewPanel kind={kind} day={tried.day} preview={tried.preview} services={services} />
        ) : (
          <div className="rounded-lg border border-dashed border-line">
            <EmptyState icon={TrendingUpDown} title={t("preview.start")} />
          </div>
        )}
      </div>
    </>
  );
}
