import { CircleDot, CircleX, ClipboardCheck, type LucideIcon, OctagonX, PackageCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PickPackStatus } from "@/lib/warehouse/pickpack-status";
import { Badge, type BadgeTone } from "../ui/badge";

/** Icon and tint of every state of a pick-and-pack order, the one table; the messages are `pickPack.status.*`. */
export const PICKPACK_LOOK: Record<PickPackStatus, { icon: LucideIcon; tone: BadgeTone }> = {
  PICKPACK_PENDING_CONFIRM: { icon: CircleDot, tone: "neutral" },
  PICKPACK_CONFIRMED: { icon: ClipboardCheck, tone: "info" },
  PICKPACK_READY_TO_SHIPMENT: { icon: PackageCheck, tone: "ok" },
  PICKPACK_CANCELLED: { icon: CircleX, tone: "neutral" },
  PICKPACK_REJECTED: { icon: OctagonX, tone: "bad" },
};

/** The state of a pick-and-pack order: an icon, a word and a tint. */
export function PickPackBadge({ status }: { status: PickPackStatus }) {
  const t = useTranslations("pickPack.status");
  const { icon: Icon, tone } = PICKPACK_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(status)}
    </Badge>
  );
}
