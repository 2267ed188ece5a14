"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, memo, type ReactNode, useCallback, useRef } from "react";
import { flushSync } from "react-dom";
import { FormChecks, focusField, focusFieldSoon, inPageOrder } from "@/components/forms/form-checks";
import { KeyHints } from "@/components/shell/key-hints";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Section } from "@/components/ui/section";
import type { Address } from "@/lib/contracts/address";
import { fieldName } from "@/lib/forms/form-paths";
import type { PickupHours } from "@/lib/orders/pickup-window";
import { ErrorSummary } from "./error-summary";
import { ExtrasPart } from "./extras-section";
import { Foldable } from "./foldable";
import { type Part, partOf } from "./form-steps";
import { ParcelFields } from "./parcels-section";
import { isKnown, ParcelsLine, PartyLine } from "./part-lines";
import { PasteFrame } from "./paste-frame";
import { CONFIRM_BUTTON, PriceBar, type PriceBarLabels } from "./price-bar";
import { RecipientFields, SenderFields } from "./recipient-section";
import { Afterwards, ReviewFields } from "./review-section";
import { ServiceFields } from "./service-section";
import { Stepper } from "./stepper";
import type { OrderFormState } from "./use-order-form";
import type { Sending } from "./use-sending";

// Each part renders for its own fields only; a new price must not render hundreds of items again.
const Sender = memo(SenderFields);
const Recipient = memo(RecipientFields);
const Parcels = memo(ParcelFields);

const SECTION = "scroll-mt-32 lg:scroll-mt-22 [&>div:last-child]:pt-2";

/** Enter in a field, or in a part as a whole, takes what is offered there: the first button that has `data-enter`. */
function takeOffer(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget, nativeEvent } = event;
  const isPlain =
    key === "Enter" && !event.repeat && !event.ctrlKey && !event.metaKey && !event.shiftKey && !nativeEvent.isComposing;
  // A list that is open over the page has a field of its own.
  if (!isPlain || !currentTarget.contains(target as Node)) return;
  if (!(target instanceof HTMLInputElement || target === currentTarget)) return;
  // Folded fields are not offered.
  const offer = [...currentTarget.querySelectorAll<HTMLElement>("button[data-enter]:enabled")].find(
    (button) => !button.closest("[hidden]"),
  );
  if (!offer) return;
  event.preventDefault();
  offer.click();
}

/**
 * A party from the address book is read, not typed: its part is folded and gets the focus, so that Enter takes what
 * was sent there before.
 */
function useTaken(
  { form, shipType }: OrderFormState,
  onRecipient: ((address: Address) => void) | undefined,
  onFold: (part: Part, isFolded: boolean) => void,
) {
  const recipient = useRef<HTMLDivElement>(null);
  const take = useCallback(
    (address: Address) => {
      onRecipient?.(address);
      if (!isKnown(shipType, form.getValues("recipient"))) return;
      onFold("recipient", true);
      // The list that was chosen from gives the focus back first; a person who is further already keeps it.
      setTimeout(() => {
        const { activeElement, body } = document;
        if (activeElement === body || recipient.current?.contains(activeElement)) recipient.current?.focus();
      });
    },
    [form, shipType, onRecipient, onFold],
  );
  return { recipient, take };
}

