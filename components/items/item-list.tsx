"use client";

import { Pencil, SearchX, Tags, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { SearchField } from "@/components/lists/search-field";
import { useList } from "@/components/lists/use-list";
import { Button } from "@/components/ui/button";
import { MenuAction, MenuLink } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { useFailureMessage } from "@/components/ui/error-state";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { RowMenu } from "@/components/ui/row-menu";
import type { Item, ListItemsQuery } from "@/lib/contracts/item";
import { type ListView, listUrl } from "@/lib/lists/list-url";

const ITEMS_URL = listUrl<ListItemsQuery>({ limit: "20", offset: "0" });

/** The items of an account: search and pages. Its whole state is in the URL. */
export function ItemList({ view }: { view: ListView<ListItemsQuery> }) {
  const t = useTranslations("items");
  const { href } = useWorkspace();
  const list = useList("listItems", view, { base: href("/items"), url: ITEMS_URL });
  const { query, rowsOf, change } = list;
  const [leaving, setLeaving] = useState<Item | null>(null);
  const isEmpty = !rowsOf.q && !query.q && list.rows.data?.pagination.total === 0;
  return (
    <ListPage
      list={list}
      filters={
        isEmpty ? null : (
          <search className="flex border-b border-line px-4 py-3">
            <SearchField
              label={t("search")}
              placeholder={t("searchIn")}
              value={query.q ?? ""}
              isPending={list.isBusy}
              onSearch={(q) => change({ q: q || null }, query.q ? "replace" : "push")}
              open={() => null}
              className="min-w-0 flex-1 [&_label]:text-xs [&_label]:font-normal [&_label]:text-muted"
            />
          </search>
        )
      }
      empty={
        rowsOf.q ? (
          <EmptyState
            icon={SearchX}
            title={t("noMatch", { text: rowsOf.q })}
            description={t("noMatchHint")}
            actions={<Button onClick={() => change({ q: null })}>{t("showAll")}</Button>}
          />
        ) : (
          <EmptyState icon={Tags} title={t("none")} description={t("noneText")} />
        )
      }
      after={leaving ? <DeleteItem item={leaving} onClose={() => setLeaving(null)} /> : null}
    >
      {(rows, isBusy) => <Rows rows={rows} isBusy={isBusy} onDelete={setLeaving} />}
    </ListPage>
  );
}

function Rows({ rows, isBusy, onDelete }: { rows: readonly Item[]; isBusy: boolean; onDelete: (item: Item) => void }) {
  const t = useTranslations("items");
  const { href, may } = useWorkspace();
  const none = (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("notGiven")}</span>
    </span>
  );
  return (
    <ListTable
      label={t("title")}
      rows={rows}
      keyOf={({ id }) => id}
      rowClass="h-12 card:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem]"
      columns={[
        {
          key: "name",
          head: t("columns.name"),
          place: "card:col-span-2 card:row-start-1",
          cell: ({ id, name, description }) => (
            <>
              <RowLink href={href(`/items/${id}`)} title={name} className="block truncate leading-4.5">
                {name}
              </RowLink>
              <span className="block truncate text-xs leading-3.5 text-muted">{description}</span>
            </>
          ),
        },
        {
          key: "sku",
          head: t("columns.sku"),
          width: 10,
          place: "card:col-span-2 card:row-start-2",
          cell: ({ sku, bar_code_eid }) => (
            <>
              <span className="block truncate font-mono text-xs leading-4.5">{sku}</span>
              <span className="block truncate font-mono text-xs leading-3.5 text-muted">{bar_code_eid}</span>
            </>
          ),
        },
        {
          key: "customs",
          head: t("columns.customs"),
          width: 8,
          place: "card:at-3/1",
          cell: ({ hscode, origin }) => (
            <>
              <span className="block truncate leading-4.5 tabular-nums">{hscode ?? none}</span>
              <span className="block truncate text-xs leading-3.5 text-muted">{origin}</span>
            </>
          ),
        },
        {
          key: "price",
          head: t("columns.price"),
          align: "end",
          width: 8,
          place: "card:at-3/2 card:self-start",
          cell: ({ single_price, currency, single_weight }) => (
            <>
              <span className="block leading-4.5 tabular-nums">
                {single_price ? `${currency ?? "HKD"} ${single_price}` : none}
              </span>
              <span className="block text-xs leading-3.5 text-muted tabular-nums">
                {single_weight ? t("kg", { weight: single_weight }) : null}
              </span>
            </>
          ),
        },
        {
          key: "actions",
          head: t("columns.actions"),
          isHeadHidden: true,
          width: 3,
          place: "text-right card:at-1/3",
          cell: (item) => (
            <RowMenu label={t("menuOf", { name: item.name })}>
              <MenuLink icon={Pencil} href={href(`/items/${item.id}`)}>
                {t("edit")}
              </MenuLink>
              {may("deleteItem") ? (
                <MenuAction icon={Trash2} tone="danger" onSelect={() => onDelete(item)}>
                  {t("delete")}
                </MenuAction>
              ) : null}
            </RowMenu>
          ),
        },
      ]}
      isBusy={isBusy}
    />
  );
}

/** Asks before an item is deleted; one with stock is refused, and the dialog shows the answer. */
function DeleteItem({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useTranslations("items.remove");
  const failureMessage = useFailureMessage();
  const [failure, setFailure] = useState<unknown>(null);
  const message = failure ? failureMessage(failure) : null;

  return (
    <ConfirmOperation
      operation="deleteItem"
      input={{ id: item.id }}
      tone="danger"
      title={t("ask", { name: item.name })}
      description={t("means")}
      confirmLabel={t("button")}
      done={t("done", { name: item.name })}
      onFailure={setFailure}
      onClose={onClose}
    >
      {message ? (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
          {message.detail ?? `${message.title} ${message.lost} ${message.todo}`}
        </p>
      ) : null}
    </ConfirmOperation>
  );
}
