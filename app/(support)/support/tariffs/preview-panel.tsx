"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { CalendarDate } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { PricedChange, TariffPreview } from "@/lib/contracts/tariff";
import { decimal } from "@/lib/decimal";
import { formatMoney } from "@/lib/format";
import { pageHref } from "@/lib/pages/page-href";
import { SHEET_COLUMNS, type SheetKind } from "@/lib/tariff-sheets";
import { useCellLabels } from "./cell-labels";
import type { ServiceNames } from "./sheet-labels";

/** So many rows of each table are shown, those that differ most first. */
const SHOWN = 12;

/** What a sheet would change. */
export function PreviewPanel({
  kind,
  day,
  preview,
  services,
}: {
  kind: SheetKind;
  day: string;
  preview: TariffPreview;
  services: ServiceNames;
}) {
  const t = useTranslations("tariffs.preview");
  return (
    <Section title={t("title")} description={t.rich("asOf", { day: () => <CalendarDate date={day} /> })} flush>
      <div className="divide-y divide-line">
        <RowChanges kind={kind} changes={preview.changes} services={services} />
        {kind === "HOLIDAYS" ? (
          <p className="p-4 text-muted">{t("noPrices")}</p>
        ) : (
          <>
            <Prices title={t("samples")} counts={preview.sample_counts} rows={preview.samples} services={services} />
            <Prices title={t("orders")} counts={preview.order_counts} rows={preview.orders} services={services} />
          </>
        )}
      </div>
    </Section>
  );
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className="py-3">
      <h3 className="px-4 font-semibold">{title}</h3>
      <p className="px-4 text-xs text-muted">{about}</p>
      {children}
    </div>
  );
}

function More({ count }: { count: number }) {
  const t = useTranslations("tariffs.preview");
  return count > 0 ? <p className="px-4 pt-2 text-xs text-muted">{t("more", { count })}</p> : null;
}

function RowChanges({
  kind,
  changes,
  services,
}: {
  kind: SheetKind;
  changes: TariffPreview["changes"];
  services: ServiceNames;
}) {
  const t = useTranslations("tariffs.preview");
  const labels = useCellLabels(services);
  const columns = SHEET_COLUMNS[kind];
  const keys = columns.filter(({ isKey }) => isKey);
  return (
    <Part title={t("changes")} about={t("changed", { count: changes.length })}>
      <ul className="mt-1 flex flex-col gap-1 px-4">
        {changes.slice(0, SHOWN).map(({ before, after }) => {
          const row = after ?? before ?? {};
          const name = keys.map((key) => labels.cell(row, key.name)).join(" · ");
          const differ = columns.filter((column) => before?.[column.name] !== after?.[column.name]);
          return (
            <li key={keys.map((key) => row[key.name]).join(" ")} className="min-w-0 break-words">
              <span className="font-semibold">{name}</span>{" "}
              <span className="text-muted">
                {before && after
                  ? differ
                      .map(({ name: column }) => {
                        const [was, becomes] = [labels.cell(before, column), labels.cell(after, column)];
                        return `${labels.column(column)} ${was || "–"} → ${becomes || "–"}`;
                      })
                      .join(", ")
                  : t(after ? "added" : "removed")}
              </span>
            </li>
          );
        })}
      </ul>
      <More count={changes.length - SHOWN} />
    </Part>
  );
}

/** The largest difference first; before all, what is no longer served, or newly. */
function bySize({ difference: one }: PricedChange, { difference: other }: PricedChange): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  return decimal(other).abs().cmp(decimal(one).abs());
}

type PricedRow = PricedChange &
  Partial<Pick<TariffPreview["orders"][number], "order_id" | "account_id" | "account_name">>;

function Prices({
  title,
  counts,
  rows,
  services,
}: {
  title: string;
  counts: TariffPreview["order_counts"];
  rows: readonly PricedRow[];
  services: ServiceNames;
}) {
  const t = useTranslations("tariffs.preview");
  const labels = useCellLabels(services);
  const sorted = rows.toSorted(bySize).slice(0, SHOWN);
  return (
    <Part title={title} about={t("counts", counts)}>
      {sorted.length > 0 ? (
        <Table label={title} className="mt-1">
          <THead>
            <TR>
              <TH>{t("parcel")}</TH>
              <TH align="end">{t("was")}</TH>
              <TH align="end">{t("becomes")}</TH>
              <TH align="end">{t("difference")}</TH>
            </TR>
          </THead>
          <TBody>
            {sorted.map((row) => (
              <TR
                key={[
                  row.order_id,
                  row.account_id,
                  row.shipping_provider,
                  row.country,
                  row.weight,
                  ...row.options,
                ].join(" ")}
              >
                <TD className="min-w-44">
                  <span className="block">
                    {row.order_id && row.account_id ? <OrderLink id={row.order_id} account={row.account_id} /> : null}{" "}
                    {[row.country, `${row.weight} kg`, ...row.options.map(labels.fee)].join(" · ")}
                  </span>
                  <span className="block text-xs text-muted">
                    {[services[row.shipping_provider] ?? row.shipping_provider, row.account_name]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </TD>
                <TD align="end">{row.before === null ? t("notServed") : <Money amount={row.before} />}</TD>
                <TD align="end">{row.after === null ? t("notServed") : <Money amount={row.after} />}</TD>
                <TD align="end" className={cn(row.difference === null && "text-muted")}>
                  <Difference of={row.difference} />
                </TD>
              </TR>
            ))}
          </TBody>
        </Table>
      ) : null}
      <More count={rows.length - SHOWN} />
    </Part>
  );
}

function Difference({ of }: { of: string | null }) {
  if (of === null) return "–";
  return of.startsWith("-") ? `−${formatMoney(of.slice(1))}` : `+${formatMoney(of)}`;
}

function OrderLink({ id, account }: { id: string; account: string }) {
  return (
    // A full page load: nothing of the merchant seen before may stay around it.
    <a href={pageHref(`/orders/${id}`, "production", account)} className="font-semibold text-accent hover:underline">
      {id}
    </a>
  );
}
