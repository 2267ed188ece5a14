"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { useFormState } from "react-hook-form";
import { focusFieldSoon, listErrors, useHasWarning } from "@/components/forms/form-checks";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/section";
import { type Part, partOf } from "./form-steps";

/**
 * A part of the form; one that is known or not used is a line with a button that opens it. Its fields stay, so their
 * values do too.
 */
export function Foldable({
  part,
  description,
  line,
  isUnused = false,
  isDoubtful = false,
  isFolded,
  onOpen,
  first,
  className,
  more,
  children,
}: {
  part: Part;
  description: string;
  /** What it holds. */
  line: ReactNode;
  /** Whether nothing is filled in: it is added to, not changed. */
  isUnused?: boolean;
  /** Whether something in it is doubtful that its fields' warnings do not say. */
  isDoubtful?: boolean;
  isFolded: boolean;
  onOpen: () => void;
  /** The field that gets the focus when the merchant opens it. */
  first: string;
  className: string;
  /** Below the fields or the line. */
  more?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("orderForm");
  const { errors } = useFormState();
  const isWrong = listErrors(errors).some(({ name }) => partOf(name) === part);
  const hasWarning = useHasWarning((name) => partOf(name) === part);
  const isClosed = isFolded && !isWrong;
  // What is wrong has to be seen, and stays open while it is corrected.
  useEffect(() => {
    if (isFolded && isWrong) onOpen();
  });
  const title = t(part === "extras" ? "extras.title" : `steps.${part}`);
  return (
    <Section
      {...(part !== "extras" && { id: part })}
      className={cn(className, isClosed && "[&>div:last-child]:p-0")}
      title={title}
      description={isClosed ? line : description}
      actions={
        isClosed ? (
          <>
            {isDoubtful || hasWarning ? (
              <span className="flex items-center gap-1 text-xs text-warn">
                <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
                {t("fold.look")}
              </span>
            ) : null}
            <Button
              size="sm"
              onClick={() => {
                onOpen();
                focusFieldSoon(first);
              }}
              aria-label={t(isUnused ? "fold.addPart" : "fold.changePart", { part: title })}
            >
              {t(isUnused ? "fold.add" : "fold.change")}
            </Button>
          </>
        ) : null
      }
    >
      <div hidden={isClosed}>{children}</div>
      {more ? <div className={cn(isClosed && "px-4 has-[p]:pb-4")}>{more}</div> : null}
    </Section>
  );
}
