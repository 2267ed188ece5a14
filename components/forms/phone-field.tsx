"use client";

import { useFormContext } from "react-hook-form";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { useFieldLabel, useFieldProps, useFormField } from "./form-fields";

/** The rules of numbers; null without a connection. */
const loadNumbers = () => import("@/lib/addresses/phone-number").catch(() => null);

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
  const { getValues } = useFormContext();
  const prefix = useFormField(`${base}.mobile_prefix`);
  const { field: mobile, own } = useFieldProps({ name: `${base}.mobile`, required });
  const label = useFieldLabel(prefix.id, "mobile_prefix");
  const prefixOf = (digits: string) => (withPlus && digits ? `+${digits}` : digits);

  /** Parts a number in the field `from`, unless the person has changed it until the rules of numbers are there. */
  async function part(typed: string, from: "mobile" | "mobile_prefix", text = typed) {
    // Without them the number stays as it is, and the API says what is wrong with it.
    const { readPhone } = (await loadNumbers()) ?? {};
    const now = getValues(base);
    if (!readPhone || now[from] !== typed) return;
    const isWhole = from === "mobile_prefix";
    const number = readPhone(text, isWhole ? "" : now.mobile_prefix);
    if (isWhole && number.prefix === undefined) return;
    if (number.prefix !== undefined) prefix.change(prefixOf(number.prefix));
    if (number.mobile !== now.mobile) mobile.change(number.mobile);
  }

  return (
    <div className="flex items-start gap-2">
      <Field id={prefix.id} label={label} required={required} error={prefix.error} className="w-24 shrink-0">
        <Input
          ref={prefix.ref}
          prefix="+"
          value={prefix.value.replace(/^\+/, "")}
          onFocus={() => void loadNumbers()}
          onChange={(event) => {
            const text = event.target.value.normalize("NFKC").trim();
            const typed = prefixOf(text.replace(/^\+/, ""));
            prefix.change(typed);
            void part(typed, "mobile_prefix", text);
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
          onFocus={() => void loadNumbers()}
          onChange={(event) => {
            const typed = event.target.value;
            mobile.change(typed);
            // More than one letter at once is a paste, or what the browser fills in.
            if (typed.length > mobile.value.length + 1) void part(typed, "mobile");
          }}
          onBlur={(event) => {
            mobile.leave(event);
            void part(mobile.value, "mobile");
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
