"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { PAPER_SIZES } from "@/components/documents/paper";
import { useWorkspace } from "@/components/environment";
import { AddressFields } from "@/components/forms/address-fields";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { ChoiceField, TextField } from "@/components/forms/form-fields";
import { leaveBy } from "@/components/forms/leave-by";
import { LeaveForm } from "@/components/forms/leave-guard";
import { BoxField } from "@/components/order-form/box-field";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { TabLinks } from "@/components/ui/tab-links";
import { useOperation } from "@/components/use-operation";
import { type CallInput, call, queryFor } from "@/lib/api-client";
import type { RevisedDefaults } from "@/lib/contracts/defaults";
import { fieldOfPointer } from "@/lib/forms/form-paths";
import type { Loose } from "@/lib/loose";
import { CURRENCIES, EXPORT_REASONS, INTL_PACKAGES, LOCAL_PACKAGES } from "@/lib/orders/choices";
import type { ShipType } from "@/lib/orders/form-values";
import { endTimes, startTimes } from "@/lib/orders/pickup-window";
import { bodyOf, judgeDefaults, ownField, valuesOf } from "./defaults-values";

const KINDS = ["local", "intl"] as const;
const GRID = "grid items-start gap-4 sm:grid-cols-2";

/** What new orders of a kind begin with: owners change it, members see it. */
export function DefaultsView({ shipType }: { shipType: ShipType }) {
  const t = useTranslations("settings.defaults");
  const { where, href } = useWorkspace();
  const router = useRouter();
  const { data, error, refetch } = useQuery(queryFor("readDefaults", {}, where));
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-muted">{t("about")}</p>
      <TabLinks
        label={t("kinds.label")}
        current={shipType}
        className="px-0"
        tabs={KINDS.map((id) => {
          const to = href(`/settings/defaults?type=${id}`);
          return { id, label: t(`kinds.${id}`), href: to, onPress: () => leaveBy(() => router.push(to)) };
        })}
      />
      {data ? (
        <DefaultsForm key={shipType} shipType={shipType} defaults={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
    </div>
  );
}

function DefaultsForm({ shipType, defaults }: { shipType: ShipType; defaults: RevisedDefaults }) {
  const t = useTranslations("settings.defaults");
  const language = useLocale();
  const { where, may } = useWorkspace();
  const save = useOperation("saveDefaults");
  const router = useRouter();
  const mayChange = may("saveDefaults");
  const state = useContractForm<Loose>({
    initial: valuesOf(shipType, defaults),
    judge: (values) => judgeDefaults(shipType, values, language),
  });
  /** The defaults as they were read last. */
  const read = useRef(defaults);

  async function send(values: Loose) {
    const { revision } = read.current;
    const body = { ...bodyOf(shipType, values, read.current), revision };
    await save.send(body as CallInput<"saveDefaults">, {
      done: t("saved"),
      onDone(saved) {
        read.current = saved;
        state.begin(valuesOf(shipType, saved));
      },
    });
    // Other pages print on the paper that the layout was rendered with.
    router.refresh();
  }

  async function reread() {
    read.current = await call("readDefaults", {}, where);
    return valuesOf(shipType, read.current);
  }

  return (
    <ContractForm
      state={state}
      onSend={send}
      reread={reread}
      fieldOf={({ pointer }) => ({ name: ownField(fieldOfPointer(pointer)), type: "server" })}
      className="gap-4"
    >
      <fieldset disabled={!mayChange} className="contents">
        {mayChange ? null : <p className="text-muted">{t("ownersOnly")}</p>}
        <Section title={t("sender")} description={t("senderAbout")}>
          <AddressFields shape={shipType} side="sender" required={false} />
        </Section>
        <Section title={t("shipment")} description={t("shipmentAbout")}>
          <Shipment shipType={shipType} />
        </Section>
        {shipType === "local" ? (
          <Section title={t("pickup")} description={t("pickupAbout")}>
            <Hours />
          </Section>
        ) : null}
        <Section title={t("paper")} description={t("paperAbout")}>
          <Paper />
        </Section>
        {mayChange ? (
          <Button type="submit" variant="primary" loading={state.isBusy} className="self-start">
            {t("save")}
          </Button>
        ) : null}
      </fieldset>
      <LeaveForm isBusy={state.isBusy} />
    </ContractForm>
  );
}

function Shipment({ shipType }: { shipType: ShipType }) {
  const t = useTranslations("settings.defaults");
  const tForm = useTranslations("orderForm");
  const language = useLocale();
  const { where } = useWorkspace();
  const isIntl = shipType === "intl";
  const { data: providers = [] } = useQuery(queryFor("listProviders", { ship_type: shipType }, where));
  const none = { value: "none", label: t("none") };
  const packages = (isIntl ? INTL_PACKAGES : LOCAL_PACKAGES).map((value) => ({
    value,
    label: tForm(`packages.${value}`),
  }));
  return (
    <div className={GRID}>
      <ChoiceField
        name="shipping_provider"
        options={[
          none,
          ...providers.map(({ code, name_en, name_zh }) => ({
            value: code,
            label: language === "en" ? name_en : name_zh,
          })),
        ]}
      />
      <ChoiceField name="package_type" options={[none, ...packages]} />
      {isIntl ? (
        <>
          <ChoiceField
            name="reason_of_export"
            options={[none, ...EXPORT_REASONS.map((value) => ({ value, label: tForm(`reasons.${value}`) }))]}
          />
          <ChoiceField name="currency" options={[none, ...CURRENCIES.map((value) => ({ value, label: value }))]} />
          <ChoiceField
            name="tax_party"
            options={[
              none,
              ...(["recipient", "sender"] as const).map((value) => ({ value, label: tForm(`taxParties.${value}`) })),
            ]}
          />
        </>
      ) : (
        <TextField name="consignment_declaration" limit={35} hint={t("contentsHint")} className="sm:col-span-2" />
      )}
      <div className="grid grid-cols-2 items-start gap-3 sm:col-span-2 sm:grid-cols-4">
        <BoxField parcel="parcel" className="sm:col-span-4 sm:w-[calc(50%-0.375rem)]" />
        <TextField name="parcel.act_weight" kind="decimal" suffix="kg" />
        {(["length", "width", "height"] as const).map((side) => (
          <TextField key={side} name={`parcel.${side}`} kind="decimal" suffix="cm" />
        ))}
      </div>
    </div>
  );
}

/** The hours of a collection; without any, orders begin without one. */
function Hours() {
  const t = useTranslations("settings.defaults");
  const start: unknown = useWatch({ name: "pickup_arrange.pickup_start_time" });
  const none = { value: "none", label: t("none") };
  const times = (given: readonly string[]) => [none, ...given.map((value) => ({ value, label: value }))];
  // No day is today, so that every hour is offered.
  const starts = startTimes("", { date: "none", minutes: 0 });
  return (
    <div className={GRID}>
      <ChoiceField name="pickup_arrange.pickup_start_time" options={times(starts)} />
      <ChoiceField
        name="pickup_arrange.pickup_end_time"
        options={times(endTimes(typeof start === "string" ? start : ""))}
      />
    </div>
  );
}

function Paper() {
  const t = useTranslations("settings.defaults");
  const tPapers = useTranslations("documents.papers");
  return (
    <div className={GRID}>
      <ChoiceField
        name="paper"
        title={t("paperField")}
        options={[
          { value: "none", label: t("none") },
          ...PAPER_SIZES.map((value) => ({ value, label: tPapers(value) })),
        ]}
      />
    </div>
  );
}
