"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import { AddressFields } from "@/components/forms/address-fields";
import { ContractForm, type Sent, useContractForm } from "@/components/forms/contract-form";
import { ChoiceField, TextField } from "@/components/forms/form-fields";
import { LeaveForm } from "@/components/forms/leave-guard";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import { type AddressParty, partyOn } from "@/lib/addresses/party";
import { type CallInput, call } from "@/lib/api-client";
import { type Address, type AddressKind, createAddress } from "@/lib/contracts/address";
import { normalise } from "@/lib/contracts/normalise";
import { fieldOfPointer } from "@/lib/forms/form-paths";
import { judgeContract } from "@/lib/forms/judge-body";
import type { Language } from "@/lib/i18n/languages";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import { ADDRESS_KINDS } from "@/lib/tables/address-csv";

const SHAPES = ["local", "intl"] as const;

/** The form of an address, with the fields that its party has on an order. */
export function AddressForm({ address, kind }: { address?: Address; kind: AddressKind }) {
  const t = useTranslations("addresses");
  const language = useLocale();
  const { where, href, may } = useWorkspace();
  const router = useRouter();
  const create = useOperation("createAddress");
  const update = useOperation("updateAddress");
  const state = useContractForm<Loose>({
    initial: valuesOf(address, kind),
    judge: (values) => judgeAddress(values, language),
  });
  /** The address as it was read last. */
  const read = useRef(address);
  const mayChange = may(address ? "updateAddress" : "createAddress");

  async function send(values: Loose, idempotencyKey: string): Promise<Sent> {
    const body = bodyOf(values);
    if (read.current) {
      const { id, label, revision } = read.current;
      const change = { ...body, id, revision, ...(!body.label && label ? { clear: ["label"] } : {}) };
      await update.send(change as CallInput<"updateAddress">);
    } else await create.send(body as CallInput<"createAddress">, { idempotencyKey });
    return finish(String(values.kind));
  }

  async function reread() {
    read.current = await call("readAddress", { id: read.current?.id ?? "" }, where);
    return valuesOf(read.current, read.current.kind);
  }

  function finish(saved: string): Sent {
    toast.success(t("form.saved"));
    router.push(href(`/addresses?kind=${saved}`));
    return "leaving";
  }

  return (
    <ContractForm
      state={state}
      onSend={send}
      existed={() => finish(kind)}
      {...(address && { reread })}
      fieldOf={({ pointer }) => ({ name: ownField(fieldOfPointer(pointer), state.form.getValues()), type: "server" })}
      className="max-w-3xl"
    >
      <fieldset disabled={!mayChange} className="contents">
        <Section>
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <ChoiceField
              name="kind"
              title={t("form.kind")}
              options={ADDRESS_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
            <ChoiceField
              name="ship_type"
              title={t("form.shape")}
              options={SHAPES.map((value) => ({ value, label: t(`shapes.${value}`) }))}
            />
            <TextField name="label" title={t("form.label")} hint={t("form.labelHint")} optional />
          </div>
        </Section>
        <Party />
        {mayChange ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" loading={state.isBusy}>
              {t("form.save")}
            </Button>
            <TextLink href={href(`/addresses?kind=${kind}`)}>{t("form.cancel")}</TextLink>
          </div>
        ) : null}
      </fieldset>
      <LeaveForm isBusy={state.isBusy} />
    </ContractForm>
  );
}

/** The fields of the chosen kind; what was typed into those of another stays there, and is not sent. */
function Party() {
  const t = useTranslations("addresses.form");
  const [side, shape] = useWatch({ name: ["kind", "ship_type"] }) as [AddressKind, "local" | "intl"];
  return (
    <Section title={t("party")} description={t("partyAbout")}>
      <AddressFields key={`${side} ${shape}`} shape={shape} side={side} required={false} />
    </Section>
  );
}

/** The form's values: a party below `sender` or `recipient`, whose fields are those of both kinds of order. */
function valuesOf(address: Address | undefined, kind: AddressKind): Loose {
  const shipType = address?.ship_type ?? "local";
  const blank = (side: AddressKind): Loose => ({ ...partyOn("intl", side, {}), ...partyOn("local", side, {}) });
  const own = address && partyOn(shipType, kind, address.party as AddressParty);
  return {
    kind,
    ship_type: shipType,
    label: address?.label ?? "",
    sender: { ...blank("sender"), country: "", ...(kind === "sender" && own) },
    recipient: { ...blank("recipient"), ...(kind === "recipient" && own) },
  };
}

// What the form began with says nothing about a person.
const BEGUN = ["mobile_prefix", "country"];

/** What is sent: the fields that the party has on an order of the chosen kind. */
function bodyOf(values: Loose): Loose {
  const kind = values.kind as AddressKind;
  const shipType = values.ship_type as ShipType;
  const fields = Object.keys(partyOn(shipType, kind, {}));
  const typed = values[kind] as Loose;
  const given = fields.filter((field) => typed[field] !== "" && typed[field] !== undefined);
  const party = Object.fromEntries(given.map((field) => [field, typed[field]]));
  if (shipType === "intl" && typeof party.mobile_prefix === "string" && !party.mobile_prefix.startsWith("+"))
    party.mobile_prefix = `+${party.mobile_prefix}`;
  if (shipType === "local" && typeof party.mobile_prefix === "string")
    party.mobile_prefix = party.mobile_prefix.replace("+", "");
  const isGiven = given.some((field) => !BEGUN.includes(field));
  return normalise({ kind, label: values.label, party: isGiven ? party : {} });
}

/** What the API would refuse, at the form's fields. */
function judgeAddress(values: Loose, language: Language) {
  return judgeContract(createAddress, bodyOf(values), language).map(({ field, message }) => ({
    field: ownField(field, values),
    message,
  }));
}

/** The form's field for one of the operation; a party without any field is wrong at its name. */
function ownField(field: string, values: Loose): string {
  const kind = String(values.kind);
  return field === "party" ? `${kind}.name` : field.replace(/^party\./, `${kind}.`);
}
