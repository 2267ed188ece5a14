"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { useMakeDefault } from "@/components/addresses/default-sender";
import { useWorkspace } from "@/components/environment";
import type { Sent } from "@/components/forms/contract-form";
import { fieldId } from "@/components/forms/form-checks";
import { LeaveQuestion } from "@/components/forms/leave-guard";
import type { OrderForm as Form, Values } from "@/components/orders/use-snapshot";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import { isSameParty } from "@/lib/addresses/party";
import type { CallInput } from "@/lib/api-client";
import type { RateQuestion } from "@/lib/contracts/rate-request";
import { formatDateTime } from "@/lib/format";
import { type Loose, object, string } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import type { PickupHours } from "@/lib/orders/pickup-window";
import { KeepAddressBox, useKeepAddress } from "./keep-address";
import { OrderFormView } from "./order-form-view";
import { isKnown } from "./part-lines";
import { SentBefore } from "./sent-before";
import { UnsavedOffer } from "./unsaved-offer";
import { type Draft, type DraftState, useDraft } from "./use-draft";
import { useFolded } from "./use-folded";
import { type OrderFormState, useOrderForm } from "./use-order-form";
import { type Send, type Sending, useSending } from "./use-sending";

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
  // The first field that needs a person; an order to a known recipient is read first. Once: later the focus is theirs.
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
        labels={{
          save: t("actions.save"),
          confirm: (price) => (price ? t("actions.confirmFor", { price }) : t("actions.confirm")),
          network: t("summary.network"),
        }}
      />
      <LeaveQuestion isUnsaved={isUnsaved} text={t("draft.leaveText")} />
    </>
  );
}

/** Of a text that another window has; enough to know it by. */
const MOST_SHOWN = 60;

/** Whether the work is saved as a draft. */
export function DraftNote({ state }: { state: DraftState }) {
  const t = useTranslations("orderForm.draft");
  const language = useLocale();
  if (state.kind === "changed")
    return (
      <div role="status" className="flex max-w-72 flex-wrap items-center justify-end gap-2 text-xs text-warn">
        <p className="min-w-0 wrap-anywhere">
          {state.now === null ? t("changed") : t("changedTo", { now: state.now.slice(0, MOST_SHOWN) })}
        </p>
        <Button size="sm" onClick={state.keep}>
          {t("keepMine")}
        </Button>
        <Button size="sm" onClick={state.take}>
          {t("takeTheirs")}
        </Button>
      </div>
    );
  return (
    <p
      role="status"
      className={cn("text-right text-xs text-muted", state.kind === "unsaved" ? "max-w-72 text-warn" : "shrink-0")}
    >
      {state.kind === "saved" ? t("saved", { time: formatDateTime(state.at, language).slice(-5) }) : null}
      {state.kind === "saving" ? t("saving") : null}
      {state.kind === "unsaved" ? t(state.why) : null}
    </p>
  );
}

/** Whether the order's sender becomes the default one, once the order is made. */
type KeepSender = {
  isKept: boolean;
  choose: (isKept: boolean) => void;
  /** Makes it the default, if that was chosen. A failure is shown, and does not undo the order. */
  keep: (sender: unknown) => Promise<void>;
};

/** Offers to make the order's sender the default; ticked at first if there is none. */
function useKeepSender(shipType: ShipType, usual: Loose | undefined): KeepSender {
  const { may } = useWorkspace();
  const makeDefault = useMakeDefault();
  const [isKept, choose] = useState(!usual);

  async function keep(sender: unknown) {
    if (!isKept || !may("saveDefaults") || isSameParty(sender as Loose, usual)) return;
    await makeDefault(shipType, sender as Loose);
  }
  return { isKept, choose, keep };
}

/** The box below the sender, for those who may change the defaults, while it differs from the default one. */
function KeepSenderBox({ form, usual, keeping }: { form: Form; usual: Loose | undefined; keeping: KeepSender }) {
  const t = useTranslations("orderForm.address");
  const { may } = useWorkspace();
  const sender: unknown = useWatch({ control: form.control, name: "sender" });
  if (!may("saveDefaults") || isSameParty(sender as Loose, usual)) return null;
  return (
    <Checkbox
      label={t("keepSender")}
      hint={t("keepSenderHint")}
      checked={keeping.isKept}
      onCheckedChange={(checked) => keeping.choose(checked === true)}
    />
  );
}

/** The idempotency key of the form's attempts, which survives a reload together with the draft. */
function keyOfForm(draftId: string | null, made: string): string {
  if (!draftId) return made;
  try {
    const name = `sampan-submit:${draftId}`;
    const kept = sessionStorage.getItem(name);
    if (kept) return kept;
    sessionStorage.setItem(name, made);
  } catch {
    // Storage may be forbidden.
  }
  return made;
}

/** Makes the order: confirmed (`Y`) or saved for later (`N`). */
export function useSubmit(
  state: OrderFormState,
  draft: Draft,
  /** Saves the sender and the recipient that the person chose to keep. */
  keep: (order: Values) => void,
): Sending {
  const t = useTranslations("orderForm");
  const { href } = useWorkspace();
  const router = useRouter();
  const create = useOperation("createOrder");

  function finish(orderId: string, message: string): Sent {
    void draft.discard();
    // With the same sender, service and parcel.
    const another = href(`/orders/new?from=${orderId}&as=next`);
    toast.success(message, { action: { label: t("done.another"), onClick: () => router.push(another) } });
    router.push(href(`/orders/${orderId}`));
    return "leaving";
  }

  const send: Send = async (body, confirm, quoteId, key) => {
    const order = { ...body, confirm_shipment: confirm, quote_id: quoteId } as CallInput<"createOrder">;
    const made = await create.send(order, { idempotencyKey: keyOfForm(draft.id.current, key) });
    keep(body);
    return finish(made.order_id, t(confirm === "Y" ? "done.confirmed" : "done.saved", { id: made.order_id }));
  };

  return useSending(state, send, (existing) => finish(existing, t("done.existed")));
}
