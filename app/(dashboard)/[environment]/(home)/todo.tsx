import Link from "next/link";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/section";
import { STATUS_LOOK } from "@/components/ui/status-badge";
import { formatNumber } from "@/lib/format";
import type { OrderStatus } from "@/lib/order-status";

type Kind = "confirm" | "attention" | "ready" | "transit";

const KINDS: readonly { kind: Kind; statuses: readonly OrderStatus[]; look: OrderStatus }[] = [
  { kind: "confirm", statuses: ["PENDING_CONFIRM"], look: "PENDING_CONFIRM" },
  { kind: "attention", statuses: ["EXCEPTION", "FAILED_DELIVERY"], look: "EXCEPTION" },
  { kind: "ready", statuses: ["READY_TO_SHIP"], look: "READY_TO_SHIP" },
  { kind: "transit", statuses: ["PICKED_UP", "IN_TRANSIT", "OUT_FOR_DELIVERY"], look: "IN_TRANSIT" },
];

const TINT = { neutral: "text-muted", ok: "text-ok", warn: "text-warn", bad: "text-bad", info: "text-info" } as const;

/** How many orders wait for what; each figure leads to those orders. */
export function Todo({ counts, href }: { counts: Record<OrderStatus, number>; href: (path: string) => string }) {
  const t = useTranslations("home");
  return (
    <Section title={t("todo")} flush>
      <ul className="grid grid-cols-1 sm:grid-cols-2 lg:grid-cols-4 lg:divide-x lg:divide-line">
        {KINDS.map(({ kind, statuses, look }, index) => {
          const { icon: Icon, tone } = STATUS_LOOK[look];
          const count = statuses.reduce((sum, status) => sum + counts[status], 0);
          return (
            <li
              key={kind}
              className={cn(
                "border-line max-lg:border-b max-lg:last:border-b-0",
                index === 2 && "sm:max-lg:border-b-0",
                index % 2 === 0 && "sm:max-lg:border-r",
              )}
            >
              <Link
                href={href(`/orders?status=${statuses.join(",")}`)}
                className="grid h-full grid-cols-[1fr_auto] content-start items-start gap-x-3 gap-y-0.5 px-4 py-3 text-text no-underline hover:bg-hover focus-visible:outline-offset-[-2px]"
              >
                <span className="flex items-center gap-2 font-semibold">
                  <Icon aria-hidden="true" className={cn("size-4 shrink-0", count > 0 ? TINT[tone] : "text-muted")} />
                  {t(kind)}
                </span>
                <span
                  className={cn(
                    "row-span-2 self-center text-lg tabular-nums",
                    count > 0 ? "font-semibold" : "text-muted",
                  )}
                >
                  {formatNumber(count)}
                </span>
                <span className="text-xs text-muted">{t(`${kind}Hint`)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
