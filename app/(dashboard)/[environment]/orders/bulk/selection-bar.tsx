"use client";

// Loaded late: actions on many orders, once one is chosen.

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Check, CircleX, Ellipsis, FileDown, Printer, Tag, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { Batch } from "@/components/documents/batch-panel";
import { PrintBatchDialog } from "@/components/documents/print-batch-dialog";
import { useWorkspace } from "@/components/environment";
import { withLateMessages } from "@/components/late-messages";
import { MAX_SELECTED, type Selection, useSelectedIds } from "@/components/lists/use-selection";
import { BulkDialog, type BulkDialogProps } from "@/components/orders/bulk/bulk-dialog";
import { OFFERED, sumOf, takersOf } from "@/components/orders/bulk/bulk-orders";
import { useBulk } from "@/components/orders/bulk/use-bulk";
import { CancelReason, isTooLong, type WhyCancelled } from "@/components/orders/cancel-reason";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useTask } from "@/components/use-operation";
import { type CallResult, keyOf, queryFor, type Where } from "@/lib/api-client";
import type { ListOrdersQuery, OrderRow } from "@/lib/contracts/order";
import { formatMoney, formatNumber } from "@/lib/format";
import { PRINT_SELECTED } from "../list/order-rows";
import ExportDialog from "./export-dialog";
import { BulkTagDialog } from "./tag-dialog";

const PAGE = 100;

/** The rows of all pages of the list that were read and have not changed since, by id. */
function readRows(client: QueryClient, where: Where): ReadonlyMap<string, OrderRow> {
  const pages = client
    .getQueryCache()
    .findAll({ queryKey: keyOf("listOrders", where) })
    .filter(({ state }) => !state.isInvalidated)
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
    .map(({ state }) => state.data as CallResult<"listOrders"> | undefined);
  return new Map(pages.flatMap((page) => page?.data ?? []).map((order) => [order.order_id, order]));
}

type Listed = {
  selection: Selection;
  query: ListOrdersQuery;
  total: number;
  /** There are more than that: counting stopped. */
  isAtLeast: boolean;
};

/** The actions on the selected orders. */
export default withLateMessages(SelectionBar, ["labelBatch", "orderBulk", "orderExport"]);

