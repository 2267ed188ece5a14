"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ContractForm, type Sent, useContractForm } from "@/components/forms/contract-form";
import { useChecks } from "@/components/forms/form-checks";
import { TextField, useFormField } from "@/components/forms/form-fields";
import { LeaveForm } from "@/components/forms/leave-guard";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import type { Webhook } from "@/lib/contracts/webhook";
import { type AuthChoice, type EndpointValues, judgeEndpoint, valuesOf } from "./endpoint-values";
import { EventPicker } from "./event-picker";
import { SecretChoice } from "./secret-choice";

/** The fields of an endpoint, to make a new one or change one. */
export default function EndpointForm({
  endpoint,
  allowedHosts,
  submitLabel,
  onSubmit,
  existed,
  aside,
}: {
  /** The endpoint that is changed. */
  endpoint?: Webhook;
  /** Private hosts that the operator allows. */
  allowedHosts: readonly string[];
  submitLabel: string;
  /** Sends the values; throws what the API refused. */
  onSubmit: (values: EndpointValues, key: string) => Promise<Sent>;
  /** Continues when an earlier attempt already made the endpoint. */
  existed?: () => Promise<Sent>;
  /** Next to the submit button. */
  aside?: ReactNode;
}) {
  const t = useTranslations("webhooks.form");
  const language = useLocale();
  const state = useContractForm({
    initial: valuesOf(endpoint),
    judge: (values) => judgeEndpoint(values, language, allowedHosts),
  });
  return (
    <ContractForm state={state} onSend={onSubmit} {...(existed && { existed })} className="max-w-3xl gap-6">
      <TextField
        name="url"
        title={t("url")}
        kind="url"
        required
        hint={t("urlHint")}
        placeholder={t("urlExample")}
        isLive={hasWholeHost}
      />
      <TextField name="description" title={t("description")} optional hint={t("descriptionHint")} limit={200} />
      <Events />
      <Proofs header={endpoint?.auth_header?.name ?? null} />
      {endpoint ? null : <Secret />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" loading={state.isBusy}>
          {submitLabel}
        </Button>
        {aside}
      </div>
      <LeaveForm isBusy={state.isBusy} />
    </ContractForm>
  );
}

/** Whether an address has come so far that its host can be judged. */
const hasWholeHost = (text: string) => /^https:\/\/[^/?#]+[/?#]/.test(text);

function Events() {
  const { id, error, raw, change } = useFormField<EndpointValues["events"]>("events");
  return <EventPicker id={id} error={error} value={raw} onChange={change} />;
}

/** The secret of a new endpoint; an existing one's is rolled. */
function Secret() {
  const { id, raw, error, change, leave } = useFormField<string | null>("secret");
  return <SecretChoice id={id} value={raw} error={error} onChange={change} onLeave={leave} />;
}

/** What proves a delivery: signatures, a header or both. It is chosen in three places, and judged with each choice. */
function Proofs({ header }: { header: string | null }) {
  const t = useTranslations("webhooks.form");
  const { left } = useChecks();
  const signature = useFormField<boolean>("signature");
  const legacy = useFormField<boolean>("legacy_signature");
  const auth = useFormField<AuthChoice>("auth");
  const choices: AuthChoice[] = header === null ? ["none", "set"] : ["keep", "set", "none"];
  function choose<Value>(field: { change: (value: Value) => void }, value: Value) {
    field.change(value);
    left("signature");
  }
  return (
    <>
      <FieldGroup id={signature.id} error={signature.error} label={t("signing")}>
        <Checkbox
          label={t("signature")}
          hint={t("signatureHint")}
          checked={signature.raw}
          onCheckedChange={(checked) => choose(signature, checked === true)}
        />
        <Checkbox
          label={t("legacy")}
          hint={t("legacyHint")}
          checked={legacy.raw}
          onCheckedChange={(checked) => choose(legacy, checked === true)}
        />
      </FieldGroup>
      <FieldGroup label={t("auth")} hint={t("authHint")}>
        <RadioGroup<AuthChoice>
          value={auth.raw}
          onValueChange={(value) => choose(auth, value)}
          options={choices.map((value) => ({ value, label: t(`authChoices.${value}`, { name: header ?? "" }) }))}
        />
        {auth.raw === "set" ? (
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <TextField name="auth_header.name" title={t("authName")} kind="code" required hint={t("authNameHint")} />
            <TextField name="auth_header.value" title={t("authValue")} kind="code" required hint={t("authValueHint")} />
          </div>
        ) : null}
      </FieldGroup>
    </>
  );
}
