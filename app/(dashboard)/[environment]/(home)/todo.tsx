import { CalendarClock, OctagonX, PackageMinus, Printer } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { STATUS_LOOK } from "@/components/ui/status-badge";
import { formatNumber } from "@/lib/format";
import { type OrderStatus, STUCK_STATUSES } from "@/lib/order-status";

const TINT = { neutral: "text-muted", ok: "text-ok", warn: "text-warn", bad: "text-bad", info: "text-info" } as const;

/** What the warehouse reports to a shop with pick-and-pack. */
export type WarehouseCounts = {
  /** Orders that the warehouse rejected in the last days. */
  rejected: number;
  /** Products at their low-stock mark, or below. */
  lowStock: number;
};

/** What couriers take from the merchant's own house today. */
export type DispatchCounts = {
  /** Orders whose label is not printed. */
  toPrint: number;
  /** Local orders without a collection, or that were not collected on its day. */
  toBook: number;
};

/** How many orders need which action; each figure links to the orders that it counts. */
export function Todo({
  counts,
  dispatch,
  warehouse,
  href,
}: {
  counts: Record<OrderStatus, number>;
  dispatch: DispatchCounts;
  /** Null for a shop without pick-and-pack. */
  warehouse: WarehouseCounts | null;
  href: (path: string) => string;
}) {
  const t = useTranslations("home");
  const Confirm = STATUS_LOOK.PENDING_CONFIRM.icon;
  const Stuck = STATUS_LOOK.EXCEPTION.icon;
  return (
    <Section
      title={t("todo")}
      flush
      className="overflow-hidden"
      actions={<TextLink href={href("/dispatch")}>{t("dispatch")}</TextLink>}
    >
      <ul
        className={cn(
          "grid grid-cols-1 gap-px bg-line sm:grid-cols-2",
          // Full rows: the tiles' own background hides the colour of the lines.
          warehouse ? "lg:grid-cols-3" : "lg:grid-cols-4",
        )}
      >
        <Tile
          name={t("print")}
          hint={t("printHint")}
          count={dispatch.toPrint}
          tint={TINT.info}
          icon={<Printer aria-hidden="true" />}
          href={href("/dispatch")}
        />
        <Tile
          name={t("confirm")}
          hint={t("confirmHint")}
          count={counts.PENDING_CONFIRM}
          tint={TINT[STATUS_LOOK.PENDING_CONFIRM.tone]}
          icon={<Confirm aria-hidden="true" />}
          href={href("/orders?status=PENDING_CONFIRM")}
        />
        <Tile
          name={t("attention")}
          hint={t("attentionHint")}
          count={STUCK_STATUSES.reduce((sum, status) => sum + counts[status], 0)}
          tint={TINT.bad}
          icon={<Stuck aria-hidden="true" />}
          href={href(`/orders?status=${STUCK_STATUSES.join(",")}`)}
        />
        <Tile
          name={t("book")}
          hint={t("bookHint")}
          count={dispatch.toBook}
          tint={TINT.info}
          icon={<CalendarClock aria-hidden="true" />}
          href={href("/dispatch")}
        />
        {warehouse ? (
          <>
            <Tile
              name={t("rejected")}
              hint={t("rejectedHint")}
              count={warehouse.rejected}
              tint={TINT.bad}
              icon={<OctagonX aria-hidden="true" />}
              href={href("/pick-pack?status=PICKPACK_REJECTED")}
            />
            <Tile
              name={t("lowStock")}
              hint={t("lowStockHint")}
              count={warehouse.lowStock}
              tint={TINT.warn}
              icon={<PackageMinus aria-hidden="true" />}
              href={href("/products?is_low_stock=Y")}
            />
          </>
        ) : null}
      </ul>
    </Section>
  );
}

function Tile({
  name,
  hint,
  count,
  tint,
  icon,
  href,
}: {
  name: string;
  hint: string;
  count: number;
  /** The icon's colour, if there is anything to do. */
  tint: string;
  icon: ReactNode;
  href: string;
}) {
  return (
    <li className="bg-surface">
      <Link
        href={href}
        className="grid h-full grid-cols-[1fr_auto] content-start items-start gap-x-3 gap-y-0.5 px-4 py-3 text-text no-underline hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="flex items-center gap-2 font-semibold">
          <span className={cn("[&_svg]:size-4 [&_svg]:shrink-0", count > 0 ? tint : "text-muted")}>{icon}</span>
          {name}
        </span>
        <span className={cn("row-span-2 self-center text-lg tabular-nums", count > 0 ? "font-semibold" : "text-muted")}>
          {formatNumber(count)}
        </span>
        <span className="text-xs text-muted">{hint}</span>
      </Link>
    </li>
  );
}
