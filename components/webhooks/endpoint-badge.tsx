import { CircleCheck, CircleDashed, CirclePause, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "../ui/badge";
import type { EndpointState } from "./endpoint-state";

/** Icon and tint of every state of an endpoint, the one table; the messages are `webhooks.states.*`. */
export const ENDPOINT_LOOK: Record<EndpointState, { icon: LucideIcon; tone: BadgeTone }> = {
  working: { icon: CircleCheck, tone: "ok" },
  untried: { icon: CircleDashed, tone: "neutral" },
  failing: { icon: TriangleAlert, tone: "warn" },
  disabledFailing: { icon: CircleX, tone: "bad" },
  disabled: { icon: CirclePause, tone: "neutral" },
};

/** The state of an endpoint: an icon, a word and a tint. */
export function EndpointBadge({ state }: { state: EndpointState }) {
  const t = useTranslations("webhooks.states");
  const { icon: Icon, tone } = ENDPOINT_LOOK[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(state)}
    </Badge>
  );
}
