import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { TrackingView } from "@/lib/contracts/tracking-parts";
import type { OrderStatus, TrackingEvent } from "@/lib/orders/status";
import { wordOf } from "@/lib/webhooks/event-names";
import { useScanLabel } from "./sub-status";
import type { BadgeTone } from "./ui/badge";
import { cn } from "./ui/cn";
import { DateTime } from "./ui/date-time";
import { STATUS_LOOK } from "./ui/status-badge";

type Checkpoint = TrackingView["checkpoint_list"][number];
type CountryOf = (code: string | null) => string | null;

/** The state that a checkpoint's word belongs to, for its icon. */
function statusOf({ status }: Checkpoint): OrderStatus {
  return status === "pending" ? "DRAFT" : (status.toUpperCase() as OrderStatus);
}

// What the product itself writes as a checkpoint's description.
const OWN_WORDS = ["order information received", "order cancelled"];

/** Whether the description repeats the headline, which is in the reader's language. */
function saysTheSame({ description, status }: Checkpoint): boolean {
  const text = description?.toLowerCase() ?? "";
  return OWN_WORDS.includes(text) || text === status.replaceAll("_", " ");
}

const DOT = {
  neutral: "bg-hover text-muted",
  ok: "bg-ok-tint text-ok",
  warn: "bg-warn-tint text-warn",
  bad: "bg-bad-tint text-bad",
  info: "bg-info-tint text-info",
} as const satisfies Record<BadgeTone, string>;

/** The way of a parcel so far, newest first, for the public. */
export function Timeline({
  checkpoints,
  countryOf,
  className,
}: {
  checkpoints: readonly Checkpoint[];
  countryOf: CountryOf;
  className?: string;
}) {
  const t = useTranslations("orderPage.tracking");
  return (
    <ol aria-label={t("timeline")} className={className}>
      {checkpoints.map((checkpoint, index) => (
        <CheckpointEntry
          key={`${checkpoint.time} ${checkpoint.event}`}
          checkpoint={checkpoint}
          countryOf={countryOf}
          isNewest={index === 0}
          isLast={index === checkpoints.length - 1}
        />
      ))}
    </ol>
  );
}

/** One thing that happened, with a line down to the one before it. */
export function TimelineEntry({
  icon: Icon,
  tone = "neutral",
  time,
  isLast,
  children,
}: {
  icon: LucideIcon;
  tone?: BadgeTone;
  time: string;
  isLast: boolean;
  children: ReactNode;
}) {
  return (
    <li className="relative flex break-inside-avoid gap-3 pb-4 last:pb-0">
      {isLast ? null : <span aria-hidden="true" className="absolute top-7 bottom-1 left-3 w-px bg-line" />}
      <span
        aria-hidden="true"
        className={cn("flex size-6 shrink-0 items-center justify-center rounded-full [&_svg]:size-3.5", DOT[tone])}
      >
        <Icon />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 pt-0.5 sm:flex-nowrap">
        <div className="min-w-0 flex-1">{children}</div>
        <DateTime value={time} className="text-xs text-muted" />
      </div>
    </li>
  );
}

/** A scan of the carrier, or what the product itself reports about the parcel. */
export function CheckpointEntry({
  checkpoint,
  countryOf,
  isNewest,
  isLast,
}: {
  checkpoint: Checkpoint;
  countryOf: CountryOf;
  isNewest: boolean;
  isLast: boolean;
}) {
  const t = useTranslations("orderPage.tracking");
  const { icon, tone } = STATUS_LOOK[statusOf(checkpoint)];
  const { location, sub_status: sub, description } = checkpoint;
  const place = location && [location.city, location.state, countryOf(location.country)].filter(Boolean);
  const details = useScanLabel()(sub, saysTheSame(checkpoint) ? null : description);
  return (
    <TimelineEntry icon={icon} tone={isNewest ? tone : "neutral"} time={checkpoint.time} isLast={isLast}>
      <p className={cn(isNewest && "font-semibold")}>
        {t(`events.${wordOf(checkpoint.event as TrackingEvent)}`)}
        {place?.length ? <span className="font-normal text-muted"> · {[...new Set(place)].join(", ")}</span> : null}
      </p>
      {details ? <p className="text-xs text-muted">{details}</p> : null}
    </TimelineEntry>
  );
}
