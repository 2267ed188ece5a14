import { useTranslations } from "next-intl";
import { PICKPACK_LOOK } from "@/components/pick-pack/pick-pack-badge";
import { Badge } from "@/components/ui/badge";
import type { PickPackStatus } from "@/lib/pickpack-status";

/** The state of an order as the warehouse says it: what is to be done. Icon and tint are the merchant's. */
export function StateBadge({ status }: { status: PickPackStatus }) {
  const t = useTranslations("warehouse.queue.states");
  const { icon: Icon, tone } = PICKPACK_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(status)}
    </Badge>
  );
}
