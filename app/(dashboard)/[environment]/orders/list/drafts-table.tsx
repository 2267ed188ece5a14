"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilePen, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { type Selection, useSelectedIds, useSelection } from "@/components/lists/use-selection";
import { SuspendedMark } from "@/components/orders/suspended-mark";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { LinkButton } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { toast } from "@/components/ui/toast";
import { useReadAgain } from "@/components/use-operation";
import { ApiFailure, type CallResult, call, queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/lists/list-provider";
import { ListSkeleton } from "./list-states";
import type { ChangeList } from "./orders-url";

type DraftRow = CallResult<"listDrafts">["data"][number];

const kindOf = ({ ship_type: type }: DraftRow) => (type === "intl" || type === "local" ? type : null);

/** What another person deleted meanwhile is deleted too. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
}

/** The drafts of the order form: each can be continued or deleted. */
export function DraftsTable({
  query,
  providers,
  onChange,
}: {
  query: Pick<ListOrdersQuery, "limit" | "offset">;
  providers: readonly ListProvider[];
  onChange: ChangeList;
}) {
  const t = useTranslations("drafts");
  const { where, href, may } = useWorkspace();
  const readAgain = useReadAgain();
  const showFailure = useFailureToast();
  const { limit, offset } = query;
  const list = useQuery({ ...queryFor("listDrafts", { limit, offset }, where), placeholderData: keepPreviousData });
  const [asked, setAsked] = useState<{ ids: readonly string[]; name: string } | null>(null);
  const selection = useSelection();

  const nameOf = (draft: DraftRow) => draft.recipient_name || t("nameless");

  async function remove(ids: readonly string[]) {
    try {
      for (const draft_id of ids) {
        await call("deleteDraft", { draft_id }, where).catch(unlessGone);
        selection.set([draft_id], false);
      }
      toast.success(t("deleted", { count: ids.length }));
    } catch (error) {
      showFailure(error);
      throw error;
    } finally {
      await readAgain("deleteDraft");
    }
  }

  return (
    <>
      <ListBody
        list={list}
        page={query}
        skeleton={<ListSkeleton rows={Number(limit)} />}
        onTurn={onChange}
        empty={
          <EmptyState
            icon={FilePen}
            title={t("none")}
            description={t("noneHint")}
            actions={may("createOrder") ? <LinkButton href={href("/orders/new")}>{t("newOrder")}</LinkButton> : null}
          />
        }
      >
        {(rows) => (
          <ListTable
            label={t("caption")}
            rows={rows}
            keyOf={({ draft_id }) => draft_id}
            rowClass="card:grid-cols-[auto_minmax(0,1fr)_auto]"
            {...(may("deleteDraft") && {
              select: {
                selection,
                page: t("selectPage"),
                row: (draft: DraftRow) => t("selectRow", { name: nameOf(draft) }),
              },
            })}
            columns={[
              {
                key: "recipient",
                head: t("recipient"),
                place: "max-w-80 card:col-start-2",
                cell: (draft) => (
                  <RowLink
                    href={href(`/orders/new?${kindOf(draft) ? `type=${kindOf(draft)}&` : ""}draft=${draft.draft_id}`)}
                    className="block truncate font-semibold"
                  >
                    {nameOf(draft)}
                  </RowLink>
                ),
              },
              {
                key: "kind",
                head: t("kind"),
                place: "card:row-start-2 card:col-start-2",
                cell: (draft) => <Kind draft={draft} providers={providers} />,
              },
              {
                key: "holds",
                head: t("holds"),
                place: "max-w-80 truncate text-muted card:row-start-3 card:col-start-2",
                cell: ({ content }) => content ?? "–",
              },
              {
                key: "changed",
                head: t("changed"),
                place: "text-muted card:row-start-4 card:col-start-2",
                cell: ({ update_time }) => <DateTime value={update_time} />,
              },
              {
                key: "actions",
                head: t("actions"),
                isHeadHidden: true,
                align: "end",
                place: "card:at-1/3",
                cell: (draft) =>
                  may("deleteDraft") ? (
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      className="-my-1 text-muted"
                      aria-label={t("delete", { name: nameOf(draft) })}
                      onClick={() => setAsked({ ids: [draft.draft_id], name: nameOf(draft) })}
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  ) : null,
              },
            ]}
            isBusy={list.isPlaceholderData}
          />
        )}
      </ListBody>
      <SelectedDrafts selection={selection} onDelete={(ids) => setAsked({ ids, name: "" })} />
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setAsked(null)}
          tone="danger"
          title={
            asked.name ? t("deleteTitle", { name: asked.name }) : t("deleteTitleMany", { count: asked.ids.length })
          }
          description={t("deleteMeans")}
          confirmLabel={t("deleteDraft", { count: asked.ids.length })}
          onConfirm={() => remove(asked.ids)}
        />
      ) : null}
    </>
  );
}

function Kind({ draft, providers }: { draft: DraftRow; providers: readonly ListProvider[] }) {
  const t = useTranslations("drafts");
  const kind = kindOf(draft);
  const notice = providers.find(({ code }) => code === draft.shipping_provider)?.notice;
  return (
    <>
      {kind ? t(kind) : <span className="text-muted">–</span>}
      {notice ? <SuspendedMark notice={notice} /> : null}
    </>
  );
}

function SelectedDrafts({ selection, onDelete }: { selection: Selection; onDelete: (ids: readonly string[]) => void }) {
  const t = useTranslations("drafts");
  const ids = useSelectedIds(selection);
  const count = ids.length;
  if (count === 0) return null;
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-2">
      <span className="tabular-nums">{t("selected", { count })}</span>
      <Button size="sm" onClick={() => onDelete(ids)}>
        <Trash2 aria-hidden="true" />
        {t("deleteDraft", { count })}
      </Button>
      <Button size="sm" variant="ghost" onClick={selection.clear}>
        {t("clear")}
      </Button>
    </div>
  );
}
