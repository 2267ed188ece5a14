"use client";

import { useLocale, useTranslations } from "next-intl";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { TextField, TickField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useOperation, useReadAgain } from "@/components/use-operation";
import { type MerchantAccount, updateAccount } from "@/lib/contracts/account";
import { judgeContract } from "@/lib/forms/judge-body";

type Tick = "Y" | "N";
const TICKS = ["payment_plan", "pick_pack", "remarks_to_packer"] as const;
type Values = { name: string; rate_minute: string; rate_hour: string } & Record<(typeof TICKS)[number], Tick>;

function valuesOf(account: MerchantAccount): Values {
  const tick = (is: boolean): Tick => (is ? "Y" : "N");
  return {
    name: account.name,
    payment_plan: tick(account.payment_plan),
    pick_pack: tick(account.pick_pack),
    remarks_to_packer: tick(account.remarks_to_packer),
    rate_minute: String(account.rate_minute),
    rate_hour: String(account.rate_hour),
  };
}

/** The changed fields, as the API takes them: a save does not overwrite what was not touched. */
function changeOf(values: Values, before: Values) {
  const number = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
  return {
    ...(values.name.trim() === before.name ? {} : { name: values.name }),
    ...Object.fromEntries(
      TICKS.filter((name) => values[name] !== before[name]).map((name) => [name, values[name] === "Y"]),
    ),
    ...(values.rate_minute === before.rate_minute ? {} : { rate_minute: number(values.rate_minute) }),
    ...(values.rate_hour === before.rate_hour ? {} : { rate_hour: number(values.rate_hour) }),
  };
}

/** Name, plan, pick-and-pack and limits of an account; a closed one is only shown. */
export function AccountSettings({ account }: { account: MerchantAccount }) {
  const t = useTranslations("support.one.settings");
  const language = useLocale();
  const { send } = useOperation("updateAccount");
  const readAgain = useReadAgain();
  const before = valuesOf(account);
  const state = useContractForm<Values>({
    initial: before,
    judge: (values) => {
      // The API reads an empty name as one that is not given.
      const name = values.name.trim() ? changeOf(values, before) : { ...changeOf(values, before), name: " " };
      return judgeContract(updateAccount, name, language);
    },
  });
  if (account.closed_at) return null;
  return (
    <Section title={t("title")}>
      <ContractForm
        state={state}
        onSend={async (values) => {
          const input = { account_id: account.account_id, ...changeOf(values, before) };
          // After a refusal the account stays as it was read: another would begin the form again without what is typed.
          await send(input, { done: t("saved"), isReadLater: true });
          await readAgain("updateAccount");
        }}
      >
        <TextField name="name" title={t("name")} required limit={100} className="max-w-lg" />
        <TickField name="payment_plan" label={t("plan")} hint={t("planHint")} />
        <TickField name="pick_pack" label={t("pickPack")} hint={t("pickPackHint")} />
        <TickField name="remarks_to_packer" label={t("remarks")} hint={t("remarksHint")} />
        <div className="grid max-w-lg gap-3 sm:grid-cols-2">
          <TextField name="rate_minute" title={t("minute")} kind="integer" required hint={t("limitHint")} />
          <TextField name="rate_hour" title={t("hour")} kind="integer" required />
        </div>
        <div>
          <Button type="submit" variant="primary" loading={state.isBusy} disabled={account.visit?.acting !== "Y"}>
            {t("save")}
          </Button>
        </div>
      </ContractForm>
    </Section>
  );
}
