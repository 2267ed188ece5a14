"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilePen, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { SuspendedMark } from "@/components/orders/suspended-mark";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { ListBody } from "@/components/ui/list-body";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { useChange } from "@/components/use-change";
import { type CallResult, call, queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/list-provider";
import { ListSkeleton } from "./list-states";
import type { ChangeList } from "./orders-url";

const LISTS = ["listDrafts"] as const;

type DraftRow = CallResult<"listDrafts">["data"][number];

const kindOf = ({ ship_type: type }: DraftRow) => (type === "intl" || type === "local" ? type : null);

/** The drafts of the order form: each can be continued or deleted. */
export function DraftsTable({
  query,
  providers,
  onChange,
  isPending,
}: {
  query: Pick<ListOrdersQuery, "limit" | "offset">;
  providers: readonly ListProvider[];
  onChange: ChangeList;
  isPending: boolean;
}) {
  const t = useTranslations("orderList.drafts");
  const { where, href, may } = usePlace();
  const change = useChange(where, LISTS);
  const { limit, offset } = query;
  const list = useQuery({ ...queryFor("listDrafts", { limit, offset }, where), placeholderData: keepPreviousData });
  const [asked, setAsked] = useState<{ id: string; name: string } | null>(null);

  const nameOf = (draft: DraftRow) => draft.recipient_name || t("nameless");

  const remove = (draft_id: string) => change(() => call("deleteDraft", { draft_id }, where), t("deleted"));

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
            rowClass="card:grid-cols-[minmax(0,1fr)_auto]"
            columns={[
              {
                key: "recipient",
                head: t("recipient"),
                place: "max-w-80",
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
                place: "card:row-start-2",
                cell: (draft) => {
                  const kind = kindOf(draft);
                  const notice = providers.find(({ code }) => code === draft.shipping_provider)?.notice;
                  return (
                    <>
                      {kind ? t(kind) : <span className="text-muted">–</span>}
                      {notice ? <SuspendedMark notice={notice} /> : null}
                    </>
                  );
                },
              },
              {
                key: "changed",
                head: t("changed"),
                place: "text-muted card:row-start-3",
                cell: ({ update_time }) => <DateTime value={update_time} />,
              },
              {
                key: "actions",
                head: t("actions"),
                isHeadHidden: true,
                align: "end",
                place: "card:col-start-2 card:row-start-1",
                cell: (draft) =>
                  may("deleteDraft") ? (
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      className="-my-1 text-muted"
                      aria-label={t("delete", { name: nameOf(draft) })}
                      onClick={() => setAsked({ id: draft.draft_id, name: nameOf(draft) })}
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  ) : null,
              },
            ]}
            isBusy={isPending}
          />
        )}
      </ListBody>
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setAsked(null)}
          tone="danger"
          title={t("deleteTitle", { name: asked.name })}
          description={t("deleteMeans")}
          confirmLabel={t("deleteDraft")}
          onConfirm={() => remove(asked.id)}
        />
      ) : null}
    </>
  );
}
