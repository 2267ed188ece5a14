import { useTranslations } from "next-intl";
import { PICKPACK_LOOK } from "@/components/pick-pack/pick-pack-badge";
import { Badge } from "@/components/ui/badge";
import type { PickPackRow } from "@/lib/contracts/pickpack";

type State = Pick<PickPackRow, "status" | "order_status">;

/** Whether an order is packed and no courier has it yet (contract §7.11). */
export function waitsForCourier({ status, order_status }: State): boolean {
  return status === "PICKPACK_READY_TO_SHIPMENT" && order_status === "READY_TO_SHIP";
}

/** The state of an order in the warehouse's words: what to do. Icon and tint are the merchant's. */
export function StateBadge({ order }: { order: State }) {
  const t = useTranslations("warehouse.queue.states");
  const { status } = order;
  const { icon: Icon, tone } = PICKPACK_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(status === "PICKPACK_READY_TO_SHIPMENT" && !waitsForCourier(order) ? "done" : status)}
    </Badge>
  );
}
