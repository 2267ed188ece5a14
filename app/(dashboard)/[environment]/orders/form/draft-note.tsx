import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { formatDateTime } from "@/lib/format";
import type { DraftState } from "./use-draft";

/** Whether the work is saved as a draft. */
export function DraftNote({ state }: { state: DraftState }) {
  const t = useTranslations("orderForm.draft");
  const language = useLocale();
  return (
    <p
      role="status"
      className={cn("text-right text-xs text-muted", state.kind === "unsaved" ? "max-w-72 text-warn" : "shrink-0")}
    >
      {state.kind === "saved" ? t("saved", { time: formatDateTime(state.at, language).slice(-5) }) : null}
      {state.kind === "saving" ? t("saving") : null}
      {state.kind === "unsaved" ? t(state.why) : null}
    </p>
  );
}
