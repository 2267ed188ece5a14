"use client";

import { useLocale, useTranslations } from "next-intl";
import { ConfirmOperation } from "@/components/confirm-operation";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { useContractForm } from "@/components/forms/contract-form";
import { AreaField, TextField } from "@/components/forms/form-fields";
import { useOperation } from "@/components/use-operation";
import { instantOf, localOf } from "@/lib/calendar";
import { normalise } from "@/lib/contracts/normalise";
import { type Service, setSuspension } from "@/lib/contracts/services";
import { judgeContract } from "@/lib/forms/judge-body";

type Props = { service: Service; name: string; onClose: () => void };
type Values = { from: string; until: string; notice_en: string; notice_zh: string };

/** The body of the operation: times as instants, without empty fields. */
const bodyOf = ({ from, until, ...notices }: Values) =>
  normalise({ ...notices, from: instantOf(from), until: instantOf(until) });

/** When a service is suspended, and what merchants read about it. */
export function SuspendQuestion({ service, name, onClose }: Props) {
  const t = useTranslations("support.services.form");
  const language = useLocale();
  const { send } = useOperation("setSuspension");
  const { suspension, code } = service;
  const state = useContractForm<Values>({
    initial: {
      from: suspension ? localOf(suspension.from) : "",
      until: suspension?.until ? localOf(suspension.until) : "",
      notice_en: suspension?.notice_en ?? "",
      notice_zh: suspension?.notice_zh ?? "",
    },
    judge: (values) => judgeContract(setSuspension, bodyOf(values), language),
  });
  return (
    <ConfirmForm
      state={state}
      title={t("title", { name })}
      description={t("about")}
      confirmLabel={t("confirm")}
      onSend={async (values) => {
        await send({ code, notice_en: "", notice_zh: "", ...bodyOf(values) }, { done: t("done", { name }) });
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <TextField name="from" kind="moment" title={t("from")} hint={t("fromHint")} />
          <TextField name="until" kind="moment" title={t("until")} hint={t("untilHint")} />
        </div>
        <AreaField name="notice_en" title={t("notice_en")} required limit={300} />
        <AreaField name="notice_zh" title={t("notice_zh")} required limit={300} />
      </div>
    </ConfirmForm>
  );
}

/** Whether the service is to be offered again at once. */
export function ResumeQuestion({ service, name, onClose }: Props) {
  const t = useTranslations("support.services.resuming");
  return (
    <ConfirmOperation
      operation="endSuspension"
      input={{ code: service.code }}
      title={t("title", { name })}
      description={t("about")}
      confirmLabel={t("confirm")}
      done={t("done", { name })}
      onClose={onClose}
    />
  );
}
