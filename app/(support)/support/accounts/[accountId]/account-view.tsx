"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { VisitBar } from "@/components/support/visit-bar";
import { VisitForm } from "@/components/support/visit-form";
import { useSupport } from "@/components/support/workspace";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Facts, Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { MerchantAccount } from "@/lib/contracts/account";
import { AccountStateBadge } from "../account-state";
import { AccountHoldings } from "./account-holdings";
import { AccountSettings } from "./account-settings";
import { Suspension } from "./suspension";

/** An account with all that support does about it. */
export function AccountView({ id }: { id: string }) {
  const t = useTranslations("support.one");
  const tSupport = useTranslations("support");
  const { where, href } = useSupport();
  const { data: account } = useQuery(queryFor("readAccount", { account_id: id }, where));
  if (!account) return null;
  return (
    <>
      <PageHeader
        back={<TextLink href={href("/accounts")}>{tSupport("title")}</TextLink>}
        title={account.name}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {account.account_id}
            <AccountStateBadge state={account.state} />
            {account.pick_pack ? <Badge>{tSupport("pickPack")}</Badge> : null}
          </span>
        }
      />
      <div className="flex flex-col gap-4">
        <Unusable account={account} />
        <ForChanges account={account} />
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <AccountHoldings account={account} />
            <AccountSettings
              // After a save the form starts again from what was saved.
              key={JSON.stringify([account.name, account.rate_minute, account.rate_hour, account.payment_plan])}
              account={account}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <AboutAccount account={account} />
            {account.closed_at ? null : <Suspension account={account} />}
            <Section title={t("byCommand.title")}>
              <p className="text-muted">{t("byCommand.text")}</p>
            </Section>
          </div>
        </div>
      </div>
    </>
  );
}

/** Asks why before anything of the account is changed; from then on changes are let through (contract §27.3). */
function ForChanges({ account }: { account: MerchantAccount }) {
  const t = useTranslations("support.one");
  const { environment } = useSupport();
  const [isAsked, setIsAsked] = useState(false);
  const { account_id: accountId, name, visit, closed_at: isClosed } = account;
  const where = { environment, accountId };
  const { attempt } = useOperation("changeVisit", where);
  if (isClosed) return null;
  if (visit) return <VisitBar visit={visit} name={name} where={where} />;
  return (
    <Section
      title={t("reasonFirst")}
      description={t("reasonFirstMeans")}
      actions={isAsked ? null : <Button onClick={() => setIsAsked(true)}>{t("sayWhy")}</Button>}
    >
      {isAsked ? <VisitForm where={where} onStarted={() => void attempt({ acting: "Y" })} /> : null}
    </Section>
  );
}

/** Why the account's people cannot use it, and what that means; nothing for an account that works. */
function Unusable({ account: { state, people } }: { account: MerchantAccount }) {
  const t = useTranslations("support.one");
  const texts = [
    ...(state === "ACTIVE" ? [] : [t(`unusable.${state}`)]),
    ...(people.owners === 0 && state !== "CLOSED" ? [t(people.invited > 0 ? "ownerInvited" : "noOwner")] : []),
  ];
  return texts.map((text) => (
    <p key={text} className="flex items-start gap-2 rounded-md bg-warn-tint px-3 py-2 text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{text}</span>
    </p>
  ));
}

function AboutAccount({ account }: { account: MerchantAccount }) {
  const t = useTranslations("support.one");
  const tLanguages = useTranslations("support.languages");
  const tReasons = useTranslations("shell.visit.reasons");
  const { people, last_visit: visit } = account;
  return (
    <Section title={t("about")}>
      <Facts
        items={[
          { name: t("opened"), value: <DateTime value={account.create_time} /> },
          { name: t("language"), value: tLanguages(account.language) },
          {
            name: t("lastSignIn"),
            value: people.last_sign_in_at ? <DateTime value={people.last_sign_in_at} /> : t("never"),
          },
          {
            name: t("lastVisit"),
            value: visit ? (
              <>
                <DateTime value={visit.at} />
                <span className="block text-xs text-muted">
                  {[visit.by, visit.reason ? tReasons(visit.reason) : null].filter(Boolean).join(" · ")}
                </span>
              </>
            ) : (
              t("never")
            ),
          },
        ]}
      />
    </Section>
  );
}
