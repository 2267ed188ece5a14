"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { queryFor } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { formatNumber } from "@/lib/format";
import { LATE_PARTS } from "./late-queries";

/** What left earlier and does not arrive: failed, stopped, or past its day. */
export function LateAndStuck() {
  const t = useTranslations("collections.late");
  const { where, href } = usePlace();
  const stuck = useQuery(queryFor("listOrders", LATE_PARTS.stuck.query, where));
  const late = useQuery(queryFor("listOrders", LATE_PARTS.late.query, where));
  const parts = [
    { key: "stuck", list: stuck.data },
    { key: "late", list: late.data },
  ] as const;
  const shown = parts.filter(({ list }) => list && list.data.length > 0);
  if (shown.length === 0) return null;
  return (
    <Section flush title={t("title")}>
      {shown.map(({ key, list }) => (
        <div key={key} className="border-t border-line first:border-t-0">
          <p className="flex justify-between gap-2 px-4 pt-2 text-xs text-muted">
            {t(key)}
            <TextLink href={href(LATE_PARTS[key].path)}>
              {t(list?.pagination.total_is_at_least ? "atLeast" : "all", {
                count: formatNumber(list?.pagination.total ?? 0),
              })}
            </TextLink>
          </p>
          <ul>
            {list?.data.map((order) => (
              <Row key={order.order_id} order={order} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

function Row({ order }: { order: OrderRow }) {
  const { href } = usePlace();
  return (
    <li className="flex items-center gap-2 px-4 py-1.5">
      <TextLink href={href(`/orders/${order.order_id}`)} className="min-w-0 flex-1 truncate">
        <bdi>{order.recipient_name}</bdi>
      </TextLink>
      <StatusBadge status={order.order_status} />
    </li>
  );
}
