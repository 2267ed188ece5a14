"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { FilePen, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { LinkButton } from "@/components/ui/link-button";
import { Pagination } from "@/components/ui/pagination";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { toast } from "@/components/ui/toast";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { callLazily, lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import { ListSkeleton } from "./list-states";
import type { ChangeList } from "./list-url";
import { DELETE_DRAFT, LIST_DRAFTS } from "./operations";

/** Saved work of the order form: each goes on where it was left, or is thrown away. */
export default function DraftsTable({
  query,
  onChange,
  isPending,
}: {
  query: Pick<ListOrdersQuery, "limit" | "offset">;
  onChange: ChangeList;
  isPending: boolean;
}) {
  const t = useTranslations("orderList.drafts");
  const empty = useTranslations("orderList.empty");
  const { where, href } = usePlace();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const { limit, offset } = query;
  const list = useQuery({ ...lazyQueryFor(LIST_DRAFTS, { limit, offset }, where), placeholderData: keepPreviousData });
  const [asked, setAsked] = useState<{ id: string; name: string } | null>(null);

  async function remove(draft_id: string) {
    try {
      await callLazily(DELETE_DRAFT, { draft_id }, where);
      toast.success(t("deleted"));
    } catch (error) {
      showFailure(error);
      throw error;
    } finally {
      await client.invalidateQueries({ queryKey: lazyKeyOf(LIST_DRAFTS, where) });
    }
  }

  if (list.isPending) return <ListSkeleton rows={Number(limit)} />;
  if (!list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  const { data: rows, pagination } = list.data;
  if (rows.length === 0 && pagination.total > 0)
    return (
      <EmptyState
        icon={FilePen}
        title={empty("pastEnd")}
        actions={<Button onClick={() => onChange({ offset: "0" })}>{empty("firstPage")}</Button>}
      />
    );
  if (rows.length === 0)
    return (
      <EmptyState
        icon={FilePen}
        title={t("none")}
        description={t("noneHint")}
        actions={<LinkButton href={href("/orders/new")}>{t("newOrder")}</LinkButton>}
      />
    );
  return (
    <>
      <Table
        label={t("caption")}
        aria-label={undefined}
        className={cn("transition-opacity", isPending && "opacity-60")}
      >
        <caption className="sr-only">{t("caption")}</caption>
        <THead>
          <TR>
            <TH>{t("recipient")}</TH>
            <TH>{t("kind")}</TH>
            <TH>{t("changed")}</TH>
            <TH>
              <span className="sr-only">{t("actions")}</span>
            </TH>
          </TR>
        </THead>
        <TBody>
          {rows.map((draft) => {
            const name = draft.recipient_name || t("nameless");
            const kind = draft.ship_type === "intl" || draft.ship_type === "local" ? draft.ship_type : null;
            return (
              <TR key={draft.draft_id}>
                <TD className="max-w-80">
                  <Link
                    href={href(`/orders/new?${kind ? `type=${kind}&` : ""}draft=${draft.draft_id}`)}
                    prefetch={false}
                    className="block truncate rounded-xs font-semibold text-accent no-underline hover:underline"
                  >
                    {name}
                  </Link>
                </TD>
                <TD>{kind ? t(kind) : <span className="text-muted">–</span>}</TD>
                <TD className="text-muted">
                  <DateTime value={draft.update_time} />
                </TD>
                <TD align="end">
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    className="-my-1 text-muted"
                    aria-label={t("delete", { name })}
                    onClick={() => setAsked({ id: draft.draft_id, name })}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                </TD>
              </TR>
            );
          })}
        </TBody>
      </Table>
      <Pagination
        className="border-t border-line px-4 py-2"
        total={pagination.total}
        offset={Number(offset)}
        limit={Number(limit)}
        onChange={(next) => onChange({ offset: String(next.offset), limit: String(next.limit) })}
      />
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
