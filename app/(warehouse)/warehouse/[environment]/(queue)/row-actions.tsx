"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { RowMenu } from "@/components/ui/row-menu";
import { useWarehouse } from "@/components/warehouse/place";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { QueueMenu } from "./queue-menu";
import { movesOf } from "./run-moves";
import type { QueueActions } from "./use-queue-actions";

/** The next step of an order, in one click; the menu has everything else that its state allows. */
export function RowActions({ row, actions }: { row: PickPackRow; actions: QueueActions }) {
  const t = useTranslations("warehouse.queue");
  return (
    <span className="flex items-center justify-end gap-1">
      <NextStep row={row} actions={actions} />
      <RowMenu label={t("menuOf", { order: row.order_id })} size="icon" className="text-muted pointer-coarse:size-11">
        <QueueMenu row={row} actions={actions} />
      </RowMenu>
    </span>
  );
}

function NextStep({ row, actions }: { row: PickPackRow; actions: QueueActions }) {
  const t = useTranslations("warehouse.queue.steps");
  const { href, person } = useWarehouse();
  const moves = movesOf(row, person.role);
  const values = { order: row.order_id };
  if (row.is_cancel_requested === "Y" && moves.includes("cancel"))
    return (
      <Button
        className="pointer-coarse:h-11"
        loading={actions.isMoving(row.order_id)}
        aria-label={t("answerOf", values)}
        onClick={() => actions.answer(row)}
      >
        {t("answer")}
      </Button>
    );
  if (moves.includes("confirm"))
    return (
      <Button
        className="pointer-coarse:h-11"
        loading={actions.isMoving(row.order_id)}
        aria-label={t("confirmOf", values)}
        onClick={() => actions.confirm([row])}
      >
        {t("confirm")}
      </Button>
    );
  if (moves.includes("ready"))
    return (
      <LinkButton
        href={href(`/bench/${row.order_id}`)}
        prefetch={false}
        className="pointer-coarse:h-11"
        aria-label={t("packOf", values)}
      >
        {t("pack")}
      </LinkButton>
    );
  return null;
}
