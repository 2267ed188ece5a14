"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import type { ListChange } from "@/lib/lists/list-url";
import { ListBody, type ListPage as Page, type Pages } from "../ui/list-body";
import { Section } from "../ui/section";
import { UrlNotice } from "../ui/url-notice";

/** A list on its page, a part of that if it has a title: tabs, search and filters, what was not understood in its address, rows and pages. */
export function ListPage<Row, Query extends Page>({
  list,
  tabs,
  filters,
  wrong,
  children,
  after,
  title,
  description,
  actions,
  id,
  className,
  ...body
}: Pick<ComponentProps<typeof Section>, "title" | "description" | "actions" | "id" | "className"> & {
  list: {
    rows: UseQueryResult<{ data: readonly Row[]; pagination: Pages }>;
    query: Query;
    wrong: readonly (keyof Query & string)[];
    isBusy: boolean;
    change: (next: ListChange<Query>) => void;
  };
  tabs?: ReactNode;
  filters?: ReactNode;
  /** What the notice says of an address that was not understood, when it says more. */
  wrong?: string;
  /** Shown when nothing matches. */
  empty: ReactNode;
  skeleton?: ReactNode;
  hasPages?: boolean;
  isStale?: boolean;
  onRetry?: () => void;
  children: (rows: readonly Row[], isBusy: boolean) => ReactNode;
  /** Below the rows and their pages. */
  after?: ReactNode;
}) {
  const t = useTranslations("ui.list");
  const { rows, query, change, isBusy } = list;
  return (
    <Section flush {...{ title, description, actions, id, className }}>
      {tabs}
      {filters}
      <UrlNotice>{list.wrong.length > 0 ? (wrong ?? t("wrong")) : null}</UrlNotice>
      <ListBody list={rows} page={query} onTurn={(page) => change(page as ListChange<Query>)} {...body}>
        {(shown) => children(shown, isBusy)}
      </ListBody>
      {after}
    </Section>
  );
}
