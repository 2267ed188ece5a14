import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleX,
  type LucideIcon,
  MapPin,
  PackageCheck,
  PackageOpen,
  TriangleAlert,
  Truck,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { OrderStatus } from "@/lib/orders/status";
import { Badge, type BadgeTone } from "./badge";

/** Icon and tint of every state of an order, the one table; the messages are `status.*`. */
export const STATUS_LOOK: Record<OrderStatus, { icon: LucideIcon; tone: BadgeTone }> = {
  DRAFT: { icon: CircleDashed, tone: "neutral" },
  PENDING_CONFIRM: { icon: CircleDot, tone: "neutral" },
  READY_TO_SHIP: { icon: PackageCheck, tone: "info" },
  PICKED_UP: { icon: PackageOpen, tone: "info" },
  IN_TRANSIT: { icon: Truck, tone: "info" },
  OUT_FOR_DELIVERY: { icon: MapPin, tone: "info" },
  DELIVERED: { icon: CircleCheck, tone: "ok" },
  FAILED_DELIVERY: { icon: Undo2, tone: "bad" },
  EXCEPTION: { icon: TriangleAlert, tone: "bad" },
  CANCELLED: { icon: CircleX, tone: "neutral" },
};

/** The state of an order: an icon, a word and a tint. */
export function StatusBadge({ status, className }: { status: OrderStatus; className?: string }) {
  const t = useTranslations("status");
  const { icon: Icon, tone } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />} {...(className ? { className } : {})}>
      {t(status)}
    </Badge>
  );
}
