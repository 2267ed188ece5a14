"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useFormState } from "react-hook-form";
import { type FieldProblem, fieldId, focusField, listErrors } from "@/components/form-checks";
import { RequestId, useFailureWords } from "@/components/ui/error-state";
import type { ApiFailure } from "@/lib/api-client";
import { useFieldWords } from "./field-words";

/** Errors in the order in which their fields stand on the page; those without a field last. */
function inPageOrder(problems: readonly FieldProblem[]): FieldProblem[] {
  const placed = problems.map((problem) => ({ problem, element: document.getElementById(fieldId(problem.name)) }));
  placed.sort((a, b) => {
    if (!a.element || !b.element) return Number(!a.element) - Number(!b.element);
    return a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
  return placed.map(({ problem }) => problem);
}

/** What went wrong with sending, beyond single fields. */
function FailureWords({ failure, network }: { failure: ApiFailure; network: string }) {
  const t = useTranslations("orderForm.summary");
  const words = useFailureWords()(failure);
  if (failure.kind === "network") return <p>{network}</p>;
  if (failure.status === 400) return <p>{t("refused")}</p>;
  return (
    <>
      <p className="font-semibold">{words.title}</p>
      <p>
        {words.lost} {words.todo}
      </p>
      {words.requestId ? <RequestId id={words.requestId} /> : null}
    </>
  );
}

/** After an attempt that did not get through: all that must be mended, each linked to its field; the first has the focus. */
export function ErrorSummary({
  attempts,
  failure,
  network,
}: {
  attempts: number;
  failure: ApiFailure | null;
  /** What is said when no answer came: whether it was carried out is not known. */
  network: string;
}) {
  const t = useTranslations("orderForm.summary");
  const words = useFieldWords();
  const { errors } = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(errors);
  useEffect(() => {
    latest.current = errors;
  });

  useEffect(() => {
    if (attempts === 0) return;
    // Folded fields with an error come with this render's own effects.
    const timer = setTimeout(() => {
      const isFound = inPageOrder(listErrors(latest.current)).some(({ name }) => focusField(name));
      if (!isFound) box.current?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [attempts]);

  const problems = attempts > 0 ? inPageOrder(listErrors(errors)) : [];
  if (problems.length === 0 && !failure) return null;
  return (
    <div
      ref={box}
      id="error-summary"
      role="alert"
      tabIndex={-1}
      className="flex scroll-mt-32 flex-col gap-2 rounded-lg border border-bad bg-bad-tint px-4 py-3"
    >
      {failure ? <FailureWords failure={failure} network={network} /> : null}
      {problems.length > 0 ? (
        <>
          <h2 className="flex items-center gap-2 font-semibold text-bad">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            {t("title", { count: problems.length })}
          </h2>
          <ul className="flex flex-col gap-1 pl-6">
            {problems.map(({ name, message }) => (
              <li key={name}>
                <a
                  href={`#${fieldId(name)}`}
                  className="font-semibold text-text underline underline-offset-4"
                  onClick={(event) => {
                    if (focusField(name)) event.preventDefault();
                  }}
                >
                  {words(name)}
                </a>
                : {message}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
