"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PlaceProvider } from "@/components/environment";
import { useSupport } from "@/components/support/place";
import { VisitForm } from "@/components/support/visit-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import { queryFor, type ResultOf } from "@/lib/api-client";
import type { readCase } from "@/lib/contracts/case";
import { pageHref } from "@/lib/page-href";
import { CaseOrder } from "./case-order";
import { AgeOfTarget, useCaseTitle } from "./case-words";
import { CloseForm } from "./close-form";
import { queuePath } from "./queue-url";
import type { useCaseChanges } from "./use-cases";
import { VisitBar } from "./visit-bar";

type Case = ResultOf<typeof readCase>;

/** One case: what it is about, its thread, and what can be done with it. */
export function CasePanel({
  id,
  backHref,
  previous,
  next,
  changes,
  onClosed,
}: {
  id: string;
  backHref: string;
  /** The addresses of the cases before and after it in the list. */
  previous: string | null;
  next: string | null;
  changes: ReturnType<typeof useCaseChanges>;
  onClosed: () => void;
}) {
  const t = useTranslations("support.queue");
  const { where, environment, person, href } = useSupport();
  const titleOf = useCaseTitle();
  const read = useQuery({ ...queryFor("readCase", { case_id: id }, where), refetchInterval: 30_000 });
  if (read.isPending) return <SkeletonRows rows={8} />;
  if (!read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  const row = read.data;
  const isLive = environment === "production";
  const isClosed = row.closed_time !== null;
  const isMine = row.claimed_by?.id === person.id;
  const merchantHref = (path: string) => pageHref(path, environment, row.account_id);
  const needsReason = isLive && !row.visit;
  const visit = row.visit && {
    reason: row.visit.reason,
    acting: row.visit.acting === "Y",
    expiresAt: row.visit.expires_at,
  };

  async function close(...why: Parameters<Parameters<typeof CloseForm>[0]["onClose"]>) {
    const isDone = await changes.close([id], ...why);
    if (isDone) onClosed();
    return isDone;
  }

  return (
    <PlaceProvider
      place={{
        environment,
        account: { id: row.account_id, name: row.account_name, pickPack: row.account_pick_pack },
        person,
        isStaff: true,
        visit,
      }}
    >
      <section aria-label={titleOf(row)} className="flex min-w-0 flex-col gap-4">
        <p className="lg:hidden">
          <TextLink href={backHref}>← {t("title")}</TextLink>
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="text-lg font-semibold">{titleOf(row)}</h2>
          <ClaimState row={row} isMine={isMine} />
          <div className="ml-auto flex items-center gap-2">
            {isClosed ? null : row.claimed_by ? (
              <Button size="sm" onClick={() => void changes.release([id])}>
                {t("release")}
              </Button>
            ) : (
              <Button size="sm" variant="primary" onClick={() => void changes.claim([id])}>
                {t("claim")}
              </Button>
            )}
            <Step href={previous} label={t("keys.previous")}>
              <ChevronUp aria-hidden="true" />
            </Step>
            <Step href={next} label={t("keys.next")}>
              <ChevronDown aria-hidden="true" />
            </Step>
          </div>
        </div>
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
          <Fact
            name={t("facts.carrier")}
            note={row.estimated_delivery ? <Expected at={row.estimated_delivery} /> : null}
          >
            <span dir="auto" className="wrap-anywhere">
              {row.description ?? t("facts.nothing")}
            </span>
          </Fact>
          <Fact name={t("facts.age", { target: row.target_hours })} note={<DateTime value={row.opened_time} />}>
            <AgeOfTarget row={row} />
          </Fact>
        </dl>
        {visit && isLive ? <VisitBar visit={visit} onTurned={() => read.refetch()} /> : null}
        <CaseOrder
          orderId={needsReason ? null : row.order_id}
          instead={
            needsReason ? (
              <Section title={t("reasonFirst", { name: row.account_name })} description={t("reasonFirstHint")}>
                <VisitForm
                  where={{ environment, accountId: row.account_id }}
                  onStarted={() => {
                    void read.refetch();
                  }}
                />
              </Section>
            ) : null
          }
        >
          {isClosed ? (
            <Section title={t("close.was")}>
              <p className="font-semibold">
                {row.closed_as === "SETTLED" || row.closed_as === null
                  ? t("close.settled")
                  : t(`close.reasons.${row.closed_as}`)}
              </p>
              <p className="text-muted">
                {row.closed_by?.name ?? t("close.byNobody")}
                {row.closed_time ? (
                  <>
                    {" · "}
                    <DateTime value={row.closed_time} />
                  </>
                ) : null}
              </p>
              {row.note ? <p className="mt-2 whitespace-pre-line wrap-anywhere">{row.note}</p> : null}
            </Section>
          ) : (
            <Section title={t("close.title")}>
              <CloseForm kind={row.kind} onClose={close} />
            </Section>
          )}
          <Section title={t("facts.thisMerchant")}>
            <p className="flex justify-between gap-4">
              <TextLink href={href(queuePath({ account_id: row.account_id }))} prefetch={false}>
                {t("facts.openCases")}
              </TextLink>
              <span className="font-semibold tabular-nums">{row.open_of_account}</span>
            </p>
          </Section>
        </CaseOrder>
      </section>
    </PlaceProvider>
  );
}

function Step({ href, label, children }: { href: string | null; label: string; children: ReactNode }) {
  return href ? (
    <LinkButton href={href} size="icon-sm" aria-label={label} prefetch={false} scroll={false}>
      {children}
    </LinkButton>
  ) : (
    <Button size="icon-sm" aria-label={label} disabled>
      {children}
    </Button>
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

function ClaimState({ row, isMine }: { row: Case; isMine: boolean }) {
  const t = useTranslations("support.queue");
  if (row.closed_time) return <Badge>{t("closed")}</Badge>;
  if (!row.claimed_by || !row.claimed_time) return <Badge>{t("unclaimed")}</Badge>;
  return (
    <Badge tone="info" icon={<UserCheck aria-hidden="true" />}>
      {isMine ? t("yours") : t("theirs", { name: row.claimed_by.name })} <DateTime value={row.claimed_time} />
    </Badge>
  );
}