function SelectionBar({ onBatch, ...listed }: Listed & { onBatch: (batch: Batch) => void }) {
  const { selection } = listed;
  const t = useTranslations("orderBulk.selection");
  const tBulk = useTranslations("orderBulk");
  const { where, may } = useWorkspace();
  const [dialog, setDialog] = useState<"print" | "confirm" | "cancel" | "export" | "tag" | null>(null);
  const ids = useSelectedIds(selection);
  const count = ids.length;
  const rows = readRows(useQueryClient(), where);
  const able = Object.fromEntries(OFFERED.map((action) => [action, takersOf(action, ids, rows)])) as Record<
    (typeof OFFERED)[number],
    OrderRow[] | null
  >;
  const voids = OFFERED.filter((action) => able[action]?.length === 0);
  /** How many orders the action takes, as arguments of its messages; 0: not known, or none. */
  const many = (action: (typeof OFFERED)[number]) => {
    const n = able[action]?.length ?? 0;
    return { n, count: formatNumber(n) };
  };
  const whyVoid = useId();
  // It stays in the order of focus: a dialog returns the focus to it, and it says why it is off.
  const action = (name: (typeof OFFERED)[number], dialog: "print" | "confirm" | "cancel") =>
    voids.includes(name)
      ? ({ "aria-disabled": true, "aria-describedby": whyVoid, className: "opacity-60" } as const)
      : { onClick: () => setDialog(dialog) };

  /** Orders that were done are deselected. */
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
      <SelectAll {...listed} />
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        {may("exportSelected") ? (
          <Button size="sm" className="max-lg:hidden" onClick={() => setDialog("export")}>
            <FileDown aria-hidden="true" />
            {tBulk("export")}
          </Button>
        ) : null}
        {may("tagOrder") ? (
          <Button size="sm" className="max-lg:hidden" onClick={() => setDialog("tag")}>
            <Tag aria-hidden="true" />
            {tBulk("tags")}
          </Button>
        ) : null}
        {may("cancelOrder") ? (
          <span className="max-lg:hidden">
            <Button size="sm" {...action("cancel", "cancel")}>
              <CircleX aria-hidden="true" />
              {tBulk("cancelThese", many("cancel"))}
            </Button>
          </span>
        ) : null}
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon-sm" className="lg:hidden" aria-label={tBulk("more")}>
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {may("exportSelected") ? (
              <DropdownMenuItem onSelect={() => setDialog("export")}>
                <FileDown aria-hidden="true" />
                {tBulk("export")}
              </DropdownMenuItem>
            ) : null}
            {may("tagOrder") ? (
              <DropdownMenuItem onSelect={() => setDialog("tag")}>
                <Tag aria-hidden="true" />
                {tBulk("tags")}
              </DropdownMenuItem>
            ) : null}
            <DropdownMenuItem
              tone="danger"
              disabled={voids.includes("cancel") || !may("cancelOrder")}
              onSelect={() => setDialog("cancel")}
            >
              <CircleX aria-hidden="true" />
              {tBulk("cancelThese", many("cancel"))}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        {may("confirmOrder") ? (
          <Button size="sm" {...action("confirm", "confirm")}>
            <Check aria-hidden="true" />
            {tBulk("confirmThese", {
              ...many("confirm"),
              price: formatMoney(sumOf((able.confirm ?? []).map(({ quote_price }) => quote_price))),
            })}
          </Button>
        ) : null}
        {may("createPrintJob") ? (
          <Button id={PRINT_SELECTED} size="sm" variant="primary" {...action("label", "print")}>
            <Printer aria-hidden="true" />
            {t("print", many("label"))}
          </Button>
        ) : null}
      </div>
      {voids.length > 0 ? (
        <p id={whyVoid} className="w-full text-right text-xs text-muted">
          {voids.map((action) => tBulk(`void.${action}`)).join(" ")}
        </p>
      ) : null}
      {dialog === "print" ? <PrintBatchDialog ids={ids} onClose={() => setDialog(null)} onBatch={onBatch} /> : null}
      {dialog === "export" ? (
        <ExportDialog
          what={{ ids }}
          count={t("count", { count: formatNumber(count), n: count })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === "confirm" ? <BulkConfirmDialog ids={ids} onClose={close} /> : null}
      {dialog === "tag" ? <BulkTagDialog ids={ids} onClose={() => setDialog(null)} /> : null}
      {dialog === "cancel" ? <BulkCancelDialog ids={ids} onClose={close} /> : null}
    </section>
  );
}

/** Selects every order that the list matches, on all of its pages, as far as the limit goes. */
function SelectAll({ selection, query, total, isAtLeast }: Listed) {
  const t = useTranslations("orderBulk.selection");
  const { where } = useWorkspace();
  const client = useQueryClient();
  const { isBusy, run } = useTask({ reading: true });
  const most = isAtLeast ? MAX_SELECTED : Math.min(total, MAX_SELECTED);
  if (useSelectedIds(selection).length >= most) return null;

  async function selectAll() {
    const found: string[] = [];
    while (found.length < most) {
      const page = { ...query, limit: String(PAGE), offset: String(found.length) };
      const { data } = await client.fetchQuery(queryFor("listOrders", page, where));
      if (data.length === 0) break;
      found.push(...data.map(({ order_id }) => order_id));
    }
    selection.set(found, true);
  }

  return (
    <Button size="sm" variant="ghost" loading={isBusy} onClick={() => run(selectAll)}>
      {isAtLeast ? t("uncounted") : t(total > MAX_SELECTED ? "first" : "all", { count: formatNumber(most) })}
    </Button>
  );
}

/** Asks before many orders are cancelled: how many, why, and with what effect. */
function BulkCancelDialog({ ids, onClose }: BulkDialogProps) {
  const t = useTranslations("orderBulk.cancel");
  const { account } = useWorkspace();
  const [why, setWhy] = useState<WhyCancelled>({ reason: "CUSTOMER_REQUEST", remarks: "" });
  const bulk = useBulk("cancel", ids, { operation: "cancelOrder", input: () => ({ ...why }) });
  const asked = { count: formatNumber(bulk.able.length), n: bulk.able.length };
  return (
    <BulkDialog
      action="cancel"
      bulk={bulk}
      question={{
        title: t("question", asked),
        means: (
          <>
            {t("means")} {account.pickPack ? t("inWarehouse") : null}
          </>
        ),
        start: t("start", asked),
        back: t("keep"),
        isDisabled: isTooLong(why),
        details: <CancelReason value={why} onChange={setWhy} />,
      }}
      onClose={onClose}
    />
  );
}

/** Asks before many saved orders are bought: how many, for how much, what can no longer be changed. */
function BulkConfirmDialog({ ids, onClose }: BulkDialogProps) {
  const t = useTranslations("orderBulk.confirm");
  const tActions = useTranslations("orderActions");
  const bulk = useBulk("confirm", ids, { operation: "confirmOrder", input: () => ({}) });
  const { able, quotes } = bulk;
  const price = formatMoney(sumOf(able.map(({ order_id, quote_price }) => quotes.get(order_id)?.price ?? quote_price)));
  const asked = { count: formatNumber(able.length), n: able.length, price };
  const held = able.filter(({ holds }) => holds.length > 0);
  const reasons = [...new Set(held.flatMap(({ holds }) => holds))].join(t("between"));
  return (
    <BulkDialog
      action="confirm"
      bulk={bulk}
      question={{
        title: t("question", asked),
        means: t("means"),
        start: t("start", asked),
        back: tActions("notYet"),
        details: (
          <>
            {held.length > 0 ? (
              <p className="rounded-md bg-warn-tint px-3 py-2 wrap-anywhere text-warn">
                {t("held", { n: held.length, count: formatNumber(held.length), reasons })}
              </p>
            ) : null}
            {quotes.size > 0 ? (
              <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">
                {t("dearer", { from: formatMoney(sumOf(able.map(({ quote_price }) => quote_price))), to: price })}
              </p>
            ) : null}
          </>
        ),
      }}
      onClose={onClose}
    />
  );
}
