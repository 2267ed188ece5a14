"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { PickPackBadge } from "@/components/pick-pack/pick-pack-badge";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { LIST_PICK_PACK } from "../../pick-pack/operations";

/** How far the warehouse is with the order, and the way to its page there; nothing where it never came there. */
export function PickPackBlock({ orderId }: { orderId: string }) {
  const t = useTranslations("pickPack");
  const { where, account, href } = usePlace();
  // The list and not the order's own operation: that one draws documents.
  const { data } = useQuery({
    ...lazyQueryFor(LIST_PICK_PACK, { q: orderId }, where),
    enabled: account.pickPack,
  });
  const row = data?.data.find(({ order_id }) => order_id === orderId);
  if (!row) return null;
  return (
    <Section title={t("block.title")} actions={<PickPackBadge status={row.status} />}>
      {row.is_cancel_requested === "Y" ? <p className="mb-1 text-warn">{t("cancelAsked")}</p> : null}
      {row.reject_type ? <p className="mb-1 text-muted">{t(`rejectTypes.${row.reject_type}`)}</p> : null}
      <TextLink href={href(`/pick-pack/${orderId}`)} prefetch={false}>
        {t("block.open")}
      </TextLink>
    </Section>
  );
}
