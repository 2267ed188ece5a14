"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { RequestId, useFailureWords } from "@/components/ui/error-state";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { ApiFailure } from "@/lib/api-client";
import type { Webhook } from "@/lib/contracts/webhook";
import { fieldOfPointer } from "@/lib/form-paths";
import { type AuthChoice, type EndpointValues, judgeEndpoint, valuesOf } from "./endpoint-values";
import { EventPicker } from "./event-picker";

// In the order of the page.
const FIELDS = ["url", "description", "events", "auth_header.name", "auth_header.value"] as const;
type FieldPath = (typeof FIELDS)[number];
type Errors = Partial<Record<string, string>>;

const idOf = (path: FieldPath) => `webhook-${path.replace(/\W/g, "-")}`;

function focusFirst(errors: Errors): boolean {
  const first = FIELDS.find((path) => errors[path]);
  const element = first && document.getElementById(idOf(first));
  const control = element?.matches("input") ? element : element?.querySelector<HTMLElement>("button, input");
  control?.focus();
  return Boolean(control);
}

/**
 * The fields of an endpoint, for a new one and for changing it. A field is judged when it is left, and as it is mended;
 * what the server refuses goes to the field that it points at.
 */
export default function EndpointForm({
  endpoint,
  submitLabel,
  onSubmit,
  aside,
}: {
  /** The one that is changed. */
  endpoint?: Webhook;
  submitLabel: string;
  /** Sends the values; throws what the API refused. */
  onSubmit: (values: EndpointValues) => Promise<void>;
  /** Beside the button that sends. */
  aside?: ReactNode;
}) {
  const t = useTranslations("webhooks.form");
  const language = useLocale();
  const [values, setValues] = useState(() => valuesOf(endpoint));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const latest = useRef(errors);
  const failureBox = useRef<HTMLDivElement>(null);

  useEffect(() => {
    latest.current = errors;
  });
  useEffect(() => {
    if (attempts > 0 && !focusFirst(latest.current)) failureBox.current?.focus();
  }, [attempts]);

  function change(path: FieldPath | null, next: Partial<EndpointValues>) {
    const changed = { ...values, ...next };
    setValues(changed);
    if (!path || !errors[path]) return;
    setErrors({ ...errors, [path]: judgeEndpoint(changed, language)[path] });
  }

  function leave(path: FieldPath) {
    const found = judgeEndpoint(values, language)[path];
    // What the server alone can find stays until the field is changed.
    if (found) setErrors({ ...errors, [path]: found });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    const found = judgeEndpoint(values, language);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      setAttempts(attempts + 1);
      return;
    }
    setIsBusy(true);
    try {
      await onSubmit(values);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const told = error.entries.map(({ pointer, message }) => [fieldOfPointer(pointer), message]);
      setErrors(Object.fromEntries(told));
      if (told.length === 0 || told.some(([path]) => !FIELDS.some((field) => field === path))) setFailure(error);
      setAttempts(attempts + 1);
    } finally {
      setIsBusy(false);
    }
  }

  const text = (path: FieldPath, field: "url" | "description" | "auth_name" | "auth_value") => ({
    id: idOf(path),
    value: values[field],
    onChange: (event: { target: { value: string } }) => change(path, { [field]: event.target.value }),
    onBlur: () => leave(path),
  });
  const at = (path: FieldPath) => ({ id: idOf(path), error: errors[path] });
  const choices: AuthChoice[] = endpoint?.auth_header ? ["keep", "set", "none"] : ["none", "set"];

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex max-w-3xl flex-col gap-6">
      {failure ? <FailureBox ref={failureBox} error={failure} /> : null}
      <Field {...at("url")} label={t("url")} required hint={t("urlHint")}>
        <Input
          {...text("url", "url")}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t("urlExample")}
        />
      </Field>
      <Field {...at("description")} label={t("description")} optional hint={t("descriptionHint")}>
        <Input {...text("description", "description")} autoComplete="off" limit={200} />
      </Field>
      <EventPicker {...at("events")} value={values.events} onChange={(events) => change("events", { events })} />
      <FieldGroup label={t("signing")}>
        <Checkbox
          label={t("signature")}
          hint={t("signatureHint")}
          checked={values.signature}
          onCheckedChange={(checked) => change(null, { signature: checked === true })}
        />
        <Checkbox
          label={t("legacy")}
          hint={t("legacyHint")}
          checked={values.legacy_signature}
          onCheckedChange={(checked) => change(null, { legacy_signature: checked === true })}
        />
        {values.signature || values.legacy_signature ? null : (
          <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">{t("unsigned")}</p>
        )}
      </FieldGroup>
      <FieldGroup label={t("auth")} hint={t("authHint")}>
        <RadioGroup<AuthChoice>
          value={values.auth}
          onValueChange={(auth) => change(null, { auth })}
          options={choices.map((value) => ({
            value,
            label: t(`authChoices.${value}`, { name: endpoint?.auth_header?.name ?? "" }),
          }))}
        />
        {values.auth === "set" ? (
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <Field {...at("auth_header.name")} label={t("authName")} required hint={t("authNameHint")}>
              <Input {...text("auth_header.name", "auth_name")} autoComplete="off" spellCheck={false} />
            </Field>
            <Field {...at("auth_header.value")} label={t("authValue")} required hint={t("authValueHint")}>
              <Input {...text("auth_header.value", "auth_value")} autoComplete="off" spellCheck={false} />
            </Field>
          </div>
        ) : null}
      </FieldGroup>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" loading={isBusy}>
          {submitLabel}
        </Button>
        {aside}
      </div>
    </form>
  );
}

/** What went wrong beyond single fields. */
function FailureBox({ error, ref }: { error: unknown; ref: React.Ref<HTMLDivElement> }) {
  const words = useFailureWords()(error);
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="rounded-md border border-bad bg-bad-tint px-4 py-3">
      <p className="font-semibold text-bad">{words.detail ?? words.title}</p>
      <p>
        {words.lost} {words.todo}
      </p>
      {words.requestId ? <RequestId id={words.requestId} /> : null}
    </div>
  );
}
