"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type FieldValues, type Resolver, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { CountryField } from "@/components/country-field";
import { FormChecks, focusField, listErrors, WarningStore } from "@/components/form-checks";
import { ChoiceField, TextField } from "@/components/form-fields";
import { Button } from "@/components/ui/button";
import { RequestId, useFailureWords } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { ApiFailure } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import { fieldOfPointer } from "@/lib/form-paths";
import type { Language } from "@/lib/i18n/validation";
import { lazily } from "@/lib/lazily";
import { CURRENCIES, UNITS } from "@/lib/order-choices";
import { isCheckDigitWrong } from "@/lib/order-warnings";
import { BATTERIES, type ProductField, type ProductValues, productOfValues, valuesOfProduct } from "@/lib/product-form";

// The API's own rules: they are loaded once there is something to judge.
const loadRules = () => lazily(() => import("@/lib/product-rules"));

function resolverFor(language: Language): Resolver<FieldValues> {
  return async (values) => {
    const { judgeProduct } = await loadRules();
    const problems = judgeProduct(productOfValues(values as ProductValues), language);
    const errors = Object.fromEntries(problems.map(({ field, message }) => [field, { type: "rule", message }]));
    return problems.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/** What to look at twice; it never blocks. */
function useWarnings(form: UseFormReturn<FieldValues>): WarningStore {
  const t = useTranslations("products.warnings");
  const [store] = useState(() => new WarningStore());
  const [barcode = "", hscode = ""] = useWatch({ control: form.control, name: ["bar_code_eid", "hscode"] }) as string[];
  useEffect(() => {
    const digits = hscode.replace(/\D/g, "").length;
    store.replace([
      ...(isCheckDigitWrong(barcode.trim()) ? [["bar_code_eid", t("checkDigit")] as const] : []),
      ...(hscode.trim() && digits < 6 ? [["hscode", t("hsShort")] as const] : []),
    ]);
  }, [store, barcode, hscode, t]);
  return store;
}

/**
 * The fields of a product, for a new one and for changing it. A field is judged when it is left, and as it is mended;
 * what the server refuses goes to the field that it points at.
 */
export default function ProductForm({
  product,
  submitLabel,
  cancelHref,
  onSubmit,
}: {
  /** The one that is changed. */
  product?: Product;
  submitLabel: string;
  cancelHref: string;
  /** Sends the values; throws what the API refused. */
  onSubmit: (values: ProductValues) => Promise<void>;
}) {
  const t = useTranslations("products");
  const language = useLocale();
  const form = useForm({
    defaultValues: valuesOfProduct(product) as FieldValues,
    resolver: resolverFor(language),
    // Fields are judged by FormChecks.
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const warnings = useWarnings(form);
  const isRunning = useRef(false);
  const failureBox = useRef<HTMLDivElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  function focusFirst(names: readonly string[]) {
    const first = Object.keys(valuesOfProduct()).find((field) => names.includes(field));
    // What the error says comes with the next render.
    setTimeout(() => (first ? focusField(first) : failureBox.current?.focus()));
  }

  async function send(values: ProductValues) {
    try {
      await onSubmit(values);
      return;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const told = error.entries.map(({ pointer, message }) => ({ field: fieldOfPointer(pointer), message }));
      for (const { field, message } of told) form.setError(field, { type: "server", message });
      const known = told.filter(({ field }) => field in valuesOfProduct());
      if (known.length === 0) setFailure(error);
      focusFirst(known.map(({ field }) => field));
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await form.handleSubmit(
        (values) => send(values as ProductValues),
        (errors) => focusFirst(listErrors(errors).map(({ name }) => name)),
      )();
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }

  const field = (name: ProductField) => ({ name, title: t(`fields.${name}`) });
  return (
    <FormChecks form={form} warnings={warnings}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onFocus={() => void loadRules().catch(() => null)}
        className="flex max-w-3xl flex-col gap-4"
      >
        {failure ? <FailureBox ref={failureBox} error={failure} /> : null}
        <Section title={t("form.what")}>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField {...field("sku")} kind="code" required hint={t("hints.sku")} />
            <TextField {...field("bar_code_eid")} kind="code" optional hint={t("hints.barcode")} />
            <TextField {...field("name")} required limit={200} className="sm:col-span-2" hint={t("hints.name")} />
          </div>
        </Section>
        <Section title={t("form.warehouse")}>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField {...field("warehouse_location")} optional hint={t("hints.place")} />
            <TextField {...field("low_stock_mark")} kind="integer" optional hint={t("hints.mark")} />
          </div>
        </Section>
        <Section title={t("form.measures")}>
          <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
            <TextField {...field("weight")} kind="decimal" suffix="kg" />
            <TextField {...field("length")} kind="decimal" suffix="cm" />
            <TextField {...field("width")} kind="decimal" suffix="cm" />
            <TextField {...field("height")} kind="decimal" suffix="cm" />
          </div>
        </Section>
        <Section title={t("form.customs")} description={t("form.customsWhy")}>
          <div className="grid items-start gap-4 pt-1 sm:grid-cols-2">
            <TextField {...field("hscode")} kind="code" optional />
            <CountryField {...field("origin")} canBeNone />
            <ChoiceField
              {...field("battery")}
              options={[
                { value: "none", label: t("batteries.none") },
                ...BATTERIES.map((value) => ({ value, label: t(`batteries.${value}`) })),
              ]}
            />
            <ChoiceField
              {...field("unit")}
              options={[
                { value: "none", label: t("none") },
                ...UNITS.map((value) => ({ value, label: `${t(`units.${value}`)} (${value})` })),
              ]}
            />
            <TextField {...field("unit_value")} kind="decimal" optional />
            <ChoiceField {...field("currency")} options={CURRENCIES.map((value) => ({ value, label: value }))} />
          </div>
        </Section>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" loading={isBusy}>
            {submitLabel}
          </Button>
          <TextLink href={cancelHref}>{t("form.cancel")}</TextLink>
        </div>
      </form>
    </FormChecks>
  );
}

/** What went wrong beyond single fields. */
function FailureBox({ error, ref }: { error: unknown; ref: React.Ref<HTMLDivElement> }) {
  const words = useFailureWords()(error);
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="rounded-md border border-bad bg-bad-tint px-4 py-3">
      <p className="font-semibold text-bad">{words.detail ?? words.title}</p>
      <p>
        {words.lost} {words.todo}
      </p>
      {words.requestId ? <RequestId id={words.requestId} /> : null}
    </div>
  );
}
