"use client";

// Loaded late: a form and its schemas, once a rule is added or changed.

import { FlaskConical } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { useContractForm } from "@/components/forms/contract-form";
import { FormDialog } from "@/components/forms/form-dialog";
import { ChoiceField, Fold, TextField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { useOperation } from "@/components/use-operation";
import { call } from "@/lib/api-client";
import type { Rule, RuleInput } from "@/lib/contracts/shipping-rule";
import { fieldOfPointer } from "@/lib/forms/form-paths";
import type { ListProvider } from "@/lib/lists/list-provider";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { CHOICES } from "@/lib/orders/rule-fields";
import { TAG_MAX } from "@/lib/orders/tags";
import { Conditions } from "./condition-fields";
import { bodyOf, judgeRule, ownField, type RuleValues, valuesOf } from "./rule-values";
import { Tried, useTry } from "./try-out";

type Props = {
  /** The rule that is changed; null: a new one. */
  rule: Rule | null;
  rules: readonly Rule[];
  providers: readonly ListProvider[];
  onClose: () => void;
};

/** A rule as it would be tried out. */
const inputOf = ({ name, enabled, conditions, set }: Rule): RuleInput => ({ name, enabled, conditions, set });

/** Adds a rule, or changes one; before that it can be tried out among the others. */
export default function RuleDialog({ rule, rules, providers, onClose }: Props) {
  const t = useTranslations("rules");
  const language = useLocale();
  const { where } = useWorkspace();
  const create = useOperation("createRule");
  const update = useOperation("updateRule");
  const tryOut = useTry();
  const state = useContractForm<RuleValues>({
    initial: valuesOf(rule),
    judge: (values) => judgeRule(values, language),
  });
  const at = rule ? rules.findIndex(({ rule_id }) => rule_id === rule.rule_id) : rules.length;

  async function send(values: RuleValues, idempotencyKey: string) {
    const body = bodyOf(values);
    if (rule) await update.send({ ...body, rule_id: rule.rule_id, revision: rule.revision }, { done: t("saved") });
    else await create.send(body, { idempotencyKey, done: t("added") });
    onClose();
  }

  async function reread() {
    const { data } = await call("listRules", ALL_ROWS, where);
    return valuesOf(data.find(({ rule_id }) => rule_id === rule?.rule_id) ?? rule);
  }

  /** Among the others as they are, switched on even if it is off. */
  async function tryIt() {
    const { form } = state;
    if (!(await form.trigger())) return;
    const tried = { ...bodyOf(form.getValues() as RuleValues), enabled: true };
    const others = rules.map(inputOf);
    tryOut.run(rule ? others.with(at, tried) : [...others, tried]);
  }

  return (
    <FormDialog
      state={state}
      title={rule ? t("change") : t("add")}
      size="lg"
      submitLabel={rule ? t("save") : t("add")}
      onSend={send}
      existed={() => onClose()}
      {...(rule && { reread })}
      fieldOf={({ pointer }) => ({ name: ownField(fieldOfPointer(pointer)), type: "server" })}
      onClose={onClose}
    >
      <TextField name="name" title={t("form.name")} limit={80} required hint={t("form.nameHint")} />
      <Conditions />
      <Effects providers={providers} />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <Button className="self-start" loading={tryOut.isBusy} onClick={() => void tryIt()}>
          <FlaskConical aria-hidden="true" />
          {t("try.this")}
        </Button>
        {tryOut.result ? <Tried result={tryOut.result} providers={providers} index={at} /> : null}
      </div>
    </FormDialog>
  );
}

const OPTION_FIELDS = [
  "set.options.delivery_proof",
  "set.options.tax_party",
  "set.options.recipient_signature",
  "set.options.ioss_number",
  "set.options.courier_account_number",
];

/** What the rule does. */
function Effects({ providers }: { providers: readonly ListProvider[] }) {
  const t = useTranslations("rules");
  const tForm = useTranslations("orderForm");
  const none = { value: "none", label: t("form.leave") };
  const services = providers.map(({ code, name }) => ({ value: code, label: name }));
  const choices = CHOICES.map((value) => ({ value, label: t(`form.choices.${value}`) }));
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-4">
      <legend className="float-left w-full font-semibold">{t("form.does")}</legend>
      <ChoiceField
        name="set.shipping_provider"
        title={t("form.service")}
        hint={t("form.serviceHint")}
        options={[none, ...choices, ...services]}
      />
      <p className="text-muted">{t("form.box")}</p>
      <div className="grid grid-cols-3 items-start gap-3">
        {(["length", "width", "height"] as const).map((side) => (
          <TextField key={side} name={`set.parcel.${side}`} kind="decimal" suffix="cm" />
        ))}
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField name="set.tag" title={t("form.tag")} limit={TAG_MAX} hint={t("form.tagHint")} />
        <TextField name="set.hold" title={t("form.hold")} limit={200} hint={t("form.holdHint")} />
      </div>
      <Fold title={t("form.options")} names={OPTION_FIELDS}>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <ChoiceField
            name="set.options.delivery_proof"
            options={[none, ...(["E", "W", "N"] as const).map((value) => ({ value, label: tForm(`proofs.${value}`) }))]}
          />
          <ChoiceField
            name="set.options.tax_party"
            options={[
              none,
              ...(["recipient", "sender"] as const).map((value) => ({ value, label: tForm(`taxParties.${value}`) })),
            ]}
          />
          <ChoiceField
            name="set.options.recipient_signature"
            options={[
              none,
              ...(["O", "A", "N"] as const).map((value) => ({ value, label: tForm(`signatures.${value}`) })),
            ]}
          />
          <TextField name="set.options.ioss_number" kind="code" />
          <TextField name="set.options.courier_account_number" kind="code" />
        </div>
      </Fold>
    </fieldset>
  );
}
