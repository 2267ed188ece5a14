"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import { ContractForm, type Sent, useContractForm } from "@/components/forms/contract-form";
import { CountryField } from "@/components/forms/country-field";
import { WarningStore } from "@/components/forms/form-checks";
import { ChoiceField, TextField } from "@/components/forms/form-fields";
import { LeaveForm } from "@/components/forms/leave-guard";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import type { Product } from "@/lib/contracts/product";
import {
  BATTERIES,
  type ProductField,
  type ProductValues,
  productOfValues,
  valuesOfProduct,
} from "@/lib/goods/product-form";
import { judgeProduct } from "@/lib/goods/product-rules";
import { CURRENCIES, UNITS } from "@/lib/orders/choices";
import { isCheckDigitWrong } from "@/lib/orders/warnings";

/** What to check again; it never blocks. */
function useWarnings({ control }: UseFormReturn<FieldValues>): WarningStore {
  const t = useTranslations("products.warnings");
  const [store] = useState(() => new WarningStore());
  const [barcode = "", hscode = ""] = useWatch({ control, name: ["bar_code_eid", "hscode"] }) as string[];
  useEffect(() => {
    const digits = hscode.replace(/\D/g, "").length;
    store.replace([
      ...(isCheckDigitWrong(barcode.trim()) ? [["bar_code_eid", t("checkDigit")] as const] : []),
      ...(hscode.trim() && digits < 6 ? [["hscode", t("hsShort")] as const] : []),
    ]);
  }, [store, barcode, hscode, t]);
  return store;
}

/** The fields of a product, to make a new one or change one. */
export default function ProductForm({
  product,
  submitLabel,
  cancelHref,
  onSubmit,
  existed,
  reread,
}: {
  /** The product that is changed. */
  product?: Product;
  submitLabel: string;
  cancelHref: string;
  /** Sends the values; throws what the API refused. */
  onSubmit: (values: ProductValues, key: string) => Promise<Sent>;
  /** Continues with what an earlier attempt made. */
  existed?: (productId: string) => Sent;
  /** Reads the product again, when others have changed it. */
  reread?: () => Promise<Product>;
}) {
  const t = useTranslations("products");
  const language = useLocale();
  const state = useContractForm({
    initial: valuesOfProduct(product),
    judge: (values) => judgeProduct(productOfValues(values), language),
  });
  const warnings = useWarnings(state.form);
  const field = (name: ProductField) => ({ name, title: t(`fields.${name}`) });
  return (
    <ContractForm
      state={state}
      warnings={warnings}
      onSend={onSubmit}
      {...(existed && { existed })}
      {...(reread && { reread: async () => valuesOfProduct(await reread()) })}
      className="max-w-3xl"
    >
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
        <Button type="submit" variant="primary" loading={state.isBusy}>
          {submitLabel}
        </Button>
        <TextLink href={cancelHref}>{t("form.cancel")}</TextLink>
      </div>
      <LeaveForm isBusy={state.isBusy} />
    </ContractForm>
  );
}
