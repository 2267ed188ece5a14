"use client";

import { SearchX, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { ListPage } from "@/components/lists/list-page";
import { SearchField } from "@/components/lists/search-field";
import { useList } from "@/components/lists/use-list";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { TabLinks } from "@/components/ui/tab-links";
import { ACCOUNT_STATES, type ListAccountsQuery } from "@/lib/contracts/account";
import { type ListView, listUrl } from "@/lib/lists/list-url";
import { AccountRows } from "./account-rows";

const ACCOUNTS_URL = listUrl<ListAccountsQuery>({ limit: "50", offset: "0" });

/** The merchants by their state, searched by name, number and their people. */
export function AccountList({ view }: { view: ListView<ListAccountsQuery> }) {
  const t = useTranslations("support");
  const { href } = useSupport();
  const list = useList("listAccounts", view, { base: href("/accounts"), url: ACCOUNTS_URL });
  const { query, rowsOf, change, hrefOf } = list;
  return (
    <ListPage
      list={list}
      tabs={
        <TabLinks
          label={t("state")}
          current={query.state ?? "ALL"}
          tabs={[null, ...ACCOUNT_STATES].map((state) => ({
            id: state ?? "ALL",
            label: state ? t(`states.${state}`) : t("all"),
            href: hrefOf({ state }),
            onPress: () => change({ state }),
          }))}
        />
      }
      filters={
        <div className="border-b border-line px-4 py-3">
          <SearchField
            value={query.q ?? ""}
            isPending={list.isBusy}
            onSearch={(q) => change({ q }, "replace")}
            label={t("searchLabel")}
            placeholder={t("searchExample")}
            className="w-full sm:w-112"
          />
        </div>
      }
      empty={
        <EmptyState
          icon={rowsOf.q ? SearchX : Store}
          title={rowsOf.q ? t("none", { text: rowsOf.q }) : t(rowsOf.state ? "noneSo" : "noneAtAll")}
          actions={
            rowsOf.q || rowsOf.state ? (
              <Button onClick={() => change({ q: null, state: null })}>{t("clear")}</Button>
            ) : null
          }
        />
      }
    >
      {(rows, isBusy) => <AccountRows rows={rows} isBusy={isBusy} />}
    </ListPage>
  );
}
