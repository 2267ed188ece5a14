"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { LinkButton } from "@/components/ui/link-button";
import { useWarehouse } from "@/components/warehouse/place";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { lazily } from "@/lib/lazily";
import { movesOf } from "./run-moves";
import type { QueueActions } from "./use-queue-actions";

/** What comes next with an order, in one press; the menu has all else that its state allows. */
export function RowActions({ row, actions }: { row: PickPackRow; actions: QueueActions }) {
  const t = useTranslations("warehouse.queue");
  return (
    <span className="flex items-center justify-end gap-1">
      <NextStep row={row} actions={actions} />
      <LazyMenu
        load={() => lazily(() => import("./row-menu-list"))}
        props={{ row, actions }}
        trigger={
          <Button
            variant="ghost"
            size="icon"
            className="text-muted pointer-coarse:size-11"
            aria-label={t("menuOf", { order: row.order_id })}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      />
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
