"use client";

import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { AddressFields } from "@/components/address-fields";
import { FormChecks } from "@/components/form-checks";
import { Section } from "@/components/ui/section";
import type { ShipType } from "@/lib/order-form-values";
import { ErrorSummary } from "./error-summary";
import { ParcelFields } from "./parcels-section";
import { PriceBar, type PriceBarWords } from "./price-bar";
import { RecipientFields } from "./recipient-section";
import { ReviewFields } from "./review-section";
import { ServiceFields } from "./service-section";
import { Stepper } from "./stepper";
import type { OrderFormState } from "./use-order-form";
import type { Sending } from "./use-sending";

// Each part changes with its own fields; a price that comes in need not draw hundreds of items again.
const Sender = memo(({ shipType }: { shipType: ShipType }) => <AddressFields shape={shipType} side="sender" />);
const Recipient = memo(RecipientFields);
const Parcels = memo(ParcelFields);

/** The order form: one page in parts, a price that stays in view. */
export function OrderFormView({
  state,
  sending,
  senderAbout,
  note,
  words,
  notice,
}: {
  state: OrderFormState;
  sending: Sending;
  senderAbout: string;
  /** Whether the work is saved, beside the price. */
  note: ReactNode;
  words: PriceBarWords;
  /** Above all fields: what stands in the way of saving. */
  notice?: ReactNode;
}) {
  const t = useTranslations("orderForm");
  const { shipType, form, quotes, agreed } = state;

  function accept() {
    agreed.accept();
    form.clearErrors("shipping_provider");
  }

  const about = shipType === "intl" ? t("about.parcelsIntl") : t("about.parcelsLocal");
  const section = "scroll-mt-32 lg:scroll-mt-22 [&>div:last-child]:pt-2";
  return (
    <FormChecks form={form} warnings={state.warnings}>
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-4 [&_:is(input,textarea,button)]:scroll-mt-28 [&_:is(input,textarea,button)]:scroll-mb-32"
      >
        <Stepper complete={state.complete} />
        {notice}
        <ErrorSummary attempts={sending.attempts} failure={sending.failure} network={words.network} />
        <Section id="sender" className={section} title={t("steps.sender")} description={senderAbout}>
          <Sender shipType={shipType} />
        </Section>
        <Section id="recipient" className={section} title={t("steps.recipient")} description={t("about.recipient")}>
          <Recipient shipType={shipType} pointProvider={state.pointProvider} heaviest={state.heaviest} />
        </Section>
        <Section id="parcels" className={section} title={t("steps.parcels")} description={about}>
          <Parcels shipType={shipType} pickPack={state.pickPack} hasProducts={state.hasProducts} />
        </Section>
        <Section id="service" className={section} title={t("steps.service")} description={t("about.service")}>
          <ServiceFields
            shipType={shipType}
            quotes={quotes}
            agreed={agreed}
            onAccept={accept}
            providerNames={state.providerNames}
            collector={state.collector}
          />
        </Section>
        <Section id="review" className={section} title={t("steps.review")} description={t("about.review")}>
          <ReviewFields values={state.values} quotes={quotes} agreed={agreed} />
        </Section>
        <PriceBar quotes={quotes} agreed={agreed} onAccept={accept} note={note} words={words} sending={sending} />
      </form>
    </FormChecks>
  );
}
