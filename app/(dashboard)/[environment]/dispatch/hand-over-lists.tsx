"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, FileText, Signature, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { ErrorState } from "@/components/ui/error-state";
import { RowMenu } from "@/components/ui/row-menu";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { HandOver } from "@/lib/contracts/dispatch";
import { formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { ListPreview, SignDialog } from "./sign-dialog";

/** The hand-over lists of the day: signed ones as papers, others to be signed. */
export function HandOverLists({ day, providers }: { day: string; providers: readonly ListProvider[] }) {
  const t = useTranslations("dispatch.handOver");
  const { where, may } = useWorkspace();
  const read = useQuery(queryFor("listHandOvers", { day, ...ALL_ROWS }, where));
  const lists = read.data?.data ?? [];
  const [dialog, setDialog] = useState<ReactNode>(null);
  const { attempt } = useOperation("deleteHandOver");
  const names = new Map(providers.map(({ code, shortName }) => [code, shortName]));
  const close = () => setDialog(null);
  if (read.isError && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  if (lists.length === 0) return null;
  const about = ({ created_at, parcel_count }: HandOver) =>
    t("row", { time: created_at.slice(11, 16), count: formatNumber(parcel_count), n: parcel_count });
  return (
    <Section flush title={t("lists")}>
      <ul className="divide-y divide-line">
        {lists.map((list) => (
          <li key={list.id} className="flex items-center gap-2 py-1.5 pr-2 pl-4">
            {list.signed_at ? (
              <Check aria-hidden="true" className="size-4 shrink-0 text-ok" />
            ) : (
              <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" />
            )}
            <span className="min-w-0 flex-1">
              <span className="tabular-nums">{about(list)}</span>
              <span className="block truncate text-xs text-muted">
                {list.signed_by
                  ? t("signedBy", { name: list.signed_by })
                  : list.provider_list.map((code) => names.get(code) ?? code).join(", ")}
              </span>
            </span>
            {!list.signed_at && may("signHandOver") ? (
              <Button size="sm" onClick={() => setDialog(<SignDialog list={list} onClose={close} />)}>
                <Signature aria-hidden="true" />
                {t("sign")}
              </Button>
            ) : null}
            <RowMenu label={t("menu", { list: about(list) })}>
              <DropdownMenuItem onSelect={() => setDialog(<ListPreview id={list.id} onClose={close} />)}>
                <FileText aria-hidden="true" />
                {t("paper")}
              </DropdownMenuItem>
              {!list.signed_at && may("deleteHandOver") ? (
                <DropdownMenuItem tone="danger" onSelect={() => void attempt({ id: list.id }, { done: t("deleted") })}>
                  <Trash2 aria-hidden="true" />
                  {t("delete")}
                </DropdownMenuItem>
              ) : null}
            </RowMenu>
          </li>
        ))}
      </ul>
      {dialog}
    </Section>
  );
}
