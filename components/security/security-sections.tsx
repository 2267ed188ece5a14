"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { type CallResult, queryFor, type Where } from "@/lib/api-client";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { PasswordInput } from "../auth/password-input";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { DateTime } from "../ui/date-time";
import { ErrorState } from "../ui/error-state";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { Section } from "../ui/section";
import { useOperation } from "../use-operation";
import { FactorSection } from "./factor-section";
import { type Wrong, wrongFields } from "./wrong-fields";

/** What a person does for the safety of their own sign-in. */
export function SecuritySections({ email, where }: { email: string; where: Where }) {
  return (
    <div className="flex flex-col gap-4">
      <PasswordSection email={email} where={where} />
      <FactorSection where={where} />
      <SessionsSection where={where} />
    </div>
  );
}

/** Changes the person's own password. No contract form: only the server judges the rules of passwords. */
export function PasswordSection({ email, where }: { email: string; where: Where }) {
  const t = useTranslations("settings.security.password");
  const { send, isBusy } = useOperation("changePassword", where);
  const showFailure = useFailureToast();
  const [wrong, setWrong] = useState<Wrong>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    setWrong({});
    try {
      const input = {
        current_password: String(fields.get("current_password")),
        password: String(fields.get("password")),
      };
      await send(input, { done: ({ ended }) => t("done", { count: ended }), onDone: () => form.reset() });
    } catch (error) {
      const refused = wrongFields(error);
      setWrong(refused);
      if (Object.keys(refused).length === 0) showFailure(error);
      form.querySelector<HTMLInputElement>(`[name=${Object.keys(refused)[0] ?? "password"}]`)?.select();
    }
  }

  return (
    <Section title={t("title")} description={t("about")}>
      <form method="post" onSubmit={submit} className="flex max-w-md flex-col gap-4">
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <Field label={t("current")} error={wrong.current_password}>
          <PasswordInput name="current_password" autoComplete="current-password" required maxLength={1024} />
        </Field>
        <Field label={t("new")} hint={t("hint")} error={wrong.password}>
          <PasswordInput name="password" autoComplete="new-password" required maxLength={1024} />
        </Field>
        <Button type="submit" loading={isBusy} className="self-start">
          {t("submit")}
        </Button>
      </form>
    </Section>
  );
}

type SessionRow = CallResult<"listSessions">["data"][number];

/** Where the person is signed in. */
export function SessionsSection({ where }: { where: Where }) {
  const t = useTranslations("settings.security.sessions");
  const others = useOperation("revokeSessions", where);
  const { data, error, refetch } = useQuery(queryFor("listSessions", ALL_ROWS, where));

  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const rows = data?.data ?? [];
  return (
    <Section
      title={t("title")}
      description={t("about")}
      flush
      actions={
        rows.length > 1 ? (
          <Button loading={others.isBusy} onClick={() => void others.attempt({ but_this: "Y" }, { done: t("done") })}>
            {t("endOthers")}
          </Button>
        ) : null
      }
    >
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <span className="[overflow-wrap:anywhere]">{row.user_agent}</span>
                {row.is_current ? <Badge tone="info">{t("current")}</Badge> : null}
              </p>
              <p className="text-xs text-muted">
                {row.place ? `${row.place} · ` : null}
                {row.address ? `${t("address", { address: row.address })} · ` : null}
                {t("since")} <DateTime value={row.created_at} /> · {t("lastSeen")} <DateTime value={row.last_seen_at} />
              </p>
            </div>
            {row.is_current ? null : <EndSession row={row} where={where} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function EndSession({ row: { id, user_agent: browser }, where }: { row: SessionRow; where: Where }) {
  const t = useTranslations("settings.security.sessions");
  const { attempt, isBusy } = useOperation("endSession", where);
  return (
    <Button
      size="sm"
      loading={isBusy}
      aria-label={t("endOne", { browser })}
      onClick={() => void attempt({ id }, { done: t("done") })}
    >
      {t("end")}
    </Button>
  );
}
