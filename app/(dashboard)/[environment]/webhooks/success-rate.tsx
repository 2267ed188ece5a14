import { useTranslations } from "next-intl";
import type { Webhook } from "@/lib/contracts/webhook";
import { formatNumber } from "@/lib/format";

/** `98.2%`: rounded down, so that 100% means all. */
export function percentage(part: number, whole: number): string {
  const tenths = Math.floor((part * 1000) / whole);
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}%`;
}

/** How many attempts of the last seven days were answered with 200; a dash if there were none. */
export function SuccessRate({ health, inline = false }: { health: Webhook["health"]; inline?: boolean }) {
  const t = useTranslations("webhooks.success");
  const all = health.succeeded_7d + health.failed_7d;
  if (all === 0)
    return (
      <span className="text-muted">
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t("none")}</span>
      </span>
    );
  return (
    <span className={inline ? "inline-flex flex-wrap items-baseline gap-x-1.5" : "block"}>
      <span className="font-semibold">{percentage(health.succeeded_7d, all)}</span>{" "}
      <span className={inline ? "text-muted" : "block text-xs text-muted"}>
        {t("counts", { succeeded: formatNumber(health.succeeded_7d), all: formatNumber(all) })}
      </span>
    </span>
  );
}
