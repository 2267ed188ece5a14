"use client";

import { Check, ChevronDown, CircleX, Pencil, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import type { OrderRecord } from "@/lib/contracts/order";
import { type OrderActions, type Paper, rememberedPaper } from "../order-actions";

/** Number, state and what can be done: only what the order's state allows. One of it stands out. */
export function OrderHeader({ order, actions }: { order: OrderRecord; actions: OrderActions }) {
  const t = useTranslations("orderPage");
  const words = useTranslations("orderActions");
  const { href } = usePlace();
  const allowed = order.available_actions;
  return (
    <PageHeader
      back={<TextLink href={href("/orders")}>← {t("orders")}</TextLink>}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="whitespace-nowrap">{t("title", { order: order.order_id })}</span>
          <CopyButton text={order.order_id} what={t("orderNumber")} size="icon-sm" className="-ml-1 text-muted" />
          <StatusBadge status={order.order_status} />
        </span>
      }
      actions={
        <>
          {allowed.includes("cancel") ? (
            <Button onClick={() => actions.cancel(order)}>
              <CircleX aria-hidden="true" />
              {words("cancel")}
            </Button>
          ) : null}
          {allowed.includes("update") ? (
            <LinkButton href={href(`/orders/${order.order_id}/edit`)} prefetch={false}>
              <Pencil aria-hidden="true" />
              {words("edit")}
            </LinkButton>
          ) : null}
          {allowed.includes("label") ? (
            <LabelButton order={order} actions={actions} isPrimary={order.order_status === "READY_TO_SHIP"} />
          ) : null}
          {allowed.includes("confirm") ? (
            <Button variant="primary" onClick={() => actions.confirm(order)}>
              <Check aria-hidden="true" />
              {words("confirm")}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

const PAPERS: readonly Paper[] = ["100x150", "A4", "A6"];

/** One press prints on the paper used last for this kind of order; the arrow beside it offers the others. */
function LabelButton({ order, actions, isPrimary }: { order: OrderRecord; actions: OrderActions; isPrimary: boolean }) {
  const t = useTranslations("orderActions");
  const [paper, setPaper] = useState<Paper>("100x150");
  const variant = isPrimary ? "primary" : "secondary";

  // Only the device knows; the server writes the page with the usual paper.
  useEffect(() => setPaper(rememberedPaper(order.ship_type) ?? "100x150"), [order.ship_type]);

  function print(chosen: Paper) {
    setPaper(chosen);
    actions.printLabel(order, chosen);
  }

  return (
    <div className="flex">
      <Button variant={variant} loading={actions.isPrinting} className="rounded-r-none" onClick={() => print(paper)}>
        <Printer aria-hidden="true" />
        {t("printLabel")}
        <span className="font-normal">{t(`papers.${paper}`)}</span>
      </Button>
      <LazyMenu
        load={() => import("./paper-menu")}
        props={{ papers: PAPERS, paper, onChoose: print }}
        trigger={
          <Button
            variant={variant}
            size="icon"
            aria-label={t("otherPaper")}
            className={isPrimary ? "rounded-l-none border-l-on-accent/40" : "-ml-px rounded-l-none"}
          >
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      />
    </div>
  );
}
