"use client";

import { FilterX, Search, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { NativeSelect } from "@/components/ui/native-select";
import type { Webhook } from "@/lib/contracts/webhook";
import { EVENTS } from "../events";
import { DELIVERY_STATUSES } from "./delivery-state";
import { readSought } from "./webhook-search";
import type { WebhookPageUrl } from "./webhook-url";

const ReplayMissedDialog = lazy(() => lazyPart(() => import("./replay-missed-dialog")));

const ANY = "any";
const QUIET = "[&_label]:text-xs [&_label]:font-normal [&_label]:text-muted";

/** Taking them away shows all deliveries. */
export const NO_FILTERS = { status: null, event: null, order_id: null, event_id: null, offset: null } as const;

/** The filters of the list, and the way to send again what was missed. */
export function DeliveriesToolbar({ endpoint, view }: { endpoint: Webhook; view: WebhookPageUrl }) {
  const t = useTranslations("webhooks.deliveries");
  const states = useTranslations("webhooks.deliveryStates");
  const { status, event, order_id, event_id } = view.url;
  const [text, setText] = useState(order_id ?? event_id ?? "");
  const [isAsked, setIsAsked] = useState(false);
  const [isWrong, setIsWrong] = useState(false);

  function find(submitted: FormEvent) {
    submitted.preventDefault();
    const sought = readSought(text);
    setIsWrong(sought === null);
    if (sought) view.change({ ...sought, offset: null });
  }

  function write(changed: string) {
    setText(changed);
    setIsWrong(false);
  }

  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <Field label={t("status")} className={cn(QUIET, "w-40 max-sm:min-w-0 max-sm:flex-1")}>
        <NativeSelect
          value={status ?? ANY}
          options={[
            { value: ANY, label: t("any") },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: states(value) })),
          ]}
          onValueChange={(value) => view.change({ status: value === ANY ? null : value, offset: null })}
        />
      </Field>
      <Field label={t("event")} className={cn(QUIET, "w-48 max-sm:min-w-0 max-sm:flex-1")}>
        <NativeSelect
          value={event ?? ANY}
          options={[{ value: ANY, label: t("any") }, ...EVENTS.map((value) => ({ value, label: value }))]}
          onValueChange={(value) => view.change({ event: value === ANY ? null : value, offset: null })}
        />
      </Field>
      <form onSubmit={find} className="flex min-w-0 items-end gap-1 max-sm:w-full">
        <Field
          label={t("sought")}
          error={isWrong ? t("soughtWrong") : undefined}
          className={cn(QUIET, "w-60 max-sm:min-w-0 max-sm:flex-1")}
        >
          <Input
            value={text}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => write(target.value)}
          />
        </Field>
        <Button type="submit" size="icon" aria-label={t("find")}>
          <Search aria-hidden="true" />
        </Button>
      </form>
      {/* Keeps its place when there is nothing to clear. */}
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
      <Button className="ml-auto" onClick={() => setIsAsked(true)}>
        <Send aria-hidden="true" />
        {t("replayMissed")}
      </Button>
      <Suspense fallback={null}>
        {isAsked ? <ReplayMissedDialog endpoint={endpoint} onClose={() => setIsAsked(false)} /> : null}
      </Suspense>
    </search>
  );
}
