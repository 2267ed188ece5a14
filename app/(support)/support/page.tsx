import { SearchX, Store } from "lucide-react";
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Button, buttonStyles } from "@/components/ui/button";
import { CalendarDate } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { type AccountRow, listAccounts } from "@/lib/contracts/account";
import { ENVIRONMENTS } from "@/lib/environment";
import { pageHref } from "@/lib/page-href";
import * as accounts from "@/server/accounts";
import { database } from "@/server/db/database";
import { signedIn } from "@/server/page-context";
import { AccountPages } from "./account-pages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support"))("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };
const PAGE = 50;

/** Support chooses whose orders to see, and of which environment. The warehouse has pages of its own. */
export default async function SupportPage({ searchParams }: Props) {
  const person = await signedIn();
  const t = await getTranslations("support");
  if (person?.role === "warehouse") redirect("/warehouse");
  if (person?.role !== "support") notFound();

  const { q, offset } = await searchParams;
  const schema = listAccounts.query as NonNullable<typeof listAccounts.query>;
  const asked = schema.safeParse({ q: q || undefined, offset: offset || undefined, limit: String(PAGE) });
  const query = asked.success ? asked.data : schema.parse({ limit: String(PAGE) });
  const { db } = await database();
  const { rows, total } = await accounts.listAccounts({ db }, query);
  const text = query.q ?? "";
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Section flush>
        <form action="/support" className="flex flex-wrap items-end gap-2 border-b border-line px-4 py-3">
          <Field label={t("search")} className="w-full sm:w-96">
            <Input type="search" name="q" defaultValue={text} autoComplete="off" maxLength={100} />
          </Field>
          <Button type="submit">{t("searchButton")}</Button>
        </form>
        {rows.length > 0 ? (
          <>
            <Accounts rows={rows} />
            <AccountPages total={total} offset={Number(query.offset)} limit={PAGE} q={text} />
          </>
        ) : (
          <EmptyState
            icon={text ? SearchX : Store}
            title={text ? t("none", { text }) : t("noneAtAll")}
            actions={text ? <LinkButton href="/support">{t("clear")}</LinkButton> : null}
          />
        )}
      </Section>
    </>
  );
}

async function Accounts({ rows }: { rows: readonly AccountRow[] }) {
  const t = await getTranslations("support");
  const environments = await getTranslations("shell.environments");
  return (
    <Table label={t("title")}>
      <THead>
        <TR>
          <TH>{t("merchant")}</TH>
          <TH>{t("account")}</TH>
          <TH>{t("since")}</TH>
          <TH>{t("state")}</TH>
          <TH align="end">{t("open")}</TH>
        </TR>
      </THead>
      <TBody>
        {rows.map(({ account_id, name, pick_pack, payment_plan, suspended, create_time }) => {
          const isClosed = suspended || !payment_plan;
          return (
            <TR key={account_id}>
              <TD className="min-w-48 font-semibold">{name}</TD>
              <TD className="whitespace-nowrap">{account_id}</TD>
              <TD className="whitespace-nowrap text-muted">
                <CalendarDate date={create_time.slice(0, 10)} />
              </TD>
              <TD>
                <span className="flex flex-wrap gap-1">
                  {suspended ? <Badge tone="bad">{t("suspended")}</Badge> : null}
                  {payment_plan ? null : <Badge tone="warn">{t("noPlan")}</Badge>}
                  {isClosed ? null : <Badge tone="ok">{t("active")}</Badge>}
                  {pick_pack ? <Badge>{t("pickPack")}</Badge> : null}
                </span>
              </TD>
              <TD align="end">
                {isClosed ? (
                  <span className="text-xs text-muted">{t("closed")}</span>
                ) : (
                  <span className="inline-flex gap-2">
                    {ENVIRONMENTS.toReversed().map((environment) => (
                      // A whole new page: nothing of the merchant seen before may stay around it.
                      <a
                        key={environment}
                        href={pageHref("/orders", environment, account_id)}
                        aria-label={t("openIn", { name, environment: environments(environment) })}
                        className={buttonStyles({ size: "sm" })}
                      >
                        {environments(environment)}
                      </a>
                    ))}
                  </span>
                )}
              </TD>
            </TR>
          );
        })}
      </TBody>
    </Table>
  );
}
