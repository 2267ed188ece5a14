"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { WorkspaceProvider } from "@/components/environment";
import { VisitBar } from "@/components/support/visit-bar";
import { VisitForm } from "@/components/support/visit-form";
import { useSupport } from "@/components/support/workspace";
import { Badge } from "@/components/ui/badge";
import { Button, buttonStyles } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ViewLink } from "@/components/ui/view-link";
import { queryFor } from "@/lib/api-client";
import { pageHref } from "@/lib/pages/page-href";
import { type Case, CaseFacts } from "./case-facts";
import { useCaseTitle } from "./case-labels";
import { CaseOrder } from "./case-order";
import { CloseForm } from "./close-form";
import type { useCaseChanges } from "./use-cases";

/** Where a link leads, which changes what the page shows. */
type Target = { href: string; onPress: () => void };

/** One case: what it is about, its thread, and what can be done with it. */
export function CasePanel({
  id,
  back,
  previous,
  next,
  changes,
  onClosed,
}: {
  id: string;
  back: Target;
  /** The cases before and after it in the list. */
  previous: Target | null;
  next: Target | null;
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
    <WorkspaceProvider
      workspace={{
        environment,
        account: { id: row.account_id, name: row.account_name, pickPack: row.account_pick_pack },
        person,
        isStaff: true,
        visit,
      }}
    >
      <section aria-label={titleOf(row)} className="flex min-w-0 flex-col gap-4">
        <p className="lg:hidden">
          <ViewLink {...back} className="font-semibold text-accent">
            ← {t("title")}
          </ViewLink>
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
            <Step to={previous} label={t("keys.previous")}>
              <ChevronUp aria-hidden="true" />
            </Step>
            <Step to={next} label={t("keys.next")}>
              <ChevronDown aria-hidden="true" />
            </Step>
          </div>
        </div>
        <CaseFacts row={row} merchantHref={merchantHref} />
        {row.visit && isLive ? (
          <VisitBar visit={row.visit} name={row.account_name} where={{ environment, accountId: row.account_id }} />
        ) : null}
        <CaseOrder
          orderId={needsReason ? null : row.order_id}
          instead={
            needsReason ? (
              <Section title={t("reasonFirst", { name: row.account_name })} description={t("reasonFirstHint")}>
                <VisitForm where={{ environment, accountId: row.account_id }} />
              </Section>
            ) : null
          }
        >
          {isClosed ? (
            <HowClosed row={row} />
          ) : (
            <Section title={t("close.title")}>
              <CloseForm kind={row.kind} onClose={close} />
            </Section>
          )}
          <Section title={t("facts.thisMerchant")}>
            <p className="flex justify-between gap-4">
              <TextLink href={href(`/queue?account_id=${row.account_id}`)} prefetch={false}>
                {t("facts.openCases")}
              </TextLink>
              <span className="font-semibold tabular-nums">{row.open_of_account}</span>
            </p>
          </Section>
        </CaseOrder>
      </section>
    </WorkspaceProvider>
  );
}

function Step({ to, label, children }: { to: Target | null; label: string; children: ReactNode }) {
  return to ? (
    <ViewLink {...to} aria-label={label} className={buttonStyles({ size: "icon-sm" })}>
      {children}
    </ViewLink>
  ) : (
    <Button size="icon-sm" aria-label={label} disabled>
      {children}
    </Button>
  );
}

/** Who closed it and why, and the note. */
function HowClosed({ row }: { row: Case }) {
  const t = useTranslations("support.queue");
  return (
    <Section title={t("close.was")}>
      <p className="font-semibold">
        {row.closed_as === "SETTLED" || row.closed_as === null
          ? t(row.closed_by ? "close.answered" : "close.settled")
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
