"use client";

import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleX,
  LoaderCircle,
  type LucideIcon,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { usePrintLabels } from "@/components/documents/use-print-labels";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { Import, ImportStatus } from "@/lib/contracts/import";
import { formatDateTime, formatNumber } from "@/lib/format";

const LOOK: Record<ImportStatus, { icon: LucideIcon; tone: BadgeTone }> = {
  CHECKING: { icon: CircleDashed, tone: "info" },
  WRONG: { icon: CircleAlert, tone: "bad" },
  READY: { icon: CircleDot, tone: "info" },
  RUNNING: { icon: LoaderCircle, tone: "info" },
  DONE: { icon: CircleCheck, tone: "ok" },
  CANCELLED: { icon: CircleX, tone: "neutral" },
};

/** The state of an import: an icon, a word and a tint. */
export function ImportBadge({ status }: { status: ImportStatus }) {
  const t = useTranslations("imports.status");
  const { icon: Icon, tone } = LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(status)}
    </Badge>
  );
}

/** The words for an import: its name, its figures, and who began it. */
export function useImportWords() {
  const t = useTranslations("imports");
  const language = useLocale();
  const { by } = usePrintLabels();
  const count = (n: number) => ({ n, count: formatNumber(n) });
  const timeOf = ({ create_time }: Import) => formatDateTime(create_time, language);
  return {
    count,
    name: (imported: Import) => imported.name ?? t("unnamed", { time: timeOf(imported) }),
    figures({ kind, status, rows, orders, wrong, done, failed }: Import): string {
      const isMade = status === "RUNNING" || status === "DONE" || done > 0;
      return [
        t("counts.rows", count(rows)),
        ...(status === "CHECKING" ? [] : [t(`of.${kind}.things`, count(orders))]),
        ...(wrong > 0 && status === "WRONG" ? [t("counts.wrong", count(wrong))] : []),
        ...(isMade ? [t(`of.${kind}.made`, count(done))] : []),
        ...(failed > 0 ? [t("counts.failed", count(failed))] : []),
      ].join(" · ");
    },
    begun(imported: Import): string {
      const who = imported.created_by && by({ printed_by: imported.created_by });
      return who ? t("begunBy", { time: timeOf(imported), who }) : t("begun", { time: timeOf(imported) });
    },
  };
}
