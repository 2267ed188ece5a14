"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ResultOf } from "@/lib/api-client";
import type { readCase } from "@/lib/contracts/case";
import { AgeOfTarget } from "./case-labels";

export type Case = ResultOf<typeof readCase>;

/** What a case is about: the merchant, the order or the endpoint, what the carrier said, and how old it is. */
export function CaseFacts({ row, merchantHref }: { row: Case; merchantHref: (path: string) => string }) {
  const t = useTranslations("support.queue");
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line xl:grid-cols-4">
      <Fact name={t("facts.merchant")} note={t("facts.account", { id: row.account_id })}>
        <TextLink href={merchantHref("/")} prefetch={false}>
          {row.account_name}
        </TextLink>
      </Fact>
      {row.order_id ? (
        <Fact name={t("facts.order")} note={row.order_status ? <StatusBadge status={row.order_status} /> : null}>
          <TextLink href={merchantHref(`/orders/${row.order_id}`)} prefetch={false}>
            {row.reference ?? row.order_id}
          </TextLink>
        </Fact>
      ) : (
        <Fact name={t("facts.endpoint")}>
          <TextLink href={merchantHref(`/webhooks/${row.webhook_id}`)} prefetch={false} className="wrap-anywhere">
            {row.webhook_url}
          </TextLink>
        </Fact>
      )}
      <Fact name={t("facts.carrier")} note={row.estimated_delivery ? <Expected at={row.estimated_delivery} /> : null}>
        <span dir="auto" className="wrap-anywhere">
          {row.description ?? t("facts.nothing")}
        </span>
      </Fact>
      <Fact name={t("facts.age", { target: row.target_hours })} note={<DateTime value={row.opened_time} />}>
        <AgeOfTarget row={row} />
      </Fact>
    </dl>
  );
}

function Fact({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-1">
        <div className="font-semibold">{children}</div>
        {note ? <div className="mt-0.5 text-xs text-muted">{note}</div> : null}
      </dd>
    </div>
  );
}

function Expected({ at }: { at: string }) {
  const t = useTranslations("support.queue.facts");
  return (
    <>
      {t("expected")} <DateTime value={at} dateOnly />
    </>
  );
}
