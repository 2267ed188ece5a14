"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { useFormState } from "react-hook-form";
import { focusFieldSoon, listErrors } from "@/components/form-checks";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/section";
import { type Step, stepOf } from "./field-words";

/** A part of the form; one that is known is a line with a button that opens it. Its fields stay, so their values do too. */
export function Foldable({
  step,
  description,
  line,
  isFolded,
  onOpen,
  first,
  className,
  children,
}: {
  step: Step;
  description: string;
  /** What it holds. */
  line: ReactNode;
  isFolded: boolean;
  onOpen: () => void;
  /** The field that gets the focus when somebody opens it. */
  first: string;
  className: string;
  children: ReactNode;
}) {
  const t = useTranslations("orderForm");
  const { errors } = useFormState();
  const isWrong = listErrors(errors).some(({ name }) => stepOf(name) === step);
  const isClosed = isFolded && !isWrong;
  // What is wrong has to be seen, and stays open while it is corrected.
  useEffect(() => {
    if (isFolded && isWrong) onOpen();
  });
  return (
    <Section
      id={step}
      className={cn(className, isClosed && "[&>div:last-child]:hidden")}
      title={t(`steps.${step}`)}
      description={isClosed ? line : description}
      actions={
        isClosed ? (
          <Button
            size="sm"
            onClick={() => {
              onOpen();
              focusFieldSoon(first);
            }}
            aria-label={t("fold.changePart", { part: t(`steps.${step}`) })}
          >
            {t("fold.change")}
          </Button>
        ) : null
      }
    >
      {children}
    </Section>
  );
}
