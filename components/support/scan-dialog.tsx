"use client";

// Loaded late: its schemas, which a page of an order has no other use for.

import { useLocale, useTranslations } from "next-intl";
import { hongKongDateTime } from "@/lib/calendar";
import type { OrderRecord } from "@/lib/contracts/order";
import { recordScan } from "@/lib/contracts/tracking";
import { judgeContract } from "@/lib/forms/judge-body";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { wordOf } from "@/lib/webhooks/event-names";
import { useContractForm } from "../forms/contract-form";
import { CountryField } from "../forms/country-field";
import { ChoiceField, TextField } from "../forms/form-fields";
import { useOperation } from "../use-operation";
import { ActDialog } from "./act-dialog";

type Values = {
  event: string;
  day: string;
  time: string;
  location: { city: string; country: string };
  description: string;
};

const EVENTS = TRACKING_EVENT_NAMES.filter((event) => event !== "order.created" && event !== "order.cancelled");

/** Records what a carrier says about a parcel by telephone or mail, as its scan would. Times are Hong Kong's. */
export default function ScanDialog({ order, onClose }: { order: OrderRecord; onClose: () => void }) {
  const t = useTranslations("act.scanDialog");
  const tEvents = useTranslations("orderPage.tracking.events");
  const language = useLocale();
  const { send } = useOperation("recordScan");
  const [day = "", time = ""] = hongKongDateTime(new Date()).split(" ");
  const bodyOf = (values: Values) => ({
    tracking_number: order.tracking_number ?? "",
    event: values.event,
    occurred_at: `${values.day}T${values.time}:00+08:00`,
    location: values.location,
    description: values.description,
  });
  const state = useContractForm<Values>({
    initial: {
      event: "",
      day,
      time: time.slice(0, 5),
      location: { city: "", country: "HK" },
      description: "",
    },
    judge: (values) => {
      const found = judgeContract(recordScan, bodyOf(values), language);
      const places = found.map(({ field, message }) => ({ field: field === "occurred_at" ? "time" : field, message }));
      return values.description.trim() ? places : [...places, { field: "description", message: t("reasonNeeded") }];
    },
  });
  return (
    <ActDialog
      state={state}
      title={t("title", { order: order.order_id })}
      means={t("means")}
      submit={t("submit")}
      reason="description"
      onSend={(values) => send(bodyOf(values), { done: t("done") })}
      onClose={onClose}
    >
      <ChoiceField
        name="event"
        title={t("event")}
        required
        options={EVENTS.map((event) => ({ value: event, label: tEvents(wordOf(event)) }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField name="day" title={t("day")} kind="date" required />
        <TextField name="time" title={t("time")} required placeholder="14:30" />
        <TextField name="location.city" title={t("city")} optional />
        <CountryField name="location.country" required={false} />
      </div>
    </ActDialog>
  );
}
