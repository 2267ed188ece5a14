"use client";

import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormState } from "react-hook-form";
import { listErrors } from "@/components/forms/form-checks";
import { cn } from "@/components/ui/cn";
import { STEPS, type Step, stepOf } from "./form-steps";

/** The part of the form that is being read: the last one whose heading is in the upper part of the window. */
function useCurrentStep(): Step {
  const [current, setCurrent] = useState<Step>("sender");
  useEffect(() => {
    const find = () => {
      const line = window.innerHeight * 0.4;
      const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 4;
      const passed = STEPS.filter((step) => {
        const top = document.getElementById(step)?.getBoundingClientRect().top;
        return top !== undefined && top < line;
      });
      setCurrent(isAtEnd && window.scrollY > 0 ? "review" : (passed.at(-1) ?? "sender"));
    };
    find();
    window.addEventListener("scroll", find, { passive: true });
    window.addEventListener("resize", find);
    return () => {
      window.removeEventListener("scroll", find);
      window.removeEventListener("resize", find);
    };
  }, []);
  return current;
}

/** The steps of the form: which one is current, complete, or to be corrected. */
export function Stepper({
  complete,
  isServiceGone,
}: {
  complete: ReadonlySet<Step>;
  /** Whether the chosen service no longer takes the order. */
  isServiceGone: boolean;
}) {
  const t = useTranslations("orderForm");
  const current = useCurrentStep();
  const { errors } = useFormState();
  const wrong = listErrors(errors).map(({ name }) => stepOf(name));
  return (
    <nav
      aria-label={t("stepper.label")}
      className="sticky top-[calc(var(--bands,0rem)+3rem)] z-20 -mx-4 border-b border-line bg-background px-2 sm:-mx-6 sm:px-4 lg:top-(--bands,0rem) lg:-mx-8 lg:px-6 xl:mr-0"
    >
      <ol className="flex">
        {STEPS.map((step, index) => {
          const count = wrong.filter((each) => each === step).length;
          const isGone = step === "service" && isServiceGone;
          const isComplete = count === 0 && complete.has(step);
          const isCurrent = current === step;
          return (
            <li key={step} className="min-w-0 flex-1 sm:flex-none">
              <a
                href={`#${step}`}
                aria-current={isCurrent ? "step" : undefined}
                className={cn(
                  "flex h-12 flex-col items-center justify-center gap-0.5 border-b-2 px-1 text-xs no-underline hover:text-text sm:h-11 sm:flex-row sm:gap-1.5 sm:px-3 sm:text-sm",
                  isCurrent ? "border-accent font-semibold text-text" : "border-transparent text-muted",
                )}
              >
                {count > 0 || isGone ? (
                  <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
                ) : isComplete ? (
                  <Check aria-hidden="true" className="size-4 shrink-0 text-ok" />
                ) : (
                  <span
                    aria-hidden="true"
                    className="flex size-4 shrink-0 items-center justify-center rounded-full border border-control text-xs leading-none sm:size-5"
                  >
                    {index + 1}
                  </span>
                )}
                <span className="max-w-full truncate">{t(`steps.${step}`)}</span>
                {isGone ? (
                  <span className="sr-only">{t("stepper.gone")}</span>
                ) : count > 0 ? (
                  <span className="sr-only">{t("stepper.wrong", { count })}</span>
                ) : isComplete ? (
                  <span className="sr-only">{t("stepper.complete")}</span>
                ) : null}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
