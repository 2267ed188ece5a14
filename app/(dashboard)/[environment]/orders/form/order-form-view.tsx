"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, memo, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { FormChecks, focusField, focusFieldSoon, inPageOrder } from "@/components/form-checks";
import { useShortcuts } from "@/components/shell/shortcuts";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/section";
import type { Address } from "@/lib/contracts/address";
import { fieldName } from "@/lib/form-paths";
import type { ShipType } from "@/lib/order-form-values";
import type { PickupHours } from "@/lib/pickup-window";
import { ErrorSummary } from "./error-summary";
import { type Step, stepOf } from "./field-words";
import { Foldable } from "./foldable";
import { ParcelFields } from "./parcels-section";
import { ParcelsLine, PartyLine } from "./part-lines";
import { PasteFrame } from "./paste-frame";
import { CONFIRM_BUTTON, PriceBar, type PriceBarWords } from "./price-bar";
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

const NO_STEPS: ReadonlySet<Step> = new Set();
/** Where the price stands beside the parts instead of below them; a declaration needs more room than a local parcel. */
const RAIL: Record<ShipType, string> = {
  local: "xl:grid xl:grid-cols-[minmax(0,1fr)_17rem] xl:items-start",
  intl: "2xl:grid 2xl:grid-cols-[minmax(0,1fr)_17rem] 2xl:items-start",
};

/** Enter in a field takes what is offered for it: the first button that has `data-enter`. */
function takeOffer(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget, nativeEvent } = event;
  const isPlain = key === "Enter" && !event.ctrlKey && !event.metaKey && !event.shiftKey && !nativeEvent.isComposing;
  // A list that is open over the page has a field of its own.
  if (!isPlain || !(target instanceof HTMLInputElement) || !currentTarget.contains(target)) return;
  const offer = currentTarget.querySelector<HTMLElement>("button[data-enter]:enabled");
  if (!offer) return;
  event.preventDefault();
  offer.click();
}

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
  folded = NO_STEPS,
  onOpen = () => undefined,
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
  /** The parts that are known, shown as a line each until somebody opens them. */
  folded?: ReadonlySet<Step>;
  onOpen?: (step: Step) => void;
  /** Above all fields: what prevents saving. */
  notice?: ReactNode;
  /** The order that is being changed. */
  orderId?: string;
}) {
  const t = useTranslations("orderForm");
  const { shipType, form, quotes, agreed } = state;

  function goTo(field: string) {
    // On the page before the focus goes there: a part that is folded is hidden.
    flushSync(() => onOpen(stepOf(field)));
    // A field in a fold of its own appears with its error.
    if (!focusField(field)) void form.trigger(field).then(() => focusFieldSoon(field));
  }

  // The next field that needs something, else the button that says what is bought; there it is pressed.
  async function goOn() {
    const fields = await state.openNow();
    const problems = fields.map((name) => ({ name, message: "", type: "rule" }));
    const [first] = inPageOrder(problems);
    if (first || !state.hasPrice) return goTo(first?.name ?? "shipping_provider");
    const button = document.getElementById(CONFIRM_BUTTON);
    if (document.activeElement === button) button?.click();
    else button?.focus();
  }
  useShortcuts([{ keys: ["mod+Enter"], label: t("goOn"), run: () => void goOn() }]);

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
        className={cn(
          "flex flex-col gap-4 [&_:is(input,textarea,button)]:scroll-mt-28 [&_:is(input,textarea,button)]:scroll-mb-32",
          RAIL[shipType],
        )}
      >
        <div className="flex min-w-0 flex-col gap-4">
          <Stepper complete={state.complete} isServiceGone={agreed.isGone} />
          {notice}
          <ErrorSummary
            ref={sending.box}
            attempts={sending.attempts}
            failure={sending.failure}
            network={words.network}
          />
          <Foldable
            step="sender"
            className={section}
            description={senderAbout}
            line={<PartyLine party={state.values.sender} />}
            isFolded={folded.has("sender")}
            onOpen={() => onOpen("sender")}
            first="sender.name"
          >
            <Sender shipType={shipType} />
            {senderMore}
          </Foldable>
          <Section id="recipient" className={section} title={t("steps.recipient")} description={t("about.recipient")}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in its fields presses the button that says so */}
            <div onKeyDown={takeOffer}>
              <PasteFrame shipType={shipType} pointProvider={state.pointProvider}>
                <Recipient
                  shipType={shipType}
                  pointProvider={state.pointProvider}
                  heaviest={state.heaviest}
                  onAddress={onAddress}
                />
              </PasteFrame>
              {recipientMore}
            </div>
          </Section>
          <Foldable
            step="parcels"
            className={section}
            description={about}
            line={<ParcelsLine detail={state.values.shipment_detail} />}
            isFolded={folded.has("parcels")}
            onOpen={() => onOpen("parcels")}
            first="shipment_detail.parcel_list.0.act_weight"
          >
            <Parcels shipType={shipType} pickPack={state.pickPack} hasProducts={state.hasProducts} />
          </Foldable>
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
        </div>
        <PriceBar
          shipType={shipType}
          quotes={quotes}
          agreed={agreed}
          open={state.open ?? quotes.missing.map(fieldName)}
          onField={goTo}
          onAccept={accept}
          note={note}
          words={words}
          sending={sending}
        />
      </form>
    </FormChecks>
  );
}
