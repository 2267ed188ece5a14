"use client";

import { Printer, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { MAX_SELECTED, type Selection } from "@/components/use-selection";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { formatNumber } from "@/lib/format";
import { callLazily } from "@/lib/lazy-contract";
import type { Batch } from "./batch-panel";
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
  const { where } = usePlace();
  const showFailure = useFailureToast();
  const [isPrinting, setIsPrinting] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const count = selection.ids.length;
  const most = Math.min(total, MAX_SELECTED);

  async function selectAll() {
    setIsReading(true);
    try {
      const found: string[] = [];
      while (found.length < most) {
        const page = { ...query, limit: String(PAGE), offset: String(found.length) };
        const { data } = await callLazily(LIST_ORDERS, page, where);
        if (data.length === 0) break;
        found.push(...data.map(({ order_id }) => order_id));
      }
      selection.set(found, true);
    } catch (error) {
      showFailure(error);
    } finally {
      setIsReading(false);
    }
  }

  return (
    <section
      aria-label={t("label")}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-t border-line bg-surface px-4 py-2 shadow-panel"
    >
      <p role="status" className="font-semibold">
        {t("count", { count: formatNumber(count), n: count })}
      </p>
      {count < most ? (
        <Button size="sm" variant="ghost" loading={isReading} onClick={() => void selectAll()}>
          {t(total > MAX_SELECTED ? "first" : "all", { count: formatNumber(most) })}
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2">
        <Button size="sm" variant="ghost" onClick={selection.clear}>
          <X aria-hidden="true" />
          {t("clear")}
        </Button>
        <Button size="sm" variant="primary" onClick={() => setIsPrinting(true)}>
          <Printer aria-hidden="true" />
          {t("print")}
        </Button>
      </div>
      {isPrinting ? (
        <PrintBatchDialog ids={selection.ids} onClose={() => setIsPrinting(false)} onBatch={onBatch} />
      ) : null}
    </section>
  );
}
