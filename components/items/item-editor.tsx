"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ContractForm, type Sent, useContractForm } from "@/components/forms/contract-form";
import { CountryField } from "@/components/forms/country-field";
import { ChoiceField, type CommonFieldProps, TextField } from "@/components/forms/form-fields";
import { LeaveForm } from "@/components/forms/leave-guard";
import { HsSuggestions } from "@/components/order-form/line-suggestions";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import { call } from "@/lib/api-client";
import type { Item } from "@/lib/contracts/item";
import {
  bodyOfItem,
  changeOfItem,
  type ItemField,
  type ItemValues,
  judgeItem,
  valuesOfItem,
} from "@/lib/goods/item-form";
import { BATTERIES } from "@/lib/goods/product-form";
import { CURRENCIES, UNITS } from "@/lib/orders/choices";

/** Makes an item or changes one, and leads back to the list. Only differences are sent. */
export function ItemEditor({ item }: { item?: Item }) {
  const t = useTranslations("items");
  const tForm = useTranslations("orderForm");
  const language = useLocale();
  const { where, href, may } = useWorkspace();
  const router = useRouter();
  const create = useOperation("createItem");
  const update = useOperation("updateItem");
  /** The item as it was read last. */
  const read = useRef(item);
  const state = useContractForm({ initial: valuesOfItem(item), judge: (values) => judgeItem(values, language, !item) });
  const field = (name: ItemField) => ({ name, title: t(`fields.${name}`) });

  function finish(message: string): Sent {
    toast.success(message);
    router.push(href("/items"));
    return "leaving";
  }

  async function send(values: ItemValues, idempotencyKey: string): Promise<Sent> {
    if (!read.current) {
      const made = await create.send(bodyOfItem(values), { idempotencyKey });
      return finish(t("created", { sku: made.sku }));
    }
    const { id, revision } = read.current;
    const change = changeOfItem(read.current, values);
    if (change) await update.send({ id, ...change, revision });
    return finish(t("saved", { sku: values.sku }));
  }

  async function reread() {
    read.current = await call("readItem", { id: read.current?.id ?? "" }, where);
    return valuesOfItem(read.current);
  }

  return (
    <ContractForm
      state={state}
      onSend={send}
      {...(item ? { reread } : { existed: () => finish(t("existed")) })}
      className="max-w-3xl"
    >
      <Section title={t("what")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...field("sku")}
            kind="code"
            {...(item ? { required: true } : { optional: true })}
            hint={t(item ? "hints.sku" : "hints.newSku")}
          />
          <TextField {...field("bar_code_eid")} kind="code" optional />
          <TextField {...field("name")} required limit={200} className="sm:col-span-2" />
        </div>
      </Section>
      <Section title={t("customs")} description={t("customsWhy")}>
        <div className="grid items-start gap-4 pt-1 sm:grid-cols-2">
          <TextField
            {...field("description")}
            optional
            limit={35}
            hint={t("hints.description")}
            className="sm:col-span-2"
          />
          <div className="sm:col-span-2">
            <HsCodeField {...field("hscode")} optional hint={t("hints.hscode")} />
          </div>
          <CountryField {...field("origin")} canBeNone />
          <ChoiceField
            {...field("battery")}
            options={(["none", ...BATTERIES] as const).map((value) => ({ value, label: tForm(`batteries.${value}`) }))}
          />
          <TextField {...field("single_price")} kind="decimal" optional />
          <ChoiceField {...field("currency")} options={CURRENCIES.map((value) => ({ value, label: value }))} />
          <TextField {...field("single_weight")} kind="decimal" suffix="kg" optional />
          <ChoiceField
            {...field("unit")}
            options={[
              { value: "none", label: tForm("yesNo.none") },
              ...UNITS.map((value) => ({ value, label: tForm(`units.${value}`) })),
            ]}
          />
        </div>
      </Section>
      <div className="flex flex-wrap items-center gap-3">
        {may(item ? "updateItem" : "createItem") ? (
          <Button type="submit" variant="primary" loading={state.isBusy}>
            {t(item ? "save" : "create")}
          </Button>
        ) : null}
        <TextLink href={href("/items")}>{t("cancel")}</TextLink>
      </div>
      <LeaveForm isBusy={state.isBusy} />
    </ContractForm>
  );
}

/** A code of the tariff; words typed into it find one. */
function HsCodeField(props: CommonFieldProps) {
  const [typed, setTyped] = useState("");

  function onInput({ target }: FormEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement) setTyped(target.value);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "ArrowDown" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("[data-suggestions] button")?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key only leads into its list
    <div className="@container flex flex-col gap-2" onInput={onInput} onKeyDown={onKeyDown}>
      <TextField {...props} kind="code" />
      {typed ? <HsSuggestions field={props.name} text={typed} onDone={() => setTyped("")} /> : null}
    </div>
  );
}