/** The order form: one page in parts, with a price that stays visible. */
export function OrderFormView({
  state,
  sending,
  senderAbout,
  senderMore,
  recipientMore,
  recipientOffer,
  onSender,
  onRecipient,
  hours,
  note,
  labels,
  folded,
  onFold,
  notice,
  orderId,
}: {
  state: OrderFormState;
  sending: Sending;
  senderAbout: string;
  /** Below the sender. */
  senderMore?: ReactNode;
  /** Below the recipient's fields. */
  recipientMore?: ReactNode;
  /** What is offered for this recipient, below the fields or the line. */
  recipientOffer?: ReactNode;
  /** The party was filled in from the address book. */
  onSender?: (address: Address) => void;
  onRecipient?: (address: Address) => void;
  /** The usual hours of a collection. */
  hours?: PickupHours | undefined;
  /** Whether the work is saved, next to the price. */
  note: ReactNode;
  labels: PriceBarLabels;
  /** The parts that are known or not used, shown as a line each until the merchant opens them. */
  folded: ReadonlySet<Part>;
  onFold: (part: Part, isFolded: boolean) => void;
  /** Above all fields: what prevents saving. */
  notice?: ReactNode;
  /** The order that is being changed. */
  orderId?: string;
}) {
  const t = useTranslations("orderForm");
  const { shipType, form, quotes, agreed } = state;
  const { recipient, take } = useTaken(state, onRecipient, onFold);

  function goTo(field: string) {
    const part = partOf(field);
    // On the page before the focus goes there: a part that is folded is hidden.
    if (part !== "service") flushSync(() => onFold(part, false));
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

  const fold = (part: Part) => ({ part, isFolded: folded.has(part), onOpen: () => onFold(part, false) });
  return (
    <FormChecks form={form} warnings={state.warnings} attempts={sending.attempts} box={sending.box}>
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-4 xl:grid xl:grid-cols-[minmax(0,1fr)_17rem] xl:items-start [&_:is(input,textarea,button)]:scroll-mt-28 [&_:is(input,textarea,button)]:scroll-mb-32"
      >
        <div className="flex min-w-0 flex-col gap-4">
          <Stepper complete={state.complete} isServiceGone={agreed.isGone} />
          {notice}
          <ErrorSummary
            ref={sending.box}
            attempts={sending.attempts}
            failure={sending.failure}
            network={labels.network}
          />
          <Foldable
            {...fold("sender")}
            className={SECTION}
            description={senderAbout}
            line={<PartyLine party={state.values.sender} />}
            first="sender.name"
          >
            <Sender shipType={shipType} onAddress={onSender} />
            {senderMore}
          </Foldable>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own */}
          <div
            ref={recipient}
            role="group"
            aria-label={t("steps.recipient")}
            tabIndex={-1}
            onKeyDown={takeOffer}
            className="rounded-lg"
          >
            <Foldable
              {...fold("recipient")}
              className={SECTION}
              description={t("about.recipient")}
              line={<PartyLine party={state.values.recipient} />}
              first="recipient.name"
              more={recipientOffer}
            >
              <PasteFrame shipType={shipType} pointProvider={state.pointProvider}>
                <Recipient
                  shipType={shipType}
                  pointProvider={state.pointProvider}
                  heaviest={state.heaviest}
                  onAddress={take}
                />
              </PasteFrame>
              {recipientMore}
            </Foldable>
          </div>
          <Foldable
            {...fold("parcels")}
            className={SECTION}
            description={t(shipType === "intl" ? "about.parcelsIntl" : "about.parcelsLocal")}
            line={<ParcelsLine detail={state.values.shipment_detail} />}
            first="shipment_detail.parcel_list.0.act_weight"
          >
            <Parcels shipType={shipType} pickPack={state.pickPack} hasProducts={state.hasProducts} />
          </Foldable>
          <Section id="service" className={SECTION} title={t("steps.service")} description={t("about.service")}>
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
          <div id="review" className="scroll-mt-32 lg:scroll-mt-22">
            <ExtrasPart
              shipType={shipType}
              values={state.values}
              orderId={orderId}
              className={SECTION}
              {...fold("extras")}
            />
          </div>
          <KeyHints hints={[{ keys: ["mod+enter"], does: t("goOn") }]} />
        </div>
        {/* Beside the parts it is one column that stays in view. */}
        <div className="contents xl:sticky xl:top-[calc(var(--bands,0rem)+1rem)] xl:mt-15 xl:flex xl:max-h-[calc(100vh-var(--bands,0rem)-2rem)] xl:flex-col xl:gap-4 xl:overflow-y-auto">
          <Section className="xl:flex-none" title={t("steps.review")}>
            <ReviewFields values={state.values} quotes={quotes} agreed={agreed} />
          </Section>
          <PriceBar
            quotes={quotes}
            agreed={agreed}
            open={state.open ?? quotes.missing.map(fieldName)}
            onField={goTo}
            onAccept={accept}
            note={note}
            labels={labels}
            sending={sending}
          />
          <Afterwards className="hidden px-4 xl:block" />
        </div>
      </form>
    </FormChecks>
  );
}
