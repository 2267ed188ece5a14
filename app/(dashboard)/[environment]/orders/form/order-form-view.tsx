"use client";

import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { FormChecks } from "@/components/form-checks";
import { Section } from "@/components/ui/section";
import type { Address } from "@/lib/contracts/address";
import type { PickupHours } from "@/lib/pickup-window";
import { ErrorSummary } from "./error-summary";
import { ParcelFields } from "./parcels-section";
import { PasteFrame } from "./paste-frame";
import { PriceBar, type PriceBarWords } from "./price-bar";
import { RecipientFields, SenderFields } from "./recipient-section";
import { ReviewFields } from "./review-section";
import { ServiceFields } from "./service-section";
import { Stepper } from "./stepper";
import type { OrderFormState } from "./use-order-form";
import type { Sending } from "./use-sending";

// Each part renders for its own fields only; a new price must not render hundreds of items again.
const Sender = memo(SenderFields);
const Recipient = memo(RecipientFields);
const Parcels = memo(ParcelFields);

/** The order form: one page in parts, with a price that stays visible. */
export function OrderFormView({
  state,
  sending,
  senderAbout,
  senderMore,
  recipientMore,
  onAddress,
  hours,
  note,
  words,
  notice,
  orderId,
}: {
  state: OrderFormState;
  sending: Sending;
  senderAbout: string;
  /** Below the sender. */
  senderMore?: ReactNode;
  /** Below the recipient. */
  recipientMore?: ReactNode;
  /** The recipient was filled in from the address book. */
  onAddress?: (address: Address) => void;
  /** The usual hours of a collection. */
  hours?: PickupHours | undefined;
  /** Whether the work is saved, next to the price. */
  note: ReactNode;
  words: PriceBarWords;
  /** Above all fields: what prevents saving. */
  notice?: ReactNode;
  /** The order that is being changed. */
  orderId?: string;
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
    <FormChecks form={form} warnings={state.warnings} attempts={sending.attempts} box={sending.box}>
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-4 [&_:is(input,textarea,button)]:scroll-mt-28 [&_:is(input,textarea,button)]:scroll-mb-32"
      >
        <Stepper complete={state.complete} isServiceGone={agreed.isGone} />
        {notice}
        <ErrorSummary ref={sending.box} attempts={sending.attempts} failure={sending.failure} network={words.network} />
        <Section id="sender" className={section} title={t("steps.sender")} description={senderAbout}>
          <Sender shipType={shipType} />
          {senderMore}
        </Section>
        <Section id="recipient" className={section} title={t("steps.recipient")} description={t("about.recipient")}>
          <PasteFrame shipType={shipType} pointProvider={state.pointProvider}>
            <Recipient
              shipType={shipType}
              pointProvider={state.pointProvider}
              heaviest={state.heaviest}
              onAddress={onAddress}
            />
          </PasteFrame>
          {recipientMore}
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
            suspended={state.suspended}
            collector={state.collector}
            hours={hours}
          />
        </Section>
        <Section id="review" className={section} title={t("steps.review")} description={t("about.review")}>
          <ReviewFields values={state.values} quotes={quotes} agreed={agreed} orderId={orderId} />
        </Section>
        <PriceBar quotes={quotes} agreed={agreed} onAccept={accept} note={note} words={words} sending={sending} />
      </form>
    </FormChecks>
  );
}
