"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { usePlace } from "@/components/environment";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody, type ListPage } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { Movement } from "@/lib/contracts/product";
import { formatNumber } from "@/lib/format";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { LIST_MOVEMENTS } from "./operations";
import { useProductPlace } from "./product-place";

/** The ledger of a product: all that moved its stock, the newest first. Its page stands in the URL. */
export function Movements({ productId, page }: { productId: string; page: ListPage }) {
  const t = useTranslations("products.ledger");
  const { where } = usePlace();
  const { product } = useProductPlace();
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(page);
  const list = useQuery({
    ...lazyQueryFor(LIST_MOVEMENTS, { product_id: productId, ...page }, where),
    placeholderData: keepPreviousData,
  });

  function turn({ offset, limit }: ListPage) {
    const [pathname = "", search = ""] = product(productId).split("?");
    const params = new URLSearchParams(search);
    if (limit !== "20") params.set("limit", limit);
    if (offset !== "0") params.set("offset", offset);
    startTransition(() => {
      show({ limit, offset });
      router.push(params.size ? `${pathname}?${params}` : pathname, { scroll: false });
    });
  }

  return (
    <Section flush id="movements" title={t("title")} className="scroll-mt-10">
      <ListBody
        list={list}
        page={shown}
        skeletonRows={3}
        onTurn={turn}
        empty={(total) => (
          <EmptyState
            title={t(total > 0 ? "pastEnd" : "none")}
            {...(total > 0 ? {} : { description: t("noneText") })}
          />
        )}
      >
        {(movements) => (
          <Table label={t("title")} className={cn((isPending || list.isPlaceholderData) && "opacity-60")}>
            <THead>
              <TR>
                <TH>{t("time")}</TH>
                <TH>{t("kind")}</TH>
                <TH align="end">{t("change")}</TH>
                <TH align="end">{t("onHand")}</TH>
                <TH align="end">{t("reservedAfter")}</TH>
                <TH>{t("why")}</TH>
              </TR>
            </THead>
            <TBody>
              {movements.map((movement) => (
                <Row key={movement.movement_id} movement={movement} />
              ))}
            </TBody>
          </Table>
        )}
      </ListBody>
    </Section>
  );
}

// With a true minus, as wide as the plus.
const signed = (units: string) =>
  units.startsWith("-") ? `−${formatNumber(units.slice(1))}` : `+${formatNumber(units)}`;

// The server gives these reasons in one language; what people write stays as they wrote it.
const OWN_REASONS = { "Order cancelled": "orderCancelled", "Missing when it was packed": "missing" } as const;

function Row({ movement }: { movement: Movement }) {
  const t = useTranslations("products.ledger");
  const { href, person } = usePlace();
  const { on_hand_change, reserved_change, order_id, moved_by } = movement;
  const own = OWN_REASONS[movement.reason as keyof typeof OWN_REASONS];
  const name = moved_by.name ?? "";
  return (
    <TR>
      <TD>
        <span className="block leading-4.5">
          <DateTime value={movement.time} />
        </span>
        <span className="block text-xs leading-4 text-muted">
          {name && moved_by.kind !== "client" ? name : t(`movers.${moved_by.kind}`, { name })}
        </span>
      </TD>
      <TD className="whitespace-nowrap">{t(`kinds.${movement.kind}`)}</TD>
      <TD align="end">
        {on_hand_change === "0" ? (
          <span className="text-muted">{t("reservedChange", { change: signed(reserved_change) })}</span>
        ) : (
          <span className={cn("font-semibold", on_hand_change.startsWith("-") ? "text-bad" : "text-ok")}>
            {signed(on_hand_change)}
          </span>
        )}
      </TD>
      <TD align="end">{formatNumber(movement.on_hand)}</TD>
      <TD align="end">{formatNumber(movement.reserved)}</TD>
      <TD className="max-w-72 min-w-36 break-words">
        {order_id === null ? null : person.role === "warehouse" ? (
          <span className="block font-mono text-xs">{order_id}</span>
        ) : (
          <Link
            href={href(`/orders/${order_id}`)}
            prefetch={false}
            className="rounded-xs font-mono text-xs text-accent underline-offset-4 hover:underline"
          >
            {order_id}
          </Link>
        )}
        {movement.reason ? <span className="block">{own ? t(`reasons.${own}`) : movement.reason}</span> : null}
      </TD>
    </TR>
  );
}
