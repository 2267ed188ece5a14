"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { cn } from "./cn";

/** What a control takes from its field. */
export type FieldControl = {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
  /** Whether the label is seen. */
  hasLabel: boolean;
};

const FieldContext = createContext<FieldControl | null>(null);

// Separate from the field's: a group may contain fields, whose controls must not take its id.
const GroupContext = createContext<FieldControl | null>(null);

/** The group around a set of choices. */
export function useFieldGroup(): FieldControl | null {
  return useContext(GroupContext);
}

/** The field around a control; null when the control has none and names itself. */
export function useField(): FieldControl | null {
  return useContext(FieldContext);
}

type AriaProps = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
  "aria-required"?: boolean | "true" | "false" | undefined;
};

/** The attributes that connect a control to its field; the control's own win. */
export function useControlProps(own: AriaProps = {}): AriaProps {
  const field = useField();
  if (!field) return own;
  const describedBy = [own["aria-describedby"], field.describedBy].filter(Boolean).join(" ");
  return {
    ...own,
    id: own.id ?? field.id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": own["aria-invalid"] ?? (field.isInvalid || undefined),
    "aria-required": own["aria-required"] ?? (field.isRequired || undefined),
  };
}

export type FieldProps = {
  /** Visible, and the control's accessible name. */
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Says "optional" next to the label: for forms in which most fields are required. */
  optional?: boolean;
  /** For controls in a grid whose column heading is the visible label: the label stays for screen readers. */
  labelHidden?: boolean;
  id?: string;
  className?: string;
  /** To the right of the label, such as a link that fills the field in. */
  aside?: ReactNode;
  children: ReactNode;
};

function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-bad">
      *
    </span>
  );
}

function Below({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  return (
    <>
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0">{error}</span>
        </p>
      ) : null}
    </>
  );
}

function describedBy(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  return [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ") || undefined;
}

function useFieldControl({
  id: given,
  hint,
  error,
  required = false,
  labelHidden = false,
}: Omit<FieldProps, "label" | "children">) {
  const made = useId();
  const id = given ?? made;
  const described = describedBy(id, hint, error);
  const isInvalid = Boolean(error);
  return useMemo<FieldControl>(
    () => ({
      id,
      labelId: `${id}-label`,
      describedBy: described,
      isInvalid,
      isRequired: required,
      hasLabel: !labelHidden,
    }),
    [id, described, isInvalid, required, labelHidden],
  );
}

/** One control with its label, hint and error; the control inside takes its name and descriptions by itself. */
export function Field(props: FieldProps) {
  const t = useTranslations("ui");
  const control = useFieldControl(props);
  const { label, hint, error, required, optional, labelHidden, className, aside, children } = props;
  return (
    <FieldContext value={control}>
      <div className={cn("group/field field", className)}>
        <div className={cn("field-head", labelHidden && "sr-only")}>
          <label id={control.labelId} htmlFor={control.id} className="min-w-0 font-semibold">
            {label}
            {required ? <RequiredMark /> : null}
          </label>
          {optional ? <span className="shrink-0 text-xs text-muted">{t("optional")}</span> : null}
          {aside ? <span className="shrink-0 text-xs">{aside}</span> : null}
        </div>
        {children}
        <Below id={control.id} hint={hint} error={error} />
      </div>
    </FieldContext>
  );
}

/** Several controls under one name: radio buttons, a row of checkboxes, the parts of an address. */
export function FieldGroup(props: FieldProps) {
  const control = useFieldControl(props);
  const { label, hint, error, required, labelHidden, className, children } = props;
  return (
    <fieldset
      id={control.id}
      aria-describedby={control.describedBy}
      aria-invalid={control.isInvalid || undefined}
      className={cn("flex min-w-0 flex-col gap-2", className)}
    >
      <legend id={control.labelId} className={cn("mb-1 font-semibold", labelHidden && "sr-only")}>
        {label}
        {required ? <RequiredMark /> : null}
      </legend>
      <GroupContext value={control}>{children}</GroupContext>
      <Below id={control.id} hint={hint} error={error} />
    </fieldset>
  );
}
