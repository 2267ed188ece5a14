"use client";

import { Check, CircleX, Ellipsis, FileDown, Printer, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useFailureToast } from "@/components/ui/failure-toast";
import { MAX_SELECTED, type Selection } from "@/components/use-selection";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { formatNumber } from "@/lib/format";
import { callLazily } from "@/lib/lazy-contract";
import type { Batch } from "./batch-panel";
import { BulkCancelDialog } from "./bulk-cancel-dialog";
import { BulkConfirmDialog } from "./bulk-confirm-dialog";
import { exportOrders } from "./export-orders";
import { LIST_ORDERS } from "./operations";
import { PrintBatchDialog } from "./print-batch-dialog";

const PAGE = 100;

/** What can be done with the orders that are selected. */
export default function SelectionBar({
  selection,
  query,
  total,
  onBatch,
}: {
  selection: Selection;
  query: ListOrdersQuery;
  total: number;
  onBatch: (batch: Batch) => void;
}) {
  const t = useTranslations("documents.selection");
  const words = useTranslations("orderList.bulk");
  const { where } = usePlace();
  const showFailure = useFailureToast({ reading: true });
  const [dialog, setDialog] = useState<"print" | "confirm" | "cancel" | null>(null);
  const [busy, setBusy] = useState<"reading" | "exporting" | null>(null);
  // The dialog opens once the menu is gone: it gives the focus back to the menu's button, not to an item that has gone.
  const isCancelAsked = useRef(false);
  const count = selection.ids.length;
  const most = Math.min(total, MAX_SELECTED);

  async function attempt(what: "reading" | "exporting", work: () => Promise<void>) {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(null);
    }
  }

  const selectAll = () =>
    attempt("reading", async () => {
      const found: string[] = [];
      while (found.length < most) {
        const page = { ...query, limit: String(PAGE), offset: String(found.length) };
        const { data } = await callLazily(LIST_ORDERS, page, where);
        if (data.length === 0) break;
        found.push(...data.map(({ order_id }) => order_id));
      }
      selection.set(found, true);
    });

  const save = () => attempt("exporting", () => exportOrders({ ids: selection.ids }, where));

  /** What was done needs no more of it. */
  function close(doneIds: readonly string[]) {
    setDialog(null);
    selection.set(doneIds, false);
  }

  return (
    <section
      aria-label={t("label")}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-2 shadow-panel"
    >
      <p role="status" className="font-semibold">
        {t("count", { count: formatNumber(count), n: count })}
      </p>
      <Button size="icon-sm" variant="ghost" aria-label={t("clear")} title={t("clear")} onClick={selection.clear}>
        <X aria-hidden="true" />
      </Button>
      {count < most ? (
        <Button size="sm" variant="ghost" loading={busy === "reading"} onClick={() => void selectAll()}>
          {t(total > MAX_SELECTED ? "first" : "all", { count: formatNumber(most) })}
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2">
        <Button size="sm" className="max-lg:hidden" loading={busy === "exporting"} onClick={() => void save()}>
          <FileDown aria-hidden="true" />
          {words("export")}
        </Button>
        <Button size="sm" className="max-lg:hidden" onClick={() => setDialog("cancel")}>
          <CircleX aria-hidden="true" />
          {words("cancelThese")}
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon-sm" className="lg:hidden" loading={busy === "exporting"} aria-label={words("more")}>
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent
            onCloseAutoFocus={() => {
              if (isCancelAsked.current) setDialog("cancel");
              isCancelAsked.current = false;
            }}
          >
            <DropdownMenuItem onSelect={() => void save()}>
              <FileDown aria-hidden="true" />
              {words("export")}
            </DropdownMenuItem>
            <DropdownMenuItem
              tone="danger"
              onSelect={() => {
                isCancelAsked.current = true;
              }}
            >
              <CircleX aria-hidden="true" />
              {words("cancelThese")}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Button size="sm" onClick={() => setDialog("confirm")}>
          <Check aria-hidden="true" />
          {words("confirmThese")}
        </Button>
        <Button size="sm" variant="primary" onClick={() => setDialog("print")}>
          <Printer aria-hidden="true" />
          {t("print")}
        </Button>
      </div>
      {dialog === "print" ? (
        <PrintBatchDialog ids={selection.ids} onClose={() => setDialog(null)} onBatch={onBatch} />
      ) : null}
      {dialog === "confirm" ? <BulkConfirmDialog ids={selection.ids} onClose={close} /> : null}
      {dialog === "cancel" ? <BulkCancelDialog ids={selection.ids} onClose={close} /> : null}
    </section>
  );
}
