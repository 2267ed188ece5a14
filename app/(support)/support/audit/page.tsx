import { History } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageLinks } from "@/components/support/page-links";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { UrlNotice } from "@/components/ui/url-notice";
import { listAudit } from "@/lib/contracts/audit";
import { OPERATION_NAMES } from "@/lib/i18n/operation-names";
import { readListQuery } from "@/lib/list-query";
import * as accounts from "@/server/accounts";
import { supportContext } from "@/server/page-context";
import { AuditRows } from "./audit-rows";
import { ExportButton } from "./export-button";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.audit"))("title") };
}

/** The audit log of one environment, production unless the address says otherwise. */
export default async function AuditPage({ searchParams }: PageProps<"/support/audit">) {
  const raw = await searchParams;
  const { ctx } = await supportContext("listAudit");
  const { environment } = ctx;
  const t = await getTranslations("support.audit");
  const { query, wrong } = readListQuery(listAudit, { ...raw, limit: "50" });
  const { rows, total, isAtLeast } = await accounts.listAudit(ctx, query);
  const { limit, offset, ...filter } = query;
  const address = { environment, ...filter };
  const named = Object.entries(OPERATION_NAMES).map(([id, names]) => [id, names[ctx.language]] as const);
  const operations = Object.fromEntries(named);
  const isUnknown = filter.operation !== undefined && !(filter.operation in operations);
  const choices = named.toSorted(([, one], [, other]) => one.localeCompare(other, ctx.language));
  const used = Object.fromEntries(rows.flatMap(({ operation: id }) => (operations[id] ? [[id, operations[id]]] : [])));
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={<ExportButton filter={filter} where={{ environment }} />}
      />
      <Section flush>
        <form action="/support/audit" className="flex flex-wrap items-end gap-2 border-b border-line px-4 py-3">
          <input type="hidden" name="environment" value={environment} />
          {(["account_id", "actor"] as const).map((name) => (
            <Field key={name} label={t(`filters.${name}`)} className="w-full sm:w-44">
              <Input
                name={name}
                defaultValue={filter[name] ?? ""}
                placeholder={name === "actor" ? t("filters.actorSuch") : undefined}
                autoComplete="off"
                maxLength={254}
              />
            </Field>
          ))}
          <Field label={t("filters.operation")} className="w-full sm:w-56">
            <NativeSelect
              name="operation"
              defaultValue={filter.operation ?? ""}
              options={[
                { value: "", label: t("filters.any") },
                ...(isUnknown ? [{ value: filter.operation ?? "", label: filter.operation ?? "" }] : []),
                ...choices.map(([value, label]) => ({ value, label })),
              ]}
            />
          </Field>
          {(["from", "to"] as const).map((name) => (
            <Field key={name} label={t(`filters.${name}`)} className="w-full sm:w-40">
              <Input type="date" name={name} defaultValue={filter[name] ?? ""} />
            </Field>
          ))}
          <Button type="submit">{t("filters.apply")}</Button>
        </form>
        <UrlNotice>
          {wrong.length > 0 ? t("wrong") : isUnknown ? t("unknown", { operation: filter.operation ?? "" }) : null}
        </UrlNotice>
        {rows.length > 0 ? (
          <AuditRows rows={rows} operations={used} />
        ) : (
          <EmptyState icon={History} title={t("none")} />
        )}
        <PageLinks
          total={total}
          isMore={isAtLeast === true && rows.length === Number(limit)}
          offset={Number(offset)}
          limit={Number(limit)}
          path="/support/audit"
          query={address}
        />
      </Section>
    </>
  );
}
