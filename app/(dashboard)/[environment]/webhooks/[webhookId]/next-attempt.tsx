"use client";

import { useTranslations } from "next-intl";
import type { Delivery } from "@/lib/contracts/webhook-delivery";
import { useLapseLabels, useNow } from "./lapse";

/**
 * Which of the schedule's attempts is next; null if not every attempt follows the schedule. An attempt that was cut
 * off when its sender stopped does not count.
 */
export function plannedNumber(delivery: Delivery, mostAttempts: number): number | null {
  const { attempts, attempt_count, order_id } = delivery;
  const isPlain = attempts.every(({ trigger }) => trigger === "event" || trigger === "retry");
  // A test is sent once.
  if (order_id === null || !isPlain || attempts.length !== attempt_count) return null;
  const number = attempts.filter(({ error_kind }) => error_kind !== "abandoned").length + 1;
  return number <= mostAttempts ? number : null;
}

/** "in 4 minutes, attempt 3 of 6"; nothing for a delivery without a next attempt. */
export function NextAttempt({ delivery, mostAttempts }: { delivery: Delivery; mostAttempts: number }) {
  const t = useTranslations("webhooks.next");
  const now = useNow();
  const { until } = useLapseLabels();
  if (delivery.status !== "pending" || !delivery.next_attempt_at || now === null) return null;
  const time = until(delivery.next_attempt_at, now);
  const number = plannedNumber(delivery, mostAttempts);
  return number === null ? t("plain", { time }) : t("planned", { time, number, most: mostAttempts });
}
