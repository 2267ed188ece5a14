import { CalendarClock, type LucideIcon, OctagonX, PackageMinus, Printer } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { BadgeTone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { STATUS_LOOK } from "@/components/ui/status-badge";
import { formatNumber } from "@/lib/format";
import { type OrderStatus, STUCK_STATUSES, TO_PRINT } from "@/lib/orders/status";

const TINT = { neutral: "text-muted", ok: "text-ok", warn: "text-warn", bad: "text-bad", info: "text-info" } as const;

/** What the warehouse reports to a shop with pick-and-pack. */
export type WarehouseCounts = {
  /** Orders that the warehouse rejected in the last days. */
  rejected: number;
  /** Products at their low-stock mark, or below. */
  lowStock: number;
};

/** How many orders need which action; each figure links to the orders that it counts. */
export function Todo({
  counts,
  toPrint,
  toBook,
  warehouse,
  href,
}: {
  counts: Record<OrderStatus, number>;
  /** Orders whose label is to be printed; of a shop with pick-and-pack, those that do not leave from the warehouse. */
  toPrint: number;
  /** Local orders without a collection, or that were not collected on its day. */
  toBook: number;
  /** Null for a shop without pick-and-pack. */
  warehouse: WarehouseCounts | null;
  href: (path: string) => string;
}) {
  const t = useTranslations("home");
  const stuck = STUCK_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const tiles: TileProps[] = [
    {
      name: "print",
      count: toPrint,
      tone: "info",
      icon: Printer,
      path: warehouse ? "/dispatch" : `/orders?${new URLSearchParams(TO_PRINT)}`,
    },
    {
      name: "confirm",
      count: counts.PENDING_CONFIRM,
      ...STATUS_LOOK.PENDING_CONFIRM,
      path: "/orders?status=PENDING_CONFIRM",
    },
    { name: "attention", count: stuck, ...STATUS_LOOK.EXCEPTION, path: `/orders?status=${STUCK_STATUSES.join(",")}` },
    { name: "book", count: toBook, tone: "info", icon: CalendarClock, path: "/dispatch" },
  ];
  if (warehouse)
    tiles.push(
      {
        name: "rejected",
        count: warehouse.rejected,
        tone: "bad",
        icon: OctagonX,
        path: "/pick-pack?status=PICKPACK_REJECTED",
      },
      {
        name: "lowStock",
        count: warehouse.lowStock,
        tone: "warn",
        icon: PackageMinus,
        path: "/products?is_low_stock=Y",
      },
    );
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
        {tiles.map((tile) => (
          <Tile key={tile.name} {...tile} path={href(tile.path)} />
        ))}
      </ul>
    </Section>
  );
}

type TileProps = {
  /** Its messages are `home.{name}` and `home.{name}Hint`. */
  name: "print" | "confirm" | "attention" | "book" | "rejected" | "lowStock";
  count: number;
  /** The icon's colour, if there is anything to do. */
  tone: BadgeTone;
  icon: LucideIcon;
  path: string;
};

function Tile({ name, count, tone, icon: Icon, path }: TileProps) {
  const t = useTranslations("home");
  return (
    <li className="bg-surface">
      <Link
        href={path}
        className="grid h-full grid-cols-[1fr_auto] content-start items-start gap-x-3 gap-y-0.5 px-4 py-3 text-text no-underline hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="flex items-center gap-2 font-semibold">
          <Icon aria-hidden="true" className={cn("size-4 shrink-0", count > 0 ? TINT[tone] : "text-muted")} />
          {t(name)}
        </span>
        <span className={cn("row-span-2 self-center text-lg tabular-nums", count > 0 ? "font-semibold" : "text-muted")}>
          {formatNumber(count)}
        </span>
        <span className="text-xs text-muted">{t(`${name}Hint`)}</span>
      </Link>
    </li>
  );
}
