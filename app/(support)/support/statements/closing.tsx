"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarCheck, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useSelectedIds, useSelection } from "@/components/lists/use-selection";
import { useMonthName } from "@/components/month-name";
import { useSupport } from "@/components/support/workspace";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { ListTable } from "@/components/ui/list-table";
import { Money } from "@/components/ui/money";
import { NativeSelect } from "@/components/ui/native-select";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { type CallResult, queryFor } from "@/lib/api-client";
import { addDays, hongKongDate } from "@/lib/calendar";
import { type Closing, MAX_CLOSED } from "@/lib/contracts/statement";

const FIRST = { limit: "50", offset: "0" };
/** So many months can be chosen: who is later looks at the merchant's own page. */
const MONTHS = 12;

/** The months before this one in Hong Kong, the last first. */
function monthsBefore(): string[] {
  const months: string[] = [];
  for (let day = hongKongDate(new Date()); months.length < MONTHS; ) {
    day = addDays(`${day.slice(0, 7)}-01`, -1);
    months.push(day.slice(0, 7));
  }
  return months;
}

/** A month of all merchants: what each owes, and which are closed; those that are chosen are closed (contract §26.10). */
export function ClosingMonth() {
  const t = useTranslations("support.statements.closing");
  const { where, href } = useSupport();
  const nameOf = useMonthName();
  const [months] = useState(monthsBefore);
  const [month, setMonth] = useState(months[0] ?? "");
  const [page, setPage] = useState(FIRST);
  const [isAsked, setIsAsked] = useState(false);
  const [refused, setRefused] = useState<readonly Closing[]>([]);
  const selection = useSelection();
  const chosen = useSelectedIds(selection);
  const list = useQuery({
    ...queryFor("listStatements", { month, ...page }, where),
    placeholderData: keepPreviousData,
  });

  function onClosed({ results }: CallResult<"closeStatements">) {
    const not = results.filter(({ result }) => result === "REFUSED");
    setRefused(not);
    selection.clear();
    const count = results.length - not.length;
    if (count > 0) toast.success(t("done", { count, month: nameOf(month) }));
  }

  return (
    <Section
      title={t("title")}
      description={t("about")}
      actions={
        <Button size="sm" disabled={chosen.length === 0 || chosen.length > MAX_CLOSED} onClick={() => setIsAsked(true)}>
          <CalendarCheck aria-hidden="true" />
          {t("close", { count: chosen.length })}
        </Button>
      }
      flush
    >
      <search className="flex border-b border-line px-4 py-3">
        <Field label={t("month")} className="w-52">
          <NativeSelect
            value={month}
            options={months.map((value) => ({ value, label: nameOf(value) }))}
            onValueChange={(value) => {
              setMonth(value);
              setPage(FIRST);
              setRefused([]);
              selection.clear();
            }}
          />
        </Field>
      </search>
      {refused.length > 0 ? (
        <ul role="alert" className="border-b border-line bg-bad-tint px-4 py-3 text-bad">
          {refused.map(({ account_id, account_name, message }) => (
            <li key={account_id}>
              <bdi>{account_name ?? account_id}</bdi>: {message}
            </li>
          ))}
        </ul>
      ) : null}
      <ListBody list={list} page={page} onTurn={setPage} empty={<EmptyState icon={Users} title={t("none")} />}>
        {(rows) => (
          <ListTable
            label={t("title")}
            rows={rows}
            keyOf={({ account_id }) => account_id}
            opens="nothing"
            rowClass="card:grid-cols-[auto_minmax(0,1fr)_auto]"
            select={{ selection, page: t("selectPage"), row: ({ account_name: name }) => t("selectRow", { name }) }}
            columns={[
              {
                key: "account",
                head: t("columns.account"),
                place: "card:col-start-2",
                cell: ({ account_id, account_name }) => (
                  <>
                    <TextLink href={href(`/accounts/${account_id}`)}>
                      <bdi>{account_name}</bdi>
                    </TextLink>
                    <span className="block text-xs text-muted">{account_id}</span>
                  </>
                ),
              },
              {
                key: "status",
                head: t("columns.status"),
                place: "card:col-start-2",
                cell: ({ status }) => (
                  <Badge tone={status === "CLOSED" ? "ok" : "neutral"}>{t(`status.${status}`)}</Badge>
                ),
              },
              {
                key: "balance",
                head: t("columns.balance"),
                align: "end",
                isNamed: true,
                place: "font-semibold card:at-1/3",
                cell: ({ balance }) => <Money amount={balance} />,
              },
              {
                key: "cash",
                head: t("columns.cash"),
                align: "end",
                isNamed: true,
                place: "text-muted card:at-2/3",
                cell: ({ totals }) => <Money amount={totals.cod_balance} />,
              },
            ]}
          />
        )}
      </ListBody>
      {isAsked ? (
        <ConfirmOperation
          operation="closeStatements"
          input={{ month, account_ids: [...chosen] }}
          title={t("ask", { count: chosen.length, month: nameOf(month) })}
          description={t("askMeans")}
          confirmLabel={t("close", { count: chosen.length })}
          onDone={onClosed}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </Section>
  );
}
