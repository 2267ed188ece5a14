"use client";

import { CornerDownLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { STREET_LINE, wrapStreet } from "@/lib/addresses/street-lines";
import { Button } from "../ui/button";
import { CountryField } from "./country-field";
import { focusFieldSoon, useChecks } from "./form-checks";
import { Fold, TextField } from "./form-fields";
import { PhoneFields } from "./phone-field";

export type Side = "sender" | "recipient";

const STREET_LINES = ["address", "address_line_2", "address_line_3"] as const;

/** Offers to spread a street that is too long over the lines below it. */
function WrapOffer({ side }: { side: Side }) {
  const t = useTranslations("orderForm.address");
  const { setValue } = useFormContext();
  const checks = useChecks();
  const names = STREET_LINES.map((line) => `${side}.${line}`);
  const typed: unknown[] = useWatch({ name: names });
  const [first, second, third] = typed.map((line) => (typeof line === "string" ? line : ""));
  const wrapped = wrapStreet([first ?? "", second ?? "", third ?? ""]);
  if (!wrapped) return null;

  function wrap(lines: readonly string[]) {
    for (const [index, name] of names.entries()) setValue(name, lines[index] ?? "", { shouldDirty: true });
    checks.left(names[0] ?? "");
    // The button disappears when nothing is too long any more; the focus must not disappear with it.
    focusFieldSoon(names[lines[2] ? 2 : 1] ?? "");
  }

  return (
    <Button size="sm" className="w-fit" onClick={() => wrap(wrapped)}>
      <CornerDownLeft aria-hidden="true" />
      {t("wrap")}
    </Button>
  );
}

/** The lines of an international address, with city and state. */
export function IntlStreet({ side, required }: { side: Side; required: boolean }) {
  const t = useTranslations("orderForm.hints");
  return (
    <>
      <div className="flex flex-col gap-2 sm:col-span-2">
        <TextField
          name={`${side}.address`}
          label="address_line_1"
          required={required}
          limit={STREET_LINE}
          hint={side === "recipient" ? t("latin") : undefined}
        />
        <WrapOffer side={side} />
      </div>
      <TextField name={`${side}.address_line_2`} limit={STREET_LINE} />
      <TextField name={`${side}.address_line_3`} limit={STREET_LINE} />
      <TextField name={`${side}.city`} />
      <TextField name={`${side}.state`} />
    </>
  );
}

/** A sender or recipient of an international order. */
export function IntlAddressFields({ side, required }: { side: Side; required: boolean }) {
  const t = useTranslations("orderForm");
  const { getValues, setValue } = useFormContext();
  const checks = useChecks();

  async function suggestPrefix(country: string, before: string) {
    const numbers = await import("@/lib/addresses/phone-number").catch(() => null);
    if (!numbers) return;
    const name = `${side}.mobile_prefix`;
    const prefix = getValues(name);
    // A prefix that a person typed stays; one that was filled in for the last country is replaced.
    const [code, last] = [country, before].map(numbers.callingCode);
    if (!code || (prefix && prefix !== `+${last}`)) return;
    setValue(name, `+${code}`, { shouldDirty: true });
    checks.changed(name);
  }

  return (
    <>
      <TextField name={`${side}.name`} required={required} limit={35} />
      <TextField name={`${side}.company_name`} limit={35} />
      <CountryField
        name={`${side}.country`}
        required={required}
        onChosen={(country, before) => void suggestPrefix(country, before)}
      />
      <TextField name={`${side}.email`} kind="email" required={required} />
      <PhoneFields base={side} withPlus required={required} />
      <TextField name={`${side}.post_code`} kind="code" />
      <IntlStreet side={side} required={required} />
      {side === "recipient" ? (
        <div className="sm:col-span-2">
          <Fold title={t("address.taxNumbers")} names={["recipient.tax_code", "recipient.eori_number"]}>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField name="recipient.tax_code" kind="code" />
              <TextField name="recipient.eori_number" kind="code" limit={20} />
            </div>
          </Fold>
        </div>
      ) : null}
    </>
  );
}
