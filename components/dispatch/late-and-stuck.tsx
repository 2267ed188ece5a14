"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { Age } from "@/components/pick-pack/age";
import { useScanLabel } from "@/components/sub-status";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { queryFor } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { formatDate, formatNumber } from "@/lib/format";
import { LATE_PARTS } from "./late-queries";

/** What left earlier and does not arrive: failed, stopped, or past its day. */
export function LateAndStuck() {
  const t = useTranslations("collections.late");
  const { where, href } = useWorkspace();
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

/** Why and since when it is stuck, or until when it should have arrived. */
function Row({ order: { order_id, recipient_name, order_status, problem, estimated_delivery } }: { order: OrderRow }) {
  const t = useTranslations("ui");
  const language = useLocale();
  const { href } = useWorkspace();
  const scanLabel = useScanLabel();
  const reason = problem && scanLabel(problem.sub_status, problem.description);
  return (
    <li className="px-4 py-1.5">
      <span className="flex items-center gap-2">
        <TextLink href={href(`/orders/${order_id}`)} className="min-w-0 flex-1 truncate">
          <bdi>{recipient_name}</bdi>
        </TextLink>
        <StatusBadge status={order_status} />
      </span>
      <span className="block text-xs text-muted">
        {problem ? (
          <>
            <Age minutes={problem.age_minutes} />
            {reason ? (
              <>
                {" · "}
                <bdi>{reason}</bdi>
              </>
            ) : null}
          </>
        ) : estimated_delivery ? (
          t("late", { date: formatDate(estimated_delivery, language, { weekday: true }) })
        ) : null}
      </span>
    </li>
  );
}
