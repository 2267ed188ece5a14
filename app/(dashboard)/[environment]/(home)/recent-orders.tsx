"use client";

import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { OrderPrice } from "@/components/orders/order-price";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import type { OrderRow } from "@/lib/contracts/order";

/** The latest orders, newest first. */
export function RecentOrders({ rows }: { rows: readonly OrderRow[] }) {
  const t = useTranslations("home");
  const { href } = useWorkspace();
  return (
    <Section title={t("recent")} flush actions={<TextLink href={href("/orders")}>{t("all")}</TextLink>}>
      <ListTable
        label={t("recent")}
        rows={rows}
        keyOf={({ order_id }) => order_id}
        rowClass="card:grid-cols-[minmax(0,1fr)_auto]"
        columns={[
          {
            key: "order",
            head: t("order"),
            cell: (row) => (
              <>
                <RowLink
                  href={href(`/orders/${row.order_id}`)}
                  className="font-semibold whitespace-nowrap tabular-nums"
                >
                  {row.order_id}
                </RowLink>
                <span className="block text-xs wrap-anywhere text-muted row:hidden">
                  <bdi>{row.recipient_name}</bdi> · <OrderPrice order={row} />
                </span>
              </>
            ),
          },
          {
            key: "recipient",
            head: t("recipient"),
            room: "card:hidden",
            place: "max-w-64 truncate",
            cell: (row) => (
              <>
                <bdi>{row.recipient_name}</bdi>
                {row.ship_type === "intl" ? (
                  <span className="ml-2 text-xs text-muted">{row.recipient_country}</span>
                ) : null}
              </>
            ),
          },
          {
            key: "status",
            head: t("status"),
            cell: ({ order_status }) => <StatusBadge status={order_status} />,
          },
          {
            key: "price",
            head: t("price"),
            align: "end",
            room: "card:hidden",
            cell: (row) => <OrderPrice order={row} />,
          },
          {
            key: "created",
            head: t("created"),
            room: "card:hidden",
            place: "text-muted",
            cell: ({ create_time }) => <DateTime value={create_time} />,
          },
        ]}
      />
    </Section>
  );
}
