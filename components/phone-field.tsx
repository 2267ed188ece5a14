"use client";

import { TextField, useFieldLabel, useFormField } from "./form-fields";
import { Field } from "./ui/field";
import { Input } from "./ui/input";

/** A telephone number: its prefix, which the API wants with a plus abroad and without one here, and the rest. */
export function PhoneFields({ base, withPlus }: { base: string; withPlus: boolean }) {
  const prefix = useFormField(`${base}.mobile_prefix`);
  const label = useFieldLabel(prefix.id, "mobile_prefix");
  return (
    <div className="flex items-start gap-2">
      <Field id={prefix.id} label={label} required error={prefix.error} className="w-24 shrink-0">
        <Input
          ref={prefix.ref}
          prefix="+"
          value={prefix.value.replace(/^\+/, "")}
          onChange={(event) => {
            const digits = event.target.value.normalize("NFKC").replace(/^\+/, "").trim();
            prefix.change(withPlus && digits ? `+${digits}` : digits);
          }}
          onBlur={prefix.leave}
          inputMode="tel"
          autoComplete="off"
        />
      </Field>
      <TextField name={`${base}.mobile`} kind="tel" required className="min-w-0 flex-1" />
    </div>
  );
}
