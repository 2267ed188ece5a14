import { CircleCheck, CircleX, ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { Wave } from "@/lib/contracts/pickpack-bench";

const LOOK = {
  OPEN: { icon: ListChecks, tone: "info" },
  CLOSED: { icon: CircleCheck, tone: "ok" },
  CANCELLED: { icon: CircleX, tone: "neutral" },
} as const;

/** The state of a wave. */
export function WaveBadge({ status }: { status: Wave["status"] }) {
  const t = useTranslations("warehouse.waves.states");
  const { icon: Icon, tone } = LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(status)}
    </Badge>
  );
}
