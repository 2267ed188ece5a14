"use client";

import { Download, History } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { fetchFile, saveFile } from "@/components/documents/pdf-file";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { PageHeader } from "@/components/ui/page-header";
import { UrlNotice } from "@/components/ui/url-notice";
import type { CallInput, Where } from "@/lib/api-client";
import type { ListAuditQuery } from "@/lib/contracts/audit";
import { type ListChange, type ListView, listUrl } from "@/lib/lists/list-url";
import { AuditRows } from "./audit-rows";

const AUDIT_URL = listUrl<ListAuditQuery>({ limit: "50", offset: "0" });

/** The audit log of the page's environment; `operations`: what each is called, in the order in which they are offered. */
export function AuditList({
  view,
  operations,
}: {
  view: ListView<ListAuditQuery>;
  operations: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("support.audit");
  const { href, where } = useSupport();
  const list = useList("listAudit", view, { base: href("/audit"), url: AUDIT_URL });
  const { limit: _limit, offset: _offset, ...filter } = list.query;
  const { operation } = filter;
  const isUnknown = operation !== undefined && !(operation in operations);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={<ExportButton filter={filter} where={where} />}
      />
      <ListPage
        list={list}
        filters={
          <>
            <Filters
              key={JSON.stringify(filter)}
              filter={filter}
              operations={isUnknown ? { [operation]: operation, ...operations } : operations}
              onChange={list.change}
            />
            <UrlNotice>{isUnknown ? t("unknown", { operation }) : null}</UrlNotice>
          </>
        }
        empty={<EmptyState icon={History} title={t("none")} />}
      >
        {(rows, isBusy) => <AuditRows rows={rows} operations={operations} isBusy={isBusy} />}
      </ListPage>
    </>
  );
}

function Filters({
  filter,
  operations,
  onChange,
}: {
  filter: Partial<ListAuditQuery>;
  operations: Readonly<Record<string, string>>;
  onChange: (change: ListChange<ListAuditQuery>) => void;
}) {
  const t = useTranslations("support.audit.filters");
  const { environment } = useSupport();
  const [from, setFrom] = useState(filter.from ?? "");
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { environment: _same, ...given } = Object.fromEntries(new FormData(event.currentTarget));
    onChange(given as ListChange<ListAuditQuery>);
  }
  return (
    <form
      action="/support/audit"
      onSubmit={apply}
      className="flex flex-wrap items-end gap-2 border-b border-line px-4 py-3"
    >
      <input type="hidden" name="environment" value={environment} />
      {(["account_id", "actor"] as const).map((name) => (
        <Field key={name} label={t(name)} className="w-full sm:w-44">
          <Input
            name={name}
            defaultValue={filter[name] ?? ""}
            placeholder={name === "actor" ? t("actorSuch") : undefined}
            autoComplete="off"
            maxLength={name === "actor" ? 254 : 15}
          />
        </Field>
      ))}
      <Field label={t("operation")} className="w-full sm:w-56">
        <NativeSelect
          name="operation"
          defaultValue={filter.operation ?? ""}
          options={[
            { value: "", label: t("any") },
            ...Object.entries(operations).map(([value, label]) => ({ value, label })),
          ]}
        />
      </Field>
      <Field label={t("from")} className="w-full sm:w-40">
        <Input type="date" name="from" value={from} onChange={({ target }) => setFrom(target.value)} />
      </Field>
      <Field label={t("to")} className="w-full sm:w-40">
        <Input type="date" name="to" min={from} defaultValue={filter.to ?? ""} />
      </Field>
      <Button type="submit">{t("apply")}</Button>
    </form>
  );
}

/** Saves the rows that the page's filters let through as a CSV file. */
function ExportButton({ filter, where }: { filter: CallInput<"exportAudit">; where: Where }) {
  const t = useTranslations("support.audit");
  const showFailure = useFailureToast({ reading: true });
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    await fetchFile("exportAudit", filter, where, "text/csv").then(saveFile, showFailure);
    setIsBusy(false);
  };
  return (
    <Button loading={isBusy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {t("export")}
    </Button>
  );
}
