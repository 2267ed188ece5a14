"use client";

import { Check, ListPlus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Selection, useSelectedIds } from "@/components/lists/use-selection";
import { Button } from "@/components/ui/button";
import { useWarehouse } from "@/components/warehouse/workspace";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { formatNumber } from "@/lib/format";
import type { PickPackMove } from "@/lib/warehouse/pickpack-status";
import { movesOf } from "./queue-moves";
import type { QueueActions } from "./use-queue-actions";

/** The actions on the selected orders: each button counts those whose state allows it. */
export function SelectionBar({
  shown,
  selection,
  actions,
  onWave,
}: {
  /** Actions never touch rows that are not shown. */
  shown: readonly PickPackRow[];
  selection: Selection;
  actions: QueueActions;
  /** Makes a wave of these orders. */
  onWave: (rows: readonly PickPackRow[]) => void;
}) {
  const t = useTranslations("warehouse.queue.selection");
  const { person } = useWarehouse();
  const selected = new Set(useSelectedIds(selection));
  const rows = shown.filter(({ order_id }) => selected.has(order_id));
  if (rows.length === 0) return null;
  const allowing = (move: PickPackMove) => rows.filter((row) => movesOf(row, person.role).includes(move));
  const toConfirm = allowing("confirm");
  const toReject = allowing("reject");
  const toCancel = allowing("cancel");
  const toWave = rows.filter(
    ({ status, wave_id, is_cancel_requested }) =>
      status === "PICKPACK_CONFIRMED" && wave_id === null && is_cancel_requested === "N",
  );
  const { progress } = actions;
  const size = "pointer-coarse:h-11";
  return (
    <section
      aria-label={t("label")}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-t border-line bg-surface px-4 py-2 shadow-panel"
    >
      <p role="status" className="font-semibold tabular-nums">
        {progress ? t("progress", progress) : t("count", { n: rows.length, count: formatNumber(rows.length) })}
      </p>
      <Button variant="ghost" className={size} disabled={progress !== null} onClick={selection.clear}>
        <X aria-hidden="true" />
        {t("clear")}
      </Button>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {toCancel.length > 0 ? (
          <Button className={size} disabled={progress !== null} onClick={() => actions.cancel(toCancel)}>
            {t("cancel", { count: toCancel.length })}
          </Button>
        ) : null}
        {toReject.length > 0 ? (
          <Button className={size} disabled={progress !== null} onClick={() => actions.reject(toReject)}>
            {t("reject", { count: toReject.length })}
          </Button>
        ) : null}
        {toWave.length > 0 ? (
          <Button className={size} disabled={progress !== null} onClick={() => onWave(toWave)}>
            <ListPlus aria-hidden="true" />
            {t("wave", { count: toWave.length })}
          </Button>
        ) : null}
        {toConfirm.length > 0 ? (
          <Button
            variant="primary"
            className={size}
            loading={progress !== null}
            onClick={() => actions.confirm(toConfirm)}
          >
            <Check aria-hidden="true" />
            {t("confirm", { count: toConfirm.length })}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
