"use client";

import { useTranslations } from "next-intl";
import { useSupport } from "@/components/support/workspace";
import { buttonStyles } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { MerchantAccount } from "@/lib/contracts/account";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import { formatNumber } from "@/lib/format";
import { pageHref } from "@/lib/pages/page-href";
import { orderCount } from "../account-rows";

/** What the account has, each with the merchant's own page where support looks and acts. */
export function AccountHoldings({ account }: { account: MerchantAccount }) {
  const t = useTranslations("support.one");
  const tEnvironments = useTranslations("shell.environments");
  const { href } = useSupport();
  const { account_id: id, people, clients, endpoints, disabled_endpoints: disabled } = account;
  const rows = [
    { id: "orders", path: "/orders", count: (of: Environment) => orderCount(account.recent_orders[of]) },
    { id: "clients", path: "/developers/clients", count: (of: Environment) => formatNumber(clients[of]) },
    {
      id: "endpoints",
      path: "/webhooks",
      count: (of: Environment) =>
        disabled[of] > 0
          ? t("withDisabled", { count: formatNumber(endpoints[of]), disabled: formatNumber(disabled[of]) })
          : formatNumber(endpoints[of]),
    },
  ] as const;
  // A full page load: nothing of the merchant seen before may stay around it.
  const link = (path: string, environment: Environment, name: string, text: string) => (
    <a href={pageHref(path, environment, id)} aria-label={name} className={buttonStyles({ size: "sm" })}>
      {text}
    </a>
  );
  return (
    <Section
      title={t("holdings")}
      description={t("holdingsMeans")}
      actions={
        <LinkButton size="sm" href={href(`/audit?account_id=${id}`)}>
          {t("audit")}
        </LinkButton>
      }
      flush
    >
      <Table label={t("holdings")}>
        <THead>
          <TR>
            <TH>{t("what")}</TH>
            {ENVIRONMENTS.toReversed().map((environment) => (
              <TH key={environment} align="end">
                {tEnvironments(environment)}
              </TH>
            ))}
          </TR>
        </THead>
        <TBody>
          {rows.map(({ id: what, path, count }) => (
            <TR key={what}>
              <TD className="py-2">{t(`kinds.${what}`)}</TD>
              {ENVIRONMENTS.toReversed().map((environment) => (
                <TD key={environment} align="end" className="py-2">
                  {link(
                    path,
                    environment,
                    t("openKind", {
                      kind: t(`kinds.${what}`),
                      environment: tEnvironments(environment),
                      count: count(environment),
                    }),
                    count(environment),
                  )}
                </TD>
              ))}
            </TR>
          ))}
        </TBody>
      </Table>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2">
        <p className="min-w-0 text-muted">
          {t("people", {
            owners: people.owners,
            members: people.members,
            disabled: people.disabled,
            invited: people.invited,
          })}
        </p>
        <span className="flex flex-wrap gap-2">
          {link("/settings/people", "production", t("managePeople"), t("managePeople"))}
          {link("/settings/statements", "production", t("statements"), t("statements"))}
        </span>
      </div>
    </Section>
  );
}
