"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { type Sent, useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { ChoiceField, TextField, TickField } from "@/components/forms/form-fields";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { useOperation } from "@/components/use-operation";
import { createAccount } from "@/lib/contracts/account";
import { judgeContract } from "@/lib/forms/judge-body";
import { LANGUAGES, type Language } from "@/lib/i18n/languages";

type Tick = "Y" | "N";
type Values = {
  name: string;
  email: string;
  owner_name: string;
  language: Language;
  payment_plan: Tick;
  pick_pack: Tick;
};

function bodyOf({ owner_name, payment_plan, pick_pack, ...values }: Values) {
  return {
    ...values,
    ...(owner_name.trim() ? { owner_name } : {}),
    payment_plan: payment_plan === "Y",
    pick_pack: pick_pack === "Y",
  };
}

/** The button that asks for a new account, and then leads to it. */
export function OpenAccount() {
  const t = useTranslations("support.opening");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden="true" />
        {t("button")}
      </Button>
      {isOpen ? <OpenDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("support.opening");
  const tLanguages = useTranslations("support.languages");
  const language = useLocale();
  const router = useRouter();
  const { href } = useSupport();
  const open = useOperation("createAccount");
  const state = useContractForm<Values>({
    initial: { name: "", email: "", owner_name: "", language: "zh-Hant", payment_plan: "Y", pick_pack: "N" },
    judge: (values) => judgeContract(createAccount, bodyOf(values), language),
  });
  const goTo = (id: string): Sent => {
    router.push(href(`/accounts/${id}`));
    return "leaving";
  };

  async function send(values: Values, idempotencyKey: string): Promise<Sent> {
    const made = await open.send(bodyOf(values), {
      idempotencyKey,
      done: ({ name }) => t("done", { name, email: values.email }),
    });
    return goTo(made.account_id);
  }

  return (
    <FormDialog
      state={state}
      title={t("title")}
      description={t("means")}
      size="md"
      submitLabel={t("submit")}
      onSend={send}
      existed={goTo}
      onClose={onClose}
    >
      <TextField name="name" title={t("name")} required limit={100} hint={t("nameHint")} />
      <TextField name="email" title={t("email")} kind="email" required hint={t("emailHint")} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="owner_name" title={t("ownerName")} optional limit={100} />
        <ChoiceField
          name="language"
          title={t("language")}
          options={LANGUAGES.map((value) => ({ value, label: tLanguages(value) }))}
        />
      </div>
      <TickField name="payment_plan" label={t("plan")} hint={t("planHint")} />
      <TickField name="pick_pack" label={t("pickPack")} hint={t("pickPackHint")} />
    </FormDialog>
  );
}
