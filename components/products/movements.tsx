"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ListTable } from "@/components/ui/list-table";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { ListMovementsQuery, Movement } from "@/lib/contracts/product";
import { formatNumber } from "@/lib/format";
import { type ListView, listUrl } from "@/lib/lists/list-url";
import { useProductPlace } from "./product-place";

const LEDGER_URL = listUrl<ListMovementsQuery>({ limit: "20", offset: "0" });

/** The ledger of a product: everything that moved its stock, newest first. Its page is in the URL. */
export function Movements({ productId, view }: { productId: string; view: ListView<ListMovementsQuery> }) {
  const t = useTranslations("products.ledger");
  const { product } = useProductPlace();
  const list = useList("listMovements", view, {
    base: product(productId),
    url: LEDGER_URL,
    inputOf: (query) => ({ product_id: productId, ...query }),
  });
  return (
    <ListPage
      list={list}
      id="movements"
      title={t("title")}
      className="scroll-mt-10"
      skeleton={<SkeletonRows rows={3} />}
      empty={<EmptyState title={t("none")} description={t("noneText")} />}
    >
      {(movements, isBusy) => <Ledger movements={movements} isBusy={isBusy} />}
    </ListPage>
  );
}

// With a real minus sign, which is as wide as the plus.
const signed = (units: string) =>
  units.startsWith("-") ? `−${formatNumber(units.slice(1))}` : `+${formatNumber(units)}`;

// The server writes these reasons in one language; what people write stays as they wrote it.
const OWN_REASONS = {
  "Order cancelled": "orderCancelled",
  // Written by the previous version.
  "Missing when it was packed": "missing",
  "Packed short": "packedShort",
  "To be packed again": "packedAgain",
} as const;

function Ledger({ movements, isBusy }: { movements: readonly Movement[]; isBusy: boolean }) {
  const t = useTranslations("products.ledger");
  return (
    <ListTable
      label={t("title")}
      rows={movements}
      keyOf={({ movement_id }) => movement_id}
      opens="nothing"
      rowClass="card:grid-cols-3 card:items-start"
      columns={[
        {
          key: "time",
          head: t("time"),
          place: "card:col-span-2 card:row-start-1",
          cell: (movement) => <TimeAndMover movement={movement} />,
        },
        {
          key: "kind",
          head: t("kind"),
          place: "whitespace-nowrap card:at-1/3 card:text-right",
          cell: ({ kind }) => t(`kinds.${kind}`),
        },
        { ...FIGURE, key: "change", head: t("change"), cell: (movement) => <Change movement={movement} /> },
        { ...FIGURE, key: "onHand", head: t("onHand"), cell: ({ on_hand }) => formatNumber(on_hand) },
        { ...FIGURE, key: "reserved", head: t("reservedAfter"), cell: ({ reserved }) => formatNumber(reserved) },
        {
          key: "why",
          head: t("why"),
          place: "max-w-72 min-w-36 break-words card:col-span-3 card:row-start-3 card:max-w-none",
          cell: (movement) => <Why movement={movement} />,
        },
      ]}
      isBusy={isBusy}
    />
  );
}

const FIGURE = { align: "end", isNamed: true, place: "card:row-start-2 card:text-left" } as const;

function TimeAndMover({ movement: { time, moved_by } }: { movement: Movement }) {
  const t = useTranslations("products.ledger");
  const name = moved_by.name ?? "";
  return (
    <>
      <span className="block leading-4.5">
        <DateTime value={time} />
      </span>
      <span className="block text-xs leading-4 text-muted">
        {name && moved_by.kind !== "client" ? name : t(`movers.${moved_by.kind}`, { name })}
      </span>
    </>
  );
}

function Change({ movement }: { movement: Movement }) {
  const t = useTranslations("products.ledger");
  const { on_hand_change, reserved_change } = movement;
  return (
    <>
      {on_hand_change === "0" ? null : (
        <span className={cn("block font-semibold", on_hand_change.startsWith("-") ? "text-bad" : "text-ok")}>
          {signed(on_hand_change)}
        </span>
      )}
      {on_hand_change === "0" && reserved_change !== "0" ? (
        <span className="block text-muted">{t("reservedChange", { change: signed(reserved_change) })}</span>
      ) : null}
      {(["missing", "damaged"] as const).map((name) =>
        movement[`${name}_change`] === "0" ? null : (
          <span key={name} className="block text-muted">
            {t(`${name}Change`, { change: signed(movement[`${name}_change`]) })}
          </span>
        ),
      )}
    </>
  );
}

function Why({ movement: { order_id, reason } }: { movement: Movement }) {
  const t = useTranslations("products.ledger");
  const { href, person } = useWorkspace();
  const own = OWN_REASONS[reason as keyof typeof OWN_REASONS];
  return (
    <>
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
      {reason ? <span className="block">{own ? t(`reasons.${own}`) : reason}</span> : null}
    </>
  );
}
