"use client";

import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { isToScan } from "@/lib/dispatch";
import { formatNumber } from "@/lib/format";

const SHOWN = 8;

/** What is printed and was not scanned out: it may lie somewhere. */
export function ToScan({ orders }: { orders: readonly DispatchOrder[] }) {
  const t = useTranslations("dispatch.toScan");
  const { href } = useWorkspace();
  const left = orders.filter((order) => order.is_printed && isToScan(order));
  if (left.length === 0) return null;
  return (
    <Section
      flush
      title={t("title")}
      actions={
        <span className="rounded-sm bg-hover px-2 py-0.5 text-xs font-semibold tabular-nums">
          {formatNumber(left.length)}
        </span>
      }
    >
      <ul className="divide-y divide-line">
        {left.slice(0, SHOWN).map(({ order_id, reference, recipient_name }) => (
          <li key={order_id} className="flex items-center gap-2 px-4 py-2">
            <Package aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <bdi className="min-w-0 flex-1 truncate">{recipient_name}</bdi>
            <TextLink href={href(`/orders/${order_id}`)} className="text-xs">
              {reference ?? order_id}
            </TextLink>
          </li>
        ))}
      </ul>
      {left.length > SHOWN ? (
        <p className="px-4 py-2 text-xs text-muted">{t("more", { count: formatNumber(left.length - SHOWN) })}</p>
      ) : null}
    </Section>
  );
}
