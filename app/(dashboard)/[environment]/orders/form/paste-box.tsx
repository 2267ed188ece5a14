"use client";

import { TriangleAlert, Undo2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import { focusFieldSoon, useChecks } from "@/components/forms/form-checks";
import type { FieldLabel } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { stableCountryName } from "@/lib/addresses/country-names";
import { call } from "@/lib/api-client";
import type { ParsedAddress } from "@/lib/contracts/address-parse";
import type { Language } from "@/lib/i18n/validation";
import { type Loose, string } from "@/lib/loose";
import { MAX_PASTE } from "@/lib/orders/choices";
import type { ShipType } from "@/lib/orders/form-values";
import { type PastedFields, pastedFields } from "@/lib/orders/pasted-fields";

/** What an order needs of a recipient, in the order of the form. */
const NEEDED: Record<ShipType, readonly FieldLabel[]> = {
  local: ["name", "mobile", "address"],
  intl: ["name", "country", "email", "mobile", "address"],
};

/** What was filled in, and what it was before. */
type Filled = PastedFields & { found: ParsedAddress; before: Loose; service: unknown };

/** Sets fields of the recipient and has them judged as if they were typed. */
function useRecipient() {
  const { getValues, setValue, clearErrors } = useFormContext();
  const checks = useChecks();
  return {
    values: (): Loose => structuredClone((getValues("recipient") ?? {}) as Loose),
    service: (): unknown => getValues("shipping_provider"),
    set(fields: Loose) {
      for (const [name, value] of Object.entries(fields))
        setValue(`recipient.${name}`, value, { shouldDirty: true, shouldTouch: true });
      clearErrors("recipient");
      for (const name of Object.keys(fields)) checks.changed(`recipient.${name}`);
    },
    deliverBy(provider: unknown) {
      setValue("shipping_provider", provider ?? "", { shouldDirty: true });
      checks.changed("shipping_provider");
    },
  };
}

/** Says what was found, what is doubtful, what is missing and what has no field. */
function Outcome({ filled, shipType, onUndo }: { filled: Filled; shipType: ShipType; onUndo: () => void }) {
  const t = useTranslations("orderForm.paste");
  const tFields = useTranslations("orderForm.fields");
  const language = useLocale() as Language;
  const { found, fields, left } = filled;
  const list = new Intl.ListFormat(language === "en" ? "en-GB" : "zh-Hant-HK", { type: "unit" });
  const named = (names: readonly FieldLabel[]) => list.format(names.map((name) => tFields(name)));
  const done = (Object.keys(fields) as FieldLabel[]).filter(
    (name) => fields[name] && name !== "mobile_prefix" && !name.startsWith("address_line"),
  );
  const missing = NEEDED[shipType].filter((name) => !fields[name]);
  const isAbroad = shipType === "local" && found.country !== null && found.country !== "HK";
  const doubts = [
    ...(isAbroad ? [t("abroad", { country: stableCountryName(found.country ?? "", language) })] : []),
    ...(found.doubts.includes("country") ? [t("doubtfulCountry")] : []),
    ...(found.doubts.includes("district") ? [t("doubtfulDistrict")] : []),
    ...(missing.length > 0 ? [t("missing", { fields: named(missing) })] : []),
    ...(left.length > 0 ? [t("left", { text: left.join(" · ") })] : []),
  ];
  return (
    <div className="flex flex-wrap items-start justify-between gap-2 text-sm">
      <div className="flex min-w-0 grow basis-64 flex-col gap-1">
        <p>
          {done.length > 0 ? t("filled", { fields: named(done) }) : t("nothing")}{" "}
          {found.district && language === "en" ? t("district", { district: found.district }) : null}
          {found.district_zh && language !== "en" ? t("district", { district: found.district_zh }) : null}
        </p>
        {doubts.map((doubt) => (
          <p key={doubt} className="flex items-start gap-1 text-warn">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 break-words">{doubt}</span>
          </p>
        ))}
      </div>
      {done.length > 0 ? (
        <Button size="sm" onClick={onUndo}>
          <Undo2 aria-hidden="true" />
          {t("undo")}
        </Button>
      ) : null}
    </div>
  );
}

/** A box for an address in one block: the operation parts it, the fields are filled in, and everything can be undone. */
export function PasteBox({
  shipType,
  pointProvider,
  given,
  onFilled,
  onClose,
}: {
  shipType: ShipType;
  pointProvider: string | null;
  /** A block to part at once. */
  given: string | null;
  /** The recipient's fields have other values now. */
  onFilled: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("orderForm.paste");
  const { where } = useWorkspace();
  const showFailure = useFailureToast();
  const recipient = useRecipient();
  const id = useId();
  const [text, setText] = useState(given ?? "");
  const [isRunning, setIsRunning] = useState(false);
  const [filled, setFilled] = useState<Filled | null>(null);

  async function fill(block: string) {
    setIsRunning(true);
    try {
      const [before, service] = [recipient.values(), recipient.service()];
      const country = shipType === "local" ? "HK" : string(before.country);
      const found = await call("parseAddress", { text: block, ...(country && { country }) }, where);
      const pasted = pastedFields(found, shipType, pointProvider !== null);
      recipient.set(pasted.fields);
      if (pasted.isToPoint) recipient.deliverBy(pointProvider);
      setFilled({ ...pasted, found, before, service });
      onFilled();
    } catch (error) {
      showFailure(error);
    } finally {
      setIsRunning(false);
    }
  }

  function undo() {
    if (filled) recipient.set(filled.before);
    if (filled?.isToPoint) recipient.deliverBy(filled.service);
    setFilled(null);
    onFilled();
    document.getElementById(id)?.focus();
  }

  const begin = useRef(() => {
    if (given !== null) void fill(given);
    else document.getElementById(id)?.focus();
  });
  useEffect(() => begin.current(), []);

  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3">
      <Field id={id} label={t("label")} hint={t("hint")}>
        <Textarea
          rows={4}
          limit={MAX_PASTE}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          loading={isRunning}
          disabled={text.trim() === "" || text.length > MAX_PASTE * 2}
          onClick={() => void fill(text)}
        >
          {t("fill")}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            onClose();
            focusFieldSoon("recipient.name");
          }}
        >
          {t("close")}
        </Button>
      </div>
      <div role="status">{filled ? <Outcome filled={filled} shipType={shipType} onUndo={undo} /> : null}</div>
    </div>
  );
}
