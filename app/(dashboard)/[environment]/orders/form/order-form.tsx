"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { fieldId } from "@/components/forms/form-checks";
import { LeaveQuestion } from "@/components/forms/leave-guard";
import type { RateQuestion } from "@/lib/contracts/rate-request";
import { type Loose, object, string } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import type { PickupHours } from "@/lib/orders/pickup-window";
import { DraftNote } from "./draft-note";
import { KeepAddressBox, useKeepAddress } from "./keep-address";
import { KeepSenderBox, useKeepSender } from "./keep-sender";
import { OrderFormView } from "./order-form-view";
import { isKnown } from "./part-lines";
import { SentBefore } from "./sent-before";
import { UnsavedOffer } from "./unsaved-offer";
import { useDraft } from "./use-draft";
import { useFolded } from "./use-folded";
import { useOrderForm } from "./use-order-form";
import { useSubmit } from "./use-submit";

/** What the account's orders of this kind begin with (`GET /defaults`), as far as the form treats it on its own. */
export type Usual = { sender?: Loose | undefined; pickup_arrange?: PickupHours | undefined };

/** The form of a new order, which saves the work as a draft. */
export function OrderForm({
  shipType,
  initial,
  untouched,
  hasProducts,
  opened,
  latest = null,
  usual = {},
}: {
  shipType: ShipType;
  /** What it begins with: the account's defaults, a draft, or another order. */
  initial: Loose;
  /** What it needs for a price as long as nothing is filled in; null if something is. */
  untouched: RateQuestion | null;
  hasProducts: boolean;
  opened: { draft_id: string; revision: number } | null;
  /** The draft that the reader saved last, where this is another order. */
  latest?: string | null;
  usual?: Usual;
}) {
  const t = useTranslations("orderForm");
  const state = useOrderForm({ shipType, initial, untouched, hasProducts });
  const draft = useDraft(state.form, opened);
  const keeping = useKeepSender(shipType, usual.sender);
  const sender = useKeepAddress("sender", shipType, usual.sender);
  const recipient = useKeepAddress("recipient", shipType);
  const sending = useSubmit(state, draft, (order) => {
    void keeping.keep(order.sender);
    void sender.keep(order.sender);
    void recipient.keep(order.recipient);
  });
  const { folded, fold } = useFolded(shipType, initial);
  // The first field that needs somebody; an order to a known recipient is read first. Once: later the focus is theirs.
  const [first] = useState(() => {
    if (!isKnown(shipType, initial.sender)) return "sender.name";
    return string(object(initial.recipient).name) ? null : "recipient.name";
  });
  useEffect(() => {
    // Who was faster than the page has chosen a field.
    if (first && !document.activeElement?.closest("main")) document.getElementById(fieldId(first))?.focus();
  }, [first]);
  const isUnsaved = draft.state.kind === "unsaved" && sending.running === null;
  return (
    <>
      <UnsavedOffer draft={draft} shipType={shipType} latest={latest} />
      <OrderFormView
        state={state}
        sending={sending}
        senderAbout={untouched !== null && usual.sender ? t("address.fromDefaults") : t("about.sender")}
        senderMore={
          <>
            <KeepAddressBox form={state.form} keeping={sender} />
            <KeepSenderBox form={state.form} usual={usual.sender} keeping={keeping} />
          </>
        }
        recipientMore={<KeepAddressBox form={state.form} keeping={recipient} />}
        recipientOffer={
          <SentBefore
            shipType={shipType}
            providerNames={state.providerNames}
            onTaken={(isTaken) => fold("parcels", isTaken)}
          />
        }
        onSender={sender.setChosen}
        onRecipient={recipient.setChosen}
        folded={folded}
        onFold={fold}
        hours={usual.pickup_arrange}
        note={<DraftNote state={draft.state} />}
        words={{
          save: t("actions.save"),
          confirm: (price) => (price ? t("actions.confirmFor", { price }) : t("actions.confirm")),
          network: t("summary.network"),
        }}
      />
      <LeaveQuestion isUnsaved={isUnsaved} text={t("draft.leaveText")} />
    </>
  );
}
