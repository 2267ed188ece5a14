"use client";

import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import type { ActionOrder } from "@/components/orders/in-warehouse";
import { useInWarehouse } from "@/components/orders/in-warehouse";
import { PickPackBadge } from "@/components/pick-pack/pick-pack-badge";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";

/** How far the warehouse is with the order, and a link to its page there; nothing if it never came there. */
export function PickPackBlock({ order }: { order: ActionOrder }) {
  const t = useTranslations("pickPack");
  const { href } = usePlace();
  const row = useInWarehouse(order);
  if (!row) return null;
  return (
    <Section title={t("block.title")} actions={<PickPackBadge status={row.status} />}>
      {row.is_cancel_requested === "Y" ? <p className="mb-1 text-warn">{t("cancelAsked")}</p> : null}
      {row.short === "Y" ? <p className="mb-1 font-semibold text-warn">{t("short.tag")}</p> : null}
      {row.reject_type ? <p className="mb-1 text-muted">{t(`rejectTypes.${row.reject_type}`)}</p> : null}
      <TextLink href={href(`/pick-pack/${order.order_id}`)} prefetch={false}>
        {t("block.open")}
      </TextLink>
    </Section>
  );
}
