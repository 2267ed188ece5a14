"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { readTrail, saveTrail } from "@/components/orders/list-trail";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Kbd } from "@/components/ui/kbd";
import { TextLink } from "@/components/ui/link-button";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { queryFor } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import { ORDERS_URL } from "../list/orders-url";

const STEPS = { before: -1, next: 1 } as const;
const KEYS = { before: "K", next: "J" } as const;

/** The way back to the list that one came from, and to the orders before and after this one in it. */
export function Neighbours({ orderId }: { orderId: string }) {
  const t = useTranslations("orderPage");
  const router = useRouter();
  const client = useQueryClient();
  const showFailure = useFailureToast({ reading: true });
  const { where, href } = useWorkspace();
  const isHydrated = useIsHydrated();
  const [isBusy, setIsBusy] = useState(false);
  const trail = isHydrated ? readTrail(where) : null;
  const at = trail?.ids.indexOf(orderId) ?? -1;
  const isIn = trail !== null && at >= 0;
  const position = isIn ? Number(trail.query.offset ?? 0) + at : 0;

  async function go(step: number) {
    if (!isIn || isBusy || position + step < 0 || position + step >= trail.total) return;
    const near = trail.ids[at + step];
    if (near) return router.push(href(`/orders/${near}`));
    setIsBusy(true);
    const limit = Number(trail.query.limit);
    const query = { ...trail.query, offset: String(Math.max(0, Number(trail.query.offset ?? 0) + step * limit)) };
    try {
      const page = await client.fetchQuery(queryFor("listOrders", query, where));
      const ids = page.data.map(({ order_id }) => order_id);
      saveTrail(where, { query, ids, total: page.pagination.total });
      const id = ids.at(step > 0 ? 0 : -1);
      if (id) router.push(href(`/orders/${id}`));
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  useShortcuts(
    isIn
      ? [
          { keys: [KEYS.next.toLowerCase()], label: t("neighbours.next"), run: () => void go(STEPS.next) },
          { keys: [KEYS.before.toLowerCase()], label: t("neighbours.before"), run: () => void go(STEPS.before) },
        ]
      : [],
  );
  const list = href("/orders");
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <TextLink href={isIn ? ORDERS_URL.listHref(list, trail.query) : list}>← {t("orders")}</TextLink>
      {isIn && trail.total > 1 ? (
        <span className="flex items-center gap-1 text-muted tabular-nums">
          <span>{t("neighbours.position", { at: formatNumber(position + 1), of: formatNumber(trail.total) })}</span>
          {(["before", "next"] as const).map((way) => (
            <Button
              key={way}
              size="icon-sm"
              variant="ghost"
              aria-label={t(`neighbours.${way}`)}
              aria-keyshortcuts={KEYS[way]}
              disabled={isBusy || (way === "next" ? position + 1 >= trail.total : position === 0)}
              onClick={() => void go(STEPS[way])}
            >
              {way === "next" ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
            </Button>
          ))}
          <span aria-hidden="true" className="hidden gap-1 sm:flex">
            <Kbd>{KEYS.before}</Kbd>
            <Kbd>{KEYS.next}</Kbd>
          </span>
        </span>
      ) : null}
    </span>
  );
}
