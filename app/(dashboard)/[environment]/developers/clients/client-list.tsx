"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, KeyRound, ListTree, Pencil, Plus, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { MenuAction, MenuLink } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody } from "@/components/ui/list-body";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { RowMenu } from "@/components/ui/row-menu";
import { Section } from "@/components/ui/section";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { queryFor } from "@/lib/api-client";
import type { ApiClient } from "@/lib/contracts/client";
import { formatNumber } from "@/lib/format";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { ClientDialog, RevokeDialog, RollDialog } from "./dialogs";

type Question = { kind: "new" } | { kind: "rename" | "roll" | "revoke"; client: ApiClient };

/** The API clients of the environment; owners issue, rename, roll and revoke them here. */
export function ClientList({ most }: { most: number }) {
  const t = useTranslations("developers.clients");
  const { where, may } = useWorkspace();
  const [question, ask] = useState<Question | null>(null);
  const list = useQuery(queryFor("listClients", ALL_ROWS, where));
  const inUse = list.data?.data.filter(({ revoked_at }) => revoked_at === null).length ?? 0;
  const close = () => ask(null);
  const add = (variant: "primary" | "secondary") =>
    may("createClient") ? (
      <Button variant={variant} disabled={inUse >= most} onClick={() => ask({ kind: "new" })}>
        <Plus aria-hidden="true" />
        {t("add")}
      </Button>
    ) : null;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t(inUse >= most ? "full" : may("createClient") ? "about" : "aboutOwners", { most })}
        actions={add("primary")}
      />
      <Section flush>
        <ListBody
          list={list}
          skeleton={
            <LoadingRegion>
              <Skeleton className="m-4 h-28" />
            </LoadingRegion>
          }
          empty={
            <EmptyState
              icon={KeyRound}
              title={t("empty.title")}
              description={t("empty.text")}
              actions={add("secondary")}
            />
          }
        >
          {(rows) => <Clients rows={rows} onAsk={ask} />}
        </ListBody>
      </Section>
      {question?.kind === "new" ? <ClientDialog client={null} onClose={close} /> : null}
      {question?.kind === "rename" ? <ClientDialog client={question.client} onClose={close} /> : null}
      {question?.kind === "roll" ? <RollDialog client={question.client} onClose={close} /> : null}
      {question?.kind === "revoke" ? <RevokeDialog client={question.client} onClose={close} /> : null}
    </>
  );
}

function Clients({ rows, onAsk }: { rows: readonly ApiClient[]; onAsk: (question: Question) => void }) {
  const t = useTranslations("developers.clients");
  const { may, href } = useWorkspace();
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ client_id }) => client_id}
      opens="nothing"
      rowClass="h-14 card:grid-cols-[minmax(0,1fr)_auto] card:items-start card:gap-y-1.5 card:py-3"
      columns={[
        {
          key: "client",
          head: t("columns.client"),
          cell: ({ name, client_id }) => (
            <>
              <span className="block truncate font-semibold">{name || t("nameless")}</span>
              <span className="block font-mono text-xs break-all text-muted">{client_id}</span>
            </>
          ),
        },
        {
          key: "state",
          head: t("columns.state"),
          width: 12,
          place: "card:col-span-2",
          cell: ({ revoked_at, previous_secret_until: until }) =>
            revoked_at ? (
              <Badge>{t("revoked")}</Badge>
            ) : until ? (
              <Badge icon={<RotateCw aria-hidden="true" />}>{t("twoSecrets")}</Badge>
            ) : (
              <Badge>{t("inUse")}</Badge>
            ),
        },
        {
          key: "used",
          head: t("columns.used"),
          width: 11,
          isNamed: true,
          place: "text-xs text-muted card:col-span-2",
          cell: ({ last_used_at: at }) => (at ? <DateTime value={at} /> : t("never")),
        },
        {
          key: "limits",
          head: t("columns.limits"),
          width: 11,
          isNamed: true,
          place: "text-xs text-muted card:col-span-2",
          cell: ({ rate_minute, rate_hour, allow_list: addresses }) => (
            <>
              <span className="block">
                {t("limits", { minute: formatNumber(rate_minute), hour: formatNumber(rate_hour) })}
              </span>
              {addresses ? <span className="block">{t("onlyFrom", { count: addresses.length })}</span> : null}
            </>
          ),
        },
        {
          key: "created",
          head: t("columns.created"),
          width: 11,
          isNamed: true,
          place: "text-xs text-muted card:col-span-2",
          cell: ({ created_at }) => <DateTime value={created_at} />,
        },
        {
          key: "menu",
          head: t("columns.menu"),
          isHeadHidden: true,
          width: 4,
          place: "card:at-1/2",
          cell: (client) => {
            const mayChange = may("updateClient") && !client.revoked_at;
            if (!mayChange && !may("listRequests")) return null;
            return (
              <RowMenu label={t("menuOf", { name: client.name || client.client_id })}>
                {may("listRequests") ? (
                  <MenuLink icon={ListTree} href={href(`/developers/requests?client_id=${client.client_id}`)}>
                    {t("calls")}
                  </MenuLink>
                ) : null}
                {mayChange ? (
                  <>
                    <MenuAction icon={Pencil} onSelect={() => onAsk({ kind: "rename", client })}>
                      {t("rename.open")}
                    </MenuAction>
                    <MenuAction icon={RotateCw} onSelect={() => onAsk({ kind: "roll", client })}>
                      {t("roll.open")}
                    </MenuAction>
                    <MenuAction icon={Ban} onSelect={() => onAsk({ kind: "revoke", client })}>
                      {t("revoke.open")}
                    </MenuAction>
                  </>
                ) : null}
              </RowMenu>
            );
          },
        },
      ]}
    />
  );
}
