"use client";

import { ChevronRight, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useController, useFormState } from "react-hook-form";
import type en from "@/lib/i18n/en.json";
import { fieldId, useChecks, useWarning } from "./form-checks";
import { Checkbox } from "./ui/checkbox";
import { cn } from "./ui/cn";
import { Field, type FieldProps } from "./ui/field";
import { Input } from "./ui/input";
import { NativeSelect } from "./ui/native-select";
import { Textarea } from "./ui/textarea";

/** A field of the API that the form has words for. */
export type FieldLabel = keyof (typeof en)["orderForm"]["fields"];

/** One field of the form: its value as text, its error and warning, and what its control does. */
export function useFormField(name: string) {
  const { field, fieldState } = useController({ name });
  const checks = useChecks();
  const warning = useWarning(name);
  return {
    id: fieldId(name),
    value: typeof field.value === "string" ? field.value : "",
    error: fieldState.error?.message,
    warning,
    ref: field.ref,
    change(value: unknown) {
      field.onChange(value);
      checks.changed(name);
    },
    leave() {
      field.onBlur();
      checks.left(name);
    },
  };
}

/** The label of a field: its form's own, else that of the API field it ends in, unless another is named. */
export function useFieldLabel(name: string, label?: FieldLabel, title?: string): string {
  const t = useTranslations("orderForm.fields");
  return title ?? t(label ?? (name.split(".").at(-1) as FieldLabel));
}

/** What stands below a control: what it is for, and what to look at twice. */
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

export type CommonFieldProps = Pick<FieldProps, "required" | "optional" | "className" | "aside" | "hint"> & {
  /** The API's path of the field with points, which is its name in the form. */
  name: string;
  label?: FieldLabel;
  /** The label in the words of a form that is not an order's. */
  title?: string;
  /** The label is a column's head where the container is wide; see `ItemGrid`. */
  inGrid?: boolean;
};

// To CSS every button is read-only; these are not.
export const WRITABLE = "read-only:bg-surface";

// In a wide grid the head of the column is the visible label.
const IN_GRID = "@3xl:[&>div:first-child]:sr-only";

/** A field of the form with what its `Field` shows. */
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

/** What a field holds: decides its keyboard, and how what was pasted is tidied when it is left. */
export type TextKind = "text" | "code" | "decimal" | "integer" | "email" | "tel" | "date";

const INPUT_MODES = { decimal: "decimal", integer: "numeric", tel: "tel", email: "email" } as const;

// Text is trimmed by the API itself; all else it judges as it comes: full-width digits and blanks of a paste must go.
function tidy(value: string, kind: TextKind): string {
  if (kind === "text") return value;
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
  ...common
}: CommonFieldProps & {
  kind?: TextKind;
  limit?: number;
  prefix?: ReactNode;
  suffix?: ReactNode;
  autoComplete?: string;
  placeholder?: string;
}) {
  const { field, own } = useFieldProps(common);
  const isFigure = kind === "decimal" || kind === "integer";
  return (
    <Field {...own}>
      <Input
        ref={field.ref}
        value={field.value}
        onChange={(event) => field.change(event.target.value)}
        onBlur={() => {
          const tidied = tidy(field.value, kind);
          if (tidied !== field.value) field.change(tidied);
          field.leave();
        }}
        type={kind === "date" ? "date" : "text"}
        inputMode={INPUT_MODES[kind as keyof typeof INPUT_MODES]}
        autoComplete={autoComplete}
        autoCapitalize={kind === "text" ? undefined : "off"}
        spellCheck={kind === "text" ? undefined : false}
        limit={limit}
        prefix={prefix}
        suffix={suffix}
        placeholder={placeholder}
        className={cn(isFigure && "text-right")}
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

// What a draft or another client put there stays to be seen: it is judged, not changed.
function withChosen(options: readonly Choice[], value: string, choose: string): readonly Choice[] {
  if (options.some((option) => option.value === (value || "none"))) return options;
  return value === "" ? [{ value: "", label: choose }, ...options] : [...options, { value, label: value }];
}

/** One of a closed list. An option with the value `none` means that nothing is given. */
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

/** Y or N, as a box to tick. */
export function TickField({ name, label, hint }: { name: string; label: ReactNode; hint?: ReactNode }) {
  const field = useFormField(name);
  return (
    <Checkbox
      id={field.id}
      label={label}
      hint={hint}
      checked={field.value === "Y"}
      onCheckedChange={(checked) => field.change(checked === true ? "Y" : "N")}
      onBlur={field.leave}
    />
  );
}

/** Whether any field below these paths has an error. `scope`: what they have in common, to hear of nothing else. */
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
