"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { SearchField } from "@/components/lists/search-field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { queryFor } from "@/lib/api-client";
import { ALL_ROWS } from "@/lib/lists/pagination";
import type { ChangeView, LogView } from "./requests-url";

const ANY = "any";
const STATUSES = ["2xx", "4xx", "5xx"] as const;

/** Without them all calls are shown. */
export const NO_FILTERS = {
  status: null,
  client_id: null,
  operation: null,
  code: null,
  field: null,
  from: null,
  to: null,
  q: null,
} as const;

/** Search and filters of the request log. Operation, code and field come from a group of errors. */
export function LogToolbar({ view, isPending, onChange }: { view: LogView; isPending: boolean; onChange: ChangeView }) {
  const t = useTranslations("developers.requests.filters");
  const tClients = useTranslations("developers.clients");
  const { where } = useWorkspace();
  const list = useQuery(queryFor("listClients", ALL_ROWS, where)).data?.data ?? [];
  const { status = ANY, client_id = ANY, operation, code, field, from, to } = view;
  const isList = !view.tab;
  const named = [operation, code, field].filter(Boolean).join(" · ");
  const isFiltered = Boolean(view.q || named || from || to || view.status || view.client_id);
  const day = (name: "from" | "to", value: string | undefined) => (
    <Field label={t(name)} className="quiet w-36 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[40%]">
      <Input type="date" value={value ?? ""} onChange={(event) => onChange({ [name]: event.target.value || null })} />
    </Field>
  );
  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      {isList ? (
        <>
          <SearchField
            label={t("q")}
            placeholder={t("placeholder")}
            value={view.q ?? ""}
            isPending={isPending}
            onSearch={(q) => onChange({ q: q || null }, view.q ? "replace" : "push")}
            className="quiet min-w-0 flex-1 basis-56 max-sm:basis-full"
          />
          <Field label={t("status")} className="quiet w-32 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[40%]">
            <NativeSelect
              value={status}
              options={[
                { value: ANY, label: t("any") },
                ...STATUSES.map((value) => ({ value: value as string, label: t(`statuses.${value}`) })),
                ...(status === ANY || STATUSES.some((each) => each === status)
                  ? []
                  : [{ value: status, label: status }]),
              ]}
              onValueChange={(value) => onChange({ status: value === ANY ? null : value })}
            />
          </Field>
        </>
      ) : null}
      <Field label={t("client")} className="quiet w-44 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[40%]">
        <NativeSelect
          value={client_id}
          options={[
            { value: ANY, label: t("anyClient") },
            ...list.map((each) => ({ value: each.client_id, label: each.name || tClients("nameless") })),
            ...(client_id === ANY || list.some((each) => each.client_id === client_id)
              ? []
              : [{ value: client_id, label: client_id }]),
          ]}
          onValueChange={(value) => onChange({ client_id: value === ANY ? null : value })}
        />
      </Field>
      {day("from", from)}
      {day("to", to)}
      {/* Keeps its space when there is nothing to clear. */}
      <Button
        variant="ghost"
        size="icon"
        className={cn(!isFiltered && "invisible max-sm:hidden")}
        aria-label={t("clear")}
        title={t("clear")}
        onClick={() => onChange(NO_FILTERS)}
      >
        <FilterX aria-hidden="true" />
      </Button>
      {named && isList ? (
        <p className="basis-full text-xs text-muted">
          {t("named")} <code className="font-mono text-text">{named}</code>
        </p>
      ) : null}
    </search>
  );
}
