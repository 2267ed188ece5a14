"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { CountryField } from "@/components/forms/country-field";
import { ChoiceField, TextField } from "@/components/forms/form-fields";
import { BoxField } from "@/components/order-form/box-field";
import { useSnapshot } from "@/components/orders/use-snapshot";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TabLinks } from "@/components/ui/tab-links";
import { type CallInput, queryFor } from "@/lib/api-client";
import { getRates } from "@/lib/contracts/rate";
import { judgeContract } from "@/lib/forms/judge-body";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { INTL_PACKAGES, LOCAL_PACKAGES, MAX_PARCELS } from "@/lib/orders/choices";
import { type Desk, deskField, deskQuery, parcelsOf, rateBody } from "@/lib/orders/price-desk";
import { RateTable } from "./rate-table";

/** What the API would refuse, at the fields of the form. */
function problemsOf(desk: Desk, language: Language) {
  const found = judgeContract(getRates, rateBody(desk), language);
  const problems = found.map(({ field, message }) => ({ field: deskField(field), message }));
  if (parcelsOf(desk) === null) {
    const message = validationMessage("range", { min: "1", max: String(MAX_PARCELS) }, language);
    problems.push({ field: "parcels", message });
  }
  return problems;
}

/** Puts what is asked into the address: a reload, or a person who gets the link, sees the same prices. */
function showInAddress(desk: Desk): void {
  const url = new URL(window.location.href);
  const account = url.searchParams.get("account");
  url.search = `${deskQuery(desk)}${account ? `&account=${account}` : ""}`;
  if (url.href !== window.location.href) window.history.replaceState(null, "", url);
}

/** Route and parcels on the left, the services with their prices on the right, as soon as these are known. */
export function PriceDesk({ initial }: { initial: Desk }) {
  const t = useTranslations("priceDesk");
  const language = useLocale();
  const router = useRouter();
  const { where, href } = useWorkspace();
  const state = useContractForm<Desk>({ initial, judge: (values) => problemsOf(values, language) });
  const desk = useSnapshot(state.form, 300) as Desk;
  const isReady = problemsOf(desk, language).length === 0;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryFor("getRates", (isReady ? rateBody(desk) : {}) as CallInput<"getRates">, where),
    enabled: isReady,
    // A quote holds for 30 minutes.
    staleTime: 25 * 60_000,
    placeholderData: keepPreviousData,
  });
  return (
    <ContractForm state={state} onSend={async () => {}} className="gap-4">
      <TabLinks
        label={t("kinds.label")}
        current={desk.ship_type}
        className="px-0"
        tabs={(["local", "intl"] as const).map((id) => {
          const to = href(`/rates?type=${id}`);
          return { id, label: t(`kinds.${id}`), href: to, onPress: () => router.push(to) };
        })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        {/* When a field is left, and not later: a change of the address would undo the opening of another page. */}
        <fieldset className="contents" onBlur={() => showInAddress(state.form.getValues() as Desk)}>
          <Section title={t("parcel")}>
            <DeskFields isIntl={desk.ship_type === "intl"} />
          </Section>
        </fieldset>
        <Section title={t("prices")} flush>
          {!isReady ? (
            <p className="px-4 py-6 text-muted">{t("waiting")}</p>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <RateTable quote={data} desk={desk} isBusy={isFetching && isPlaceholderData} />
          ) : (
            <SkeletonRows rows={3} />
          )}
        </Section>
      </div>
    </ContractForm>
  );
}

function DeskFields({ isIntl }: { isIntl: boolean }) {
  const t = useTranslations("priceDesk");
  const tForm = useTranslations("orderForm");
  const packages = (isIntl ? INTL_PACKAGES : LOCAL_PACKAGES).map((value) => ({
    value,
    label: tForm(`packages.${value}`),
  }));
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      {isIntl ? <CountryField name="recipient.country" required className="col-span-2" /> : null}
      <ChoiceField name="shipment_detail.package_type" options={packages} />
      <TextField name="parcels" title={t("parcels")} kind="integer" required />
      <BoxField parcel="parcel" />
      <TextField name="parcel.act_weight" kind="decimal" required suffix="kg" />
      {(["length", "width", "height"] as const).map((side) => (
        <TextField key={side} name={`parcel.${side}`} kind="decimal" suffix="cm" />
      ))}
      <TextField name="parcel.insurance_fee" kind="decimal" prefix="HK$" />
      {isIntl ? null : <TextField name="cod_amount" kind="decimal" prefix="HK$" />}
      <p className="col-span-2 text-xs text-muted">{t("each")}</p>
    </div>
  );
}
