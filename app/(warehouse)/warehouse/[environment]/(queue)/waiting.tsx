import { Clock, ClockAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Age } from "@/components/pick-pack/age";
import { Badge } from "@/components/ui/badge";

const LONG_MINUTES = 4 * 60;
const OVERDUE_MINUTES = 24 * 60;

/** How long work has waited; long and overdue are also written in words and tinted. */
export function Waiting({ minutes, className }: { minutes: number; className?: string }) {
  const t = useTranslations("warehouse.queue.waiting");
  if (minutes <= LONG_MINUTES) return <Age minutes={minutes} />;
  const isOverdue = minutes > OVERDUE_MINUTES;
  const Icon = isOverdue ? ClockAlert : Clock;
  return (
    <span className={className}>
      <Badge tone={isOverdue ? "bad" : "warn"} icon={<Icon aria-hidden="true" />}>
        <Age minutes={minutes} />
      </Badge>{" "}
      <span className={`text-xs whitespace-nowrap ${isOverdue ? "text-bad" : "text-warn"}`}>
        {t(isOverdue ? "overdue" : "long")}
      </span>
    </span>
  );
}
