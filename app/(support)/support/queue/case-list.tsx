"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SelectBox } from "@/components/ui/select-box";
import { ViewLink } from "@/components/ui/view-link";
import type { CaseRow } from "@/lib/contracts/case";
import { AgeOfTarget, CASE_LOOK, useCaseTitle } from "./case-labels";
import { CloseForm } from "./close-form";
import type { useCaseChanges } from "./use-cases";

type Link = { href: string; onPress: () => void };
type Changes = ReturnType<typeof useCaseChanges>;

/** The cases of the queue, each a link; several can be chosen, claimed and closed together. */
export function CaseList({
  rows,
  chosen,
  linkTo,
  changes,
}: {
  rows: readonly CaseRow[];
  chosen: string | null;
  linkTo: (id: string) => Link;
  changes: Changes;
}) {
  const t = useTranslations("support.queue");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter(({ case_id }) => ticked.has(case_id));
  const toggle = (id: string) =>
    setTicked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <>
      {selected.length > 0 ? <Several rows={selected} changes={changes} onDone={() => setTicked(new Set())} /> : null}
      <ul aria-label={t("cases")} className="divide-y divide-line">
        {rows.map((row) => (
          <Item
            key={row.case_id}
            row={row}
            link={linkTo(row.case_id)}
            isChosen={row.case_id === chosen}
            isTicked={ticked.has(row.case_id)}
            onTick={() => toggle(row.case_id)}
          />
        ))}
      </ul>
    </>
  );
}

function Item({
  row,
  link,
  isChosen,
  isTicked,
  onTick,
}: {
  row: CaseRow;
  link: Link;
  isChosen: boolean;
  isTicked: boolean;
  onTick: () => void;
}) {
  const t = useTranslations("support.queue");
  const { person } = useSupport();
  const title = useCaseTitle()(row);
  const { icon: Icon, tone } = CASE_LOOK[row.kind];
  const about = row.recipient_name ?? (row.webhook_url ? new URL(row.webhook_url).host : null);
  const holder = row.claimed_by && (row.claimed_by.id === person.id ? t("you") : row.claimed_by.name);
  return (
    <li
      className={cn(
        "relative flex items-start gap-3 px-4 py-2.5 hover:bg-hover",
        isChosen && "bg-accent-tint shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      {row.closed_time ? null : (
        <span className="relative z-10 mt-0.5">
          <SelectBox
            label={t("select", { case: `${title}, ${row.account_name}` })}
            checked={isTicked}
            onToggle={onTick}
          />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <Icon aria-hidden="true" className={cn("size-4 shrink-0", tone)} />
          <ViewLink
            {...link}
            aria-current={isChosen ? "true" : undefined}
            className="min-w-0 flex-1 truncate font-semibold text-text no-underline after:absolute after:inset-0"
          >
            {title}
          </ViewLink>
          <AgeOfTarget row={row} />
        </p>
        <p className="mt-0.5 flex gap-2 text-xs text-muted">
          <span className="min-w-0 truncate text-text">{row.account_name}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {about}
          </span>
          {holder ? <span className="shrink-0">{holder}</span> : null}
        </p>
      </div>
    </li>
  );
}

/** What can be done with several chosen cases. They are closed together only if they are of one kind. */
function Several({ rows, changes, onDone }: { rows: readonly CaseRow[]; changes: Changes; onDone: () => void }) {
  const t = useTranslations("support.queue");
  const [isClosing, setIsClosing] = useState(false);
  const ids = rows.map(({ case_id }) => case_id);
  const [first] = rows;
  const isOneKind = rows.every(({ kind }) => kind === first?.kind);
  const after = async (change: Promise<boolean>) => {
    const isDone = await change;
    if (isDone) onDone();
    return isDone;
  };
  return (
    <section aria-label={t("several", { count: ids.length })} className="border-b border-line bg-background px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto text-xs font-semibold">{t("several", { count: ids.length })}</p>
        <Button size="sm" onClick={() => void after(changes.claim(ids))}>
          {t("claim")}
        </Button>
        <Button size="sm" disabled={!isOneKind} onClick={() => setIsClosing(!isClosing)} aria-expanded={isClosing}>
          {t("close.title")}
        </Button>
      </div>
      {isOneKind ? null : <p className="mt-1 text-xs text-muted">{t("oneKind")}</p>}
      {isClosing && isOneKind && first ? (
        <div className="mt-3">
          <CloseForm kind={first.kind} onClose={(reason, note) => after(changes.close(ids, reason, note))} />
        </div>
      ) : null}
    </section>
  );
}
