"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton } from "@/components/ui/link-button";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiFailure, call } from "@/lib/api-client";
import { SetPasswordForm } from "./set-password-form";

const whenItChanges = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

/** The secret of a link, which is its fragment; in links of an earlier version its query. */
function tokenHere(): string {
  const { hash, search } = window.location;
  return new URLSearchParams(hash.slice(1)).get("token") ?? new URLSearchParams(search).get("token") ?? "";
}

/** Reads the link by which the person came, and lets them set a password with it. */
export function SetPasswordByLink({ kind }: { kind: "password" | "invitation" }) {
  const t = useTranslations("setPassword");
  const token = useSyncExternalStore(whenItChanges, tokenHere, () => null);
  const { data, error, refetch } = useQuery({
    queryKey: ["link", token],
    queryFn: () => call("readLink", { token: token ?? "" }, { environment: "production" }),
    enabled: Boolean(token),
    // Once it is used it no longer works, while its page still signs in.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isBad = token === "" || (error instanceof ApiFailure && error.status === 400) || (data && data.kind !== kind);
  if (isBad) return <BadLink kind={kind} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || token === null)
    return (
      <div className="flex flex-col gap-4" aria-busy="true">
        <h1 className="text-lg font-semibold">{t(kind === "password" ? "title" : "invitation.title")}</h1>
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    );
  return (
    <>
      <h1 className="text-lg font-semibold">
        {kind === "password" ? t("title") : t("invitation.welcome", { account: data.account_name ?? "" })}
      </h1>
      <p className="mt-1 text-muted">{t(kind === "password" ? "for" : "invitation.for", { email: data.email })}</p>
      <SetPasswordForm token={token} email={data.email} {...(kind === "invitation" ? { name: data.name ?? "" } : {})} />
    </>
  );
}

function BadLink({ kind }: { kind: "password" | "invitation" }) {
  const t = useTranslations("setPassword");
  const isPassword = kind === "password";
  return (
    <>
      <h1 className="text-lg font-semibold">{t(isPassword ? "badTitle" : "invitation.badTitle")}</h1>
      <p className="mt-2 text-muted">{t(isPassword ? "badText" : "invitation.badText")}</p>
      <div className="mt-6 flex flex-wrap gap-2">
        {isPassword ? (
          <LinkButton href="/forgot-password" variant="primary">
            {t("again")}
          </LinkButton>
        ) : null}
        <LinkButton href="/sign-in">{t("toSignIn")}</LinkButton>
      </div>
    </>
  );
}
