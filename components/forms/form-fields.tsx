"use client";

import { ChevronRight, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useController, useFormState } from "react-hook-form";
import type en from "@/lib/i18n/en.json";
import { Checkbox } from "../ui/checkbox";
import { cn } from "../ui/cn";
import { Field, type FieldProps } from "../ui/field";
import { Input } from "../ui/input";
import { NativeSelect } from "../ui/native-select";
import { Textarea } from "../ui/textarea";
import { fieldId, isPlainButton, useChecks, useWarning } from "./form-checks";

/** A field of the API that the form has a label for. */
export type FieldLabel = keyof (typeof en)["orderForm"]["fields"];

/** One field of the form: its value, also as text, its error and warning, and what its control does. */
export function useFormField<Value = unknown>(name: string) {
  const { field, fieldState } = useController({ name });
  const checks = useChecks();
  const warning = useWarning(name);
  return {
    id: fieldId(name),
    value: typeof field.value === "string" ? field.value : "",
    raw: field.value as Value,
    error: fieldState.error?.message,
    warning,
    ref: field.ref,
    change(value: Value) {
      field.onChange(value);
      checks.changed(name);
    },
    /** The person left the field; `event` says for where. */
    leave(event?: { relatedTarget: EventTarget | null }) {
      field.onBlur();
      // A person who presses a button before writing anything has not skipped the field: the button may fill it in.
      const isUntouched = !fieldState.isDirty && (field.value === "" || field.value === undefined);
      if (!isUntouched || !isPlainButton(event?.relatedTarget)) checks.left(name);
    },
  };
}

/** The label of a field: the form's own, else that of the API field at the end of its name, unless another is named. */
export function useFieldLabel(name: string, label?: FieldLabel, title?: string): string {
  const t = useTranslations("orderForm.fields");
  return title ?? t(label ?? (name.split(".").at(-1) as FieldLabel));
}

/** What is below a control: its hint, and its warning. */
export function FieldHint({ hint, warning }: { hint?: ReactNode; warning?: string | undefined }) {
  return (
    <>
      {hint}
      {warning ? (
        <span className={cn("flex items-start gap-1 text-warn", hint && "mt-0.5")}>
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0">{warning}</span>
        </span>
      ) : null}
    </>
  );
}

export type CommonFieldProps = Pick<
  FieldProps,
  "required" | "optional" | "labelHidden" | "className" | "aside" | "hint"
> & {
  /** The field's path in the API with dots, which is its name in the form. */
  name: string;
  label?: FieldLabel;
  /** The label, in a form that is not an order's. */
  title?: string;
  /** The label is a column's heading where the container is wide; see `ItemGrid`. */
  inGrid?: boolean;
};

// In CSS every button is read-only; these must look writable.
export const WRITABLE = "read-only:bg-surface";

// In a wide grid the heading of the column is the visible label.
const IN_GRID = "@xl:[&>div:first-child]:sr-only";

/** The props of a field's `Field`. */
export function useFieldProps({ name, label, title, inGrid, hint, className, ...rest }: CommonFieldProps) {
  const field = useFormField(name);
  const own: Omit<FieldProps, "children"> = {
    ...rest,
    id: field.id,
    label: useFieldLabel(name, label, title),
    error: field.error,
    hint: hint || field.warning ? <FieldHint hint={hint} warning={field.warning} /> : undefined,
    className: cn(inGrid && IN_GRID, className),
  };
  return { field, own };
}

/** What a field holds: it decides the keyboard, and how pasted text is tidied when the field is left. */
export type TextKind = "text" | "code" | "decimal" | "integer" | "email" | "date" | "moment" | "url" | "place";

const INPUT_MODES = { decimal: "decimal", integer: "numeric", email: "email", url: "url" } as const;

// The API trims text itself. It judges everything else exactly, so full-width digits and spaces of a paste must go.
function tidy(value: string, kind: TextKind): string {
  if (kind === "text" || kind === "url" || kind === "place") return value;
  const plain = value.normalize("NFKC").trim();
  return kind === "decimal" || kind === "integer" ? plain.replace(/(?<=\d),(?=\d{3})/g, "") : plain;
}

