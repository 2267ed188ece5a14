import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatDateTime } from "@/lib/format";
import type { DraftState } from "./use-draft";

/** Of a text that another window has; enough to know it by. */
const MOST_SHOWN = 60;

/** Whether the work is saved as a draft. */
export function DraftNote({ state }: { state: DraftState }) {
  const t = useTranslations("orderForm.draft");
  const language = useLocale();
  if (state.kind === "changed")
    return (
      <div role="status" className="flex max-w-72 flex-wrap items-center justify-end gap-2 text-xs text-warn">
        <p className="min-w-0 wrap-anywhere">
          {state.now === null ? t("changed") : t("changedTo", { now: state.now.slice(0, MOST_SHOWN) })}
        </p>
        <Button size="sm" onClick={state.keep}>
          {t("keepMine")}
        </Button>
        <Button size="sm" onClick={state.take}>
          {t("takeTheirs")}
        </Button>
      </div>
    );
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
