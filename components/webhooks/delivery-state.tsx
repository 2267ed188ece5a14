import { CircleCheck, CirclePause, CircleX, Clock, type LucideIcon, RotateCw, Send } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { AttemptOutcome, Delivery, DeliveryStatus } from "@/lib/contracts/webhook-delivery";
import { exactResult } from "@/lib/webhooks/webhook-answer";

export type DeliveryState = DeliveryStatus | "retrying";

/** Icon and tint of every state of a delivery, the one table; the messages are `deliveries.states.*`. */
export const DELIVERY_LOOK: Record<DeliveryState, { icon: LucideIcon; tone: BadgeTone }> = {
  pending: { icon: Clock, tone: "info" },
  retrying: { icon: RotateCw, tone: "warn" },
  in_flight: { icon: Send, tone: "info" },
  succeeded: { icon: CircleCheck, tone: "ok" },
  failed: { icon: CircleX, tone: "bad" },
  held: { icon: CirclePause, tone: "neutral" },
};

/** The states by which the list can be filtered: the API's own. */
export const DELIVERY_STATUSES = (Object.keys(DELIVERY_LOOK) as DeliveryState[]).filter(
  (state): state is DeliveryStatus => state !== "retrying",
);

/** Distinguishes a delivery that waits for its first attempt from one that waits for a retry. */
function deliveryStateOf({ status, attempt_count }: Pick<Delivery, "status" | "attempt_count">): DeliveryState {
  return status === "pending" && attempt_count > 0 ? "retrying" : status;
}

/** Whether its state will change by itself. */
export function isUnsettled({ status }: Pick<Delivery, "status">): boolean {
  return status === "pending" || status === "in_flight";
}

/** The state of a delivery: an icon, a word and a tint. */
export function DeliveryBadge({ delivery }: { delivery: Pick<Delivery, "status" | "attempt_count"> }) {
  const t = useTranslations("deliveries.states");
  const state = deliveryStateOf(delivery);
  const { icon: Icon, tone } = DELIVERY_LOOK[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(state)}
    </Badge>
  );
}

/** The key of the message for an attempt's problem; null if there was none. */
export function problemOf({ status_code: status, error_kind }: Pick<AttemptOutcome, "status_code" | "error_kind">) {
  if (status === null) return error_kind ?? "abandoned";
  if (status === 200) return null;
  if (status < 300) return "otherSuccess";
  if (status < 400) return "redirect";
  if (status === 401 || status === 403) return "unauthorised";
  if (status === 404 || status === 405 || status === 410) return "wrongAddress";
  if (status === 429) return "busy";
  return status >= 500 ? "serverError" : "refused";
}

/**
 * The attempt's answer in short: `HTTP 500 · database is full`, or why none came: `TLS failed · The certificate has
 * expired.`; amber where the answer was slow.
 */
export function AttemptResult({ attempt }: { attempt: AttemptOutcome }) {
  const t = useTranslations("deliveries");
  const problem = problemOf(attempt);
  const exact = exactResult(attempt, useLocale());
  const short =
    attempt.status_code !== null
      ? t("http", { status: String(attempt.status_code) })
      : problem && t(`problems.${problem}`);
  return (
    <>
      {short}
      {exact ? <span className="break-words"> · {exact}</span> : null}
      {attempt.slow ? <span className="text-warn"> · {t("slow")}</span> : null}
    </>
  );
}