/** A line of text. */
export function TextField({
  kind = "text",
  limit,
  prefix,
  suffix,
  autoComplete = "off",
  placeholder,
  controlClass,
  isLive = false,
  ...common
}: CommonFieldProps & {
  kind?: TextKind;
  limit?: number;
  prefix?: ReactNode;
  suffix?: ReactNode;
  autoComplete?: string;
  placeholder?: string;
  /** Classes of the control. */
  controlClass?: string;
  /** Judged at every key, not only when the field is left; a function decides by the text. */
  isLive?: boolean | ((text: string) => boolean);
}) {
  const { field, own } = useFieldProps(common);
  const isFigure = kind === "decimal" || kind === "integer";
  return (
    <Field {...own}>
      <Input
        ref={field.ref}
        value={field.value}
        onChange={(event) => {
          field.change(event.target.value);
          if (typeof isLive === "function" ? isLive(event.target.value) : isLive) field.leave();
        }}
        onBlur={(event) => {
          const tidied = tidy(field.value, kind);
          if (tidied !== field.value) field.change(tidied);
          field.leave(event);
        }}
        type={kind === "moment" ? "datetime-local" : kind === "date" || kind === "url" ? kind : "text"}
        inputMode={INPUT_MODES[kind as keyof typeof INPUT_MODES]}
        autoComplete={autoComplete}
        autoCapitalize={kind === "text" ? undefined : kind === "place" ? "characters" : "off"}
        spellCheck={kind === "text" ? undefined : false}
        limit={limit}
        prefix={prefix}
        suffix={suffix}
        placeholder={placeholder}
        className={cn(isFigure && "text-right", controlClass)}
      />
    </Field>
  );
}

/** Several lines of text. */
export function AreaField({ limit, rows = 2, ...common }: CommonFieldProps & { limit?: number; rows?: number }) {
  const { field, own } = useFieldProps(common);
  return (
    <Field {...own}>
      <Textarea
        ref={field.ref}
        value={field.value}
        onChange={(event) => field.change(event.target.value)}
        onBlur={field.leave}
        rows={rows}
        limit={limit}
        autoComplete="off"
      />
    </Field>
  );
}

type Choice = { value: string; label: string };

// A value that a draft or another client set stays visible: it is judged, not changed.
function withChosen(options: readonly Choice[], value: string, choose: string): readonly Choice[] {
  if (options.some((option) => option.value === (value || "none"))) return options;
  return value === "" ? [{ value: "", label: choose }, ...options] : [...options, { value, label: value }];
}

/** One of a closed list. The option with the value `none` means that nothing is given. */
export function ChoiceField({
  options,
  onChosen,
  ...common
}: CommonFieldProps & { options: readonly Choice[]; onChosen?: (value: string) => void }) {
  const t = useTranslations("ui");
  const { field, own } = useFieldProps(common);
  const shown = withChosen(options, field.value, t("choose"));
  return (
    <Field {...own}>
      <NativeSelect
        ref={field.ref}
        options={shown}
        value={field.value === "" && shown[0]?.value !== "" ? "none" : field.value}
        onValueChange={(value) => {
          field.change(value === "none" ? "" : value);
          onChosen?.(value);
        }}
        onBlur={field.leave}
      />
    </Field>
  );
}

/** Y or N, as a checkbox. */
export function TickField({ name, label, hint }: { name: string; label: ReactNode; hint?: ReactNode }) {
  const field = useFormField(name);
  return (
    <Checkbox
      id={field.id}
      label={label}
      hint={field.error ? <span className="text-bad">{field.error}</span> : hint}
      aria-invalid={field.error ? true : undefined}
      checked={field.value === "Y"}
      onCheckedChange={(checked) => field.change(checked === true ? "Y" : "N")}
      onBlur={field.leave}
    />
  );
}

/** Whether any field below these paths has an error. `scope`: their common path, to watch nothing else. */
export function useHasErrors(names: readonly string[], scope?: string): boolean {
  const { errors } = useFormState(scope === undefined ? {} : { name: scope });
  return names.some((name) => {
    let at: unknown = errors;
    for (const step of name.split(".")) at = (at as Record<string, unknown> | undefined)?.[step];
    return at !== undefined;
  });
}

/** Fields that few orders need, folded away. It opens by itself when one of them has an error. */
export function Fold({
  title,
  names,
  isOpenAtFirst = false,
  children,
}: {
  title: ReactNode;
  /** The fields inside. */
  names: readonly string[];
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const hasErrors = useHasErrors(names);
  const shows = isOpen || hasErrors;
  return (
    <details
      open={shows}
      onToggle={(event) => {
        if (event.target === event.currentTarget) setIsOpen(event.currentTarget.open);
      }}
      className="group/fold"
    >
      <summary className="flex min-h-8 w-fit cursor-pointer items-center gap-1 rounded-md pr-2 font-semibold text-accent marker:content-none hover:underline [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open/fold:rotate-90" />
        {title}
      </summary>
      {shows ? <div className="pt-2">{children}</div> : null}
    </details>
  );
}
