import { CircleCheck, CircleSlash, CircleX, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { FeedStatus } from "@/lib/contracts/services";

const LOOKS = {
  PLANNED: { tone: "info", icon: Clock },
  APPLIED: { tone: "ok", icon: CircleCheck },
  WITHDRAWN: { tone: "neutral", icon: CircleSlash },
  REFUSED: { tone: "bad", icon: CircleX },
} as const;

/** The state of a list of pickup points. */
export function FeedStatusBadge({ status }: { status: FeedStatus }) {
  const t = useTranslations("support.services.lists.states");
  const { tone, icon: Icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(status)}
    </Badge>
  );
}
