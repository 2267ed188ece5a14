"use client";

import { FilterX, Search, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { TextField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { DELIVERY_STATUSES } from "@/components/webhooks/delivery-state";
import { EVENTS } from "@/components/webhooks/events";
import type { Webhook } from "@/lib/contracts/webhook";
import ReplayMissedDialog from "./replay-missed-dialog";
import { readSought } from "./webhook-search";
import type { WebhookPageUrl } from "./webhook-url";

const ANY = "any";

/** The filters; without them all deliveries are shown. */
export const NO_FILTERS = { status: null, event: null, order_id: null, event_id: null, offset: null } as const;

/** The filters of the list, and the button that sends missed deliveries again. */
export function DeliveriesToolbar({ endpoint, view }: { endpoint: Webhook; view: WebhookPageUrl }) {
  const t = useTranslations("webhooks.deliveries");
  const tStates = useTranslations("deliveries.states");
  const { status, event, order_id, event_id } = view.url;
  const { may } = useWorkspace();
  const [isAsked, setIsAsked] = useState(false);
  const state = useContractForm({
    initial: { sought: order_id ?? event_id ?? "" },
    judge: ({ sought }) => (readSought(sought) ? [] : [{ field: "sought", message: t("soughtWrong") }]),
  });

  async function find({ sought }: { sought: string }) {
    view.change({ ...readSought(sought), offset: null });
  }

  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <Field label={t("status")} className="quiet w-40 max-sm:min-w-0 max-sm:flex-1">
        <NativeSelect
          value={status ?? ANY}
          options={[
            { value: ANY, label: t("any") },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: tStates(value) })),
          ]}
          onValueChange={(value) => view.change({ status: value === ANY ? null : value, offset: null })}
        />
      </Field>
      <Field label={t("event")} className="quiet w-48 max-sm:min-w-0 max-sm:flex-1">
        <NativeSelect
          value={event ?? ANY}
          options={[{ value: ANY, label: t("any") }, ...EVENTS.map((value) => ({ value, label: value }))]}
          onValueChange={(value) => view.change({ event: value === ANY ? null : value, offset: null })}
        />
      </Field>
      <ContractForm state={state} onSend={find} className="min-w-0 flex-row items-end gap-1 max-sm:w-full">
        <TextField name="sought" title={t("sought")} kind="code" className="quiet w-60 max-sm:min-w-0 max-sm:flex-1" />
        <Button type="submit" size="icon" aria-label={t("find")}>
          <Search aria-hidden="true" />
        </Button>
      </ContractForm>
      {/* Keeps its space when there is nothing to clear. */}
      <Button
        variant="ghost"
        size="icon"
        className={cn(!(status || event || order_id || event_id) && "invisible")}
        aria-label={t("clear")}
        title={t("clear")}
        onClick={() => view.change(NO_FILTERS)}
      >
        <FilterX aria-hidden="true" />
      </Button>
      {may("replayMissed") ? (
        <Button className="ml-auto" onClick={() => setIsAsked(true)}>
          <Send aria-hidden="true" />
          {t("replayMissed")}
        </Button>
      ) : null}
      {isAsked ? <ReplayMissedDialog endpoint={endpoint} onClose={() => setIsAsked(false)} /> : null}
    </search>
  );
}
