import { Check, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

const STEPS = ["file", "columns", "check", "confirm"] as const;
export type Step = (typeof STEPS)[number];

/** Where in the import the person is; a step that is over can be gone back to where it has a way. */
export function ImportSteps({
  step,
  isOver,
  ways,
}: {
  step: Step;
  isOver: boolean;
  ways: Partial<Record<Step, () => void>>;
}) {
  const t = useTranslations("imports.steps");
  const at = STEPS.indexOf(step);
  return (
    <ol aria-label={t("label")} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      {STEPS.map((each, index) => {
        const isDone = isOver || index < at;
        const isHere = !isOver && index === at;
        const go = ways[each];
        const content = (
          <>
            {isDone ? (
              <>
                <Check aria-hidden="true" className="size-4 text-ok" />
                <span className="sr-only">{t("done")} </span>
              </>
            ) : (
              <span
                aria-hidden="true"
                className={cn(
                  "flex size-5 items-center justify-center rounded-full border",
                  isHere ? "border-text bg-text text-background" : "border-control",
                )}
              >
                {index + 1}
              </span>
            )}
            {t(each)}
          </>
        );
        const look = cn(
          "flex min-h-6 items-center gap-1.5",
          isDone ? "text-ok" : isHere ? "font-semibold" : "text-muted",
        );
        return (
          <li key={each} aria-current={isHere ? "step" : undefined} className="flex items-center gap-2">
            {go && !isHere ? (
              <button type="button" onClick={go} className={cn(look, "rounded-sm hover:underline")}>
                {content}
              </button>
            ) : (
              <span className={look}>{content}</span>
            )}
            {index < STEPS.length - 1 ? <ChevronRight aria-hidden="true" className="size-4 text-muted" /> : null}
          </li>
        );
      })}
    </ol>
  );
}
