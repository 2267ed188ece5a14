import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportList } from "@/components/import/import-list";
import { SHOWN_IMPORTS } from "@/components/import/shown-imports";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listImports } from "@/lib/contracts/import";
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
export default async function ImportOrdersPage({ params }: PageProps<"/[environment]/orders/import">) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("imports");
  const tOrders = await getTranslations("orderList");
  return (
    <PageMessages parts={["imports", "documents"]}>
      <PageHeader
        title={t("title")}
        description={t("about")}
        back={<TextLink href={pageHref("/orders", ctx.environment, where.accountId)}>← {tOrders("title")}</TextLink>}
      />
      <Prefetched answers={[await prefetch(listImports, imports.listImports, SHOWN_IMPORTS, ctx, where)]}>
        <div className="flex flex-col gap-4">
          <OrderImport key={ctx.environment} />
          <ImportList days={KEPT_DAYS.imports} />
        </div>
      </Prefetched>
    </PageMessages>
  );
}
