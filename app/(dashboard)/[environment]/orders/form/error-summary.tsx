"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { useFormState } from "react-hook-form";
import { fieldId, focusField, inPageOrder, listErrors } from "@/components/forms/form-checks";
import { RequestId, useFailureMessage } from "@/components/ui/error-state";
import type { ApiFailure } from "@/lib/api-client";
import { useFieldLabel } from "./form-steps";

/** Why sending failed, as far as it belongs to no field. */
function FailureText({ failure, network }: { failure: ApiFailure; network: string }) {
  const t = useTranslations("orderForm.summary");
  const message = useFailureMessage()(failure);
  if (failure.kind === "network") return <p>{network}</p>;
  if (failure.status === 400) return <p>{t("refused")}</p>;
  return (
    <>
      <p className="font-semibold">{message.title}</p>
      <p>
        {message.lost} {message.todo}
      </p>
      {message.requestId ? <RequestId id={message.requestId} /> : null}
    </>
  );
}

/** After a refused attempt: everything that must be corrected, each linked to its field. */
export function ErrorSummary({
  attempts,
  failure,
  network,
  ref,
}: {
  /** Where the focus goes when no field is wrong. */
  ref: Ref<HTMLDivElement>;
  attempts: number;
  failure: ApiFailure | null;
  /** Shown when no answer came, so that it is not known whether the call was carried out. */
  network: string;
}) {
  const t = useTranslations("orderForm.summary");
  const fieldLabel = useFieldLabel();
  const { errors } = useFormState();
  const problems = attempts > 0 ? inPageOrder(listErrors(errors)) : [];
  if (problems.length === 0 && !failure) return null;
  return (
    <div
      ref={ref}
      id="error-summary"
      role="alert"
      tabIndex={-1}
      className="flex scroll-mt-32 flex-col gap-2 rounded-lg border border-bad bg-bad-tint px-4 py-3"
    >
      {failure ? <FailureText failure={failure} network={network} /> : null}
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
                  {fieldLabel(name)}
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
