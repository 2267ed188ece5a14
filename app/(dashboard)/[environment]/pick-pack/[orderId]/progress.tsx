import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { Section } from "@/components/ui/section";
import type { OrderRecord } from "@/lib/contracts/order";
import type { PickPackSnapshot } from "./snapshot";

type StepId = "received" | "confirmed" | "packed" | "collected" | "rejected" | "cancelled";
type Step = { id: StepId; time: string | null; state: "done" | "next" | "ended" };

/** The steps of an order through the warehouse, first one first. A time is shown if it is known to the minute. */
function stepsOf(
  { status, request_datetime: requested, update_datetime: updated }: PickPackSnapshot,
  order: Pick<OrderRecord, "tracking">,
): Step[] {
  const received: Step = { id: "received", time: requested, state: "done" };
  if (status === "PICKPACK_REJECTED") return [received, { id: "rejected", time: updated, state: "ended" }];
  if (status === "PICKPACK_CANCELLED") return [received, { id: "cancelled", time: updated, state: "ended" }];
  const isPacked = status === "PICKPACK_READY_TO_SHIPMENT";
  const isConfirmed = isPacked || status === "PICKPACK_CONFIRMED";
  const collected = order.tracking.checkpoint_list.findLast(({ event }) => event === "order.picked_up");
  return [
    received,
    // The bench changes a confirmed order too, so the time of the confirmation is unknown.
    { id: "confirmed", time: null, state: isConfirmed ? "done" : "next" },
    { id: "packed", time: isPacked ? updated : null, state: isPacked ? "done" : "next" },
    { id: "collected", time: collected?.time ?? null, state: collected ? "done" : "next" },
  ];
}

const DOT = {
  done: "bg-ok-tint text-ok",
  next: "border border-control",
  ended: "bg-bad-tint text-bad",
} as const;

/** How far the warehouse is. */
export function Progress({ pickPack, order }: { pickPack: PickPackSnapshot; order: OrderRecord }) {
  const t = useTranslations("pickPack.progress");
  const steps = stepsOf(pickPack, order);
  return (
    <Section title={t("title")}>
      <ol aria-label={t("title")}>
        {steps.map(({ id, time, state }, index) => (
          <li key={id} className="relative flex gap-3 pb-4 last:pb-0">
            {index < steps.length - 1 ? (
              <span aria-hidden="true" className="absolute top-7 bottom-1 left-3 w-px bg-line" />
            ) : null}
            <span
              aria-hidden="true"
              className={cn(
                "flex size-6 shrink-0 items-center justify-center rounded-full [&_svg]:size-3.5",
                DOT[state],
              )}
            >
              {state === "done" ? <Check /> : state === "ended" ? <X /> : null}
            </span>
            <div className="min-w-0 pt-0.5">
              <p className={state === "next" ? "text-muted" : "font-semibold"}>
                {t(`steps.${id}`)}
                {state === "next" ? <span className="sr-only"> ({t("next")})</span> : null}
              </p>
              {time ? <DateTime value={time} className="text-xs text-muted" /> : null}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
