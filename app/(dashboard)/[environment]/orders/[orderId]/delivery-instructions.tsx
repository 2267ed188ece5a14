"use client";

// Loaded late: for orders that could not be delivered.

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { AreaField, ChoiceField, TextField, useFormField } from "@/components/forms/form-fields";
import { PickupPointPicker } from "@/components/order-form/pickup-point-picker";
import { RecipientFields } from "@/components/orders/recipient-fields";
import { InstructionSummary } from "@/components/threads/instruction-summary";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { type CallInput, queryFor } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import { instructOrder } from "@/lib/contracts/instruction";
import { normalise } from "@/lib/contracts/normalise";
import type { OrderRecord } from "@/lib/contracts/order";
import { CORRECTIONS } from "@/lib/contracts/order-correct";
import type { Message } from "@/lib/contracts/thread";
import { judgeContract, judgeValue } from "@/lib/forms/judge-body";
import { splitDeliveryCode } from "@/lib/orders/choices";
import {
  DELIVERY_HOURS,
  type DeliveryInstruction,
  deliveryInstructionsFor,
  hoursLabel,
  likeliestInstruction,
  nextDeliveryDay,
} from "@/lib/orders/delivery-instructions";
import { isAnswered } from "./next-step";
import { useInstructed } from "./use-instructed";

type Values = {
  way: DeliveryInstruction;
  day: string;
  hours: string;
  recipient: Record<string, string>;
  /** Of a pickup point, `address^code`, as orders have it. */
  delivery_code: string;
  note: string;
};

/** What the merchant can have done with an order that could not be delivered, or what was asked for. */
export default function DeliveryInstructions({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderPage.deliveryInstructions");
  const [isAsking, setIsAsking] = useState(false);
  const asked = useInstructed(order.order_id);
  // Without it something might be asked for twice.
  if (asked === undefined) return null;
  const isOpen = asked && isAnswered(order, { instructed: asked.time });
  return (
    <Section title={t("title")} description={t("about")}>
      {isOpen && !isAsking ? (
        <Asked message={asked} onChange={() => setIsAsking(true)} />
      ) : (
        <InstructionForm order={order} onSent={() => setIsAsking(false)} />
      )}
    </Section>
  );
}

function Asked({ message, onChange }: { message: Message; onChange: () => void }) {
  const t = useTranslations("orderPage.deliveryInstructions");
  if (!message.instruction) return null;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <InstructionSummary instruction={message.instruction} />
        <p className="text-xs text-muted">
          {t.rich(message.instruction.way === "SOLVED" ? "solvedAt" : "askedAt", {
            time: () => <DateTime value={message.time} />,
          })}
        </p>
      </div>
      <Button onClick={onChange}>{t("other")}</Button>
    </div>
  );
}

/** The body of the operation: what the chosen instruction has. */
function bodyOf(order: OrderRecord, { way, day, hours, recipient, delivery_code, note }: Values) {
  const code = splitDeliveryCode(delivery_code).deliveryCode ?? "";
  const own = {
    REDELIVER: { day, hours },
    ADDRESS: { day, hours, recipient },
    PICKUP_POINT: { delivery_code: code },
    RETURN: {},
    SOLVED: {},
  }[way];
  return normalise({ order_id: order.order_id, way, ...own, note });
}

function InstructionForm({ order, onSent }: { order: OrderRecord; onSent: () => void }) {
  const t = useTranslations("orderPage.deliveryInstructions");
  const language = useLocale();
  const { send } = useOperation("instructOrder");
  const isIntl = order.ship_type === "intl";
  const schema = CORRECTIONS[order.ship_type];
  const stored: Record<string, string | null> = order.recipient;
  const state = useContractForm<Values>({
    initial: {
      way: likeliestInstruction(order.tracking.sub_status),
      day: nextDeliveryDay(hongKongDate(new Date())),
      hours: "",
      recipient: {
        ...Object.fromEntries(Object.keys(schema.shape).map((name) => [name, stored[name] ?? ""])),
        ...(isIntl ? {} : { address: splitDeliveryCode(stored.address ?? "").address }),
      },
      delivery_code: "",
      note: "",
    },
    judge: (values) => [
      ...judgeContract(instructOrder, bodyOf(order, values), language),
      ...(values.way === "ADDRESS"
        ? judgeValue(schema, normalise(values.recipient), language).map(({ field, message }) => ({
            field: `recipient.${field}`,
            message,
          }))
        : []),
    ],
  });
  return (
    <ContractForm
      state={state}
      onSend={async (values, idempotencyKey) => {
        await send(bodyOf(order, values) as CallInput<"instructOrder">, { idempotencyKey, done: t("sent") });
        onSent();
      }}
      existed={onSent}
    >
      <InstructionFields order={order} isBusy={state.isBusy} />
    </ContractForm>
  );
}

function InstructionFields({ order, isBusy }: { order: OrderRecord; isBusy: boolean }) {
  const t = useTranslations("orderPage.deliveryInstructions");
  const { where } = useWorkspace();
  const field = useFormField<DeliveryInstruction>("way");
  const way = field.raw;
  const providers = useQuery({
    ...queryFor("listProviders", { ship_type: "local" }, where),
    enabled: way === "PICKUP_POINT",
    staleTime: 300_000,
  });
  const pointProvider = providers.data?.find(({ services }) => services.supports_pickup_point)?.code;
  const heaviest = order.shipment_detail.parcel_list
    .map(({ act_weight }) => Number(act_weight))
    .sort((a, b) => b - a)[0];
  return (
    <>
      <FieldGroup label={t("choose")}>
        <RadioGroup<DeliveryInstruction>
          look="cards"
          className="grid gap-2 sm:grid-cols-2"
          value={way}
          onValueChange={field.change}
          options={deliveryInstructionsFor(order.ship_type).map((value) => ({
            value,
            label: t(`choices.${value}`),
            description: t(`means.${value}`),
          }))}
        />
      </FieldGroup>
      {way === "ADDRESS" ? <RecipientFields isIntl={order.ship_type === "intl"} /> : null}
      {way === "PICKUP_POINT" && pointProvider ? (
        <PickupPointPicker
          name="delivery_code"
          provider={pointProvider}
          heaviest={heaviest === undefined ? null : String(heaviest)}
          onChosen={() => undefined}
        />
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {way === "REDELIVER" || way === "ADDRESS" ? (
          <>
            <TextField name="day" kind="date" title={t("day")} hint={t("dayHint")} />
            <ChoiceField
              name="hours"
              title={t("hours")}
              options={[
                { value: "", label: t("anyHours") },
                ...DELIVERY_HOURS.map((value) => ({ value, label: hoursLabel(value) })),
              ]}
            />
          </>
        ) : null}
        <AreaField name="note" title={t("note")} limit={500} className="sm:col-span-2" />
      </div>
      <div>
        <Button type="submit" variant="primary" loading={isBusy}>
          {t(`submit.${way}`)}
        </Button>
      </div>
    </>
  );
}
