"use client";

import { readPhone } from "@/lib/phone";
import { useFieldLabel, useFieldProps, useFormField } from "./form-fields";
import { Field } from "./ui/field";
import { Input } from "./ui/input";

/**
 * A telephone number: its prefix, which the API takes with a plus for international orders and without one for local
 * ones, and the rest. A number that is pasted or filled in with its prefix, in either field, is parted at once, a typed
 * one when the field is left.
 */
export function PhoneFields({
  base,
  withPlus,
  required = true,
}: {
  base: string;
  withPlus: boolean;
  required?: boolean;
}) {
  const prefix = useFormField(`${base}.mobile_prefix`);
  const { field: mobile, own } = useFieldProps({ name: `${base}.mobile`, required });
  const label = useFieldLabel(prefix.id, "mobile_prefix");

  function changePrefix(digits: string) {
    const value = withPlus && digits ? `+${digits}` : digits;
    if (value !== prefix.value) prefix.change(value);
  }

  function part(typed: string) {
    const number = readPhone(typed, prefix.value);
    if (number.prefix !== undefined) changePrefix(number.prefix);
    if (number.mobile !== mobile.value) mobile.change(number.mobile);
  }

  return (
    <div className="flex items-start gap-2">
      <Field id={prefix.id} label={label} required={required} error={prefix.error} className="w-24 shrink-0">
        <Input
          ref={prefix.ref}
          prefix="+"
          value={prefix.value.replace(/^\+/, "")}
          onChange={(event) => {
            const typed = event.target.value.normalize("NFKC").trim();
            if (readPhone(typed, "").prefix !== undefined) part(typed);
            else changePrefix(typed.replace(/^\+/, ""));
          }}
          onBlur={prefix.leave}
          inputMode="tel"
          autoComplete="off"
        />
      </Field>
      <Field {...own} className="min-w-0 flex-1">
        <Input
          ref={mobile.ref}
          value={mobile.value}
          onChange={(event) => {
            const typed = event.target.value;
            // More than one letter at once is a paste, or what the browser fills in.
            if (typed.length > mobile.value.length + 1) part(typed);
            else mobile.change(typed);
          }}
          onBlur={(event) => {
            part(mobile.value);
            mobile.leave(event);
          }}
          inputMode="tel"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </Field>
    </div>
  );
}
