import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportList } from "@/components/import/import-list";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listImports } from "@/lib/contracts/import";
import { readListQuery } from "@/lib/lists/list-query";
import { pageHref } from "@/lib/pages/page-href";
import * as imports from "@/server/imports";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { KEPT_DAYS } from "@/server/retention";
import { OrderImport } from "./order-import";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports"))("title") };
}

/** Orders from a file: choose it here, or go on with an earlier one. */
export default async function ImportOrdersPage({ params, searchParams }: PageProps<"/[environment]/orders/import">) {
  const { ctx, where, may } = await openPage({ part: "dashboard", params });
  const view = readListQuery(listImports, await searchParams);
  const t = await getTranslations("imports");
  const tOrders = await getTranslations("orderList");
  return (
    <PageMessages parts={["imports", "documents"]}>
      <PageHeader
        title={t("title")}
        description={t("about")}
        back={<TextLink href={pageHref("/orders", ctx.environment, where.accountId)}>← {tOrders("title")}</TextLink>}
      />
      <Prefetched answers={[await prefetch(listImports, imports.listImports, view.query, ctx, where)]}>
        <div className="flex flex-col gap-4">
          {may("createImport") ? <OrderImport key={ctx.environment} /> : null}
          <ImportList view={view} days={KEPT_DAYS.imports} />
        </div>
      </Prefetched>
    </PageMessages>
  );
}
