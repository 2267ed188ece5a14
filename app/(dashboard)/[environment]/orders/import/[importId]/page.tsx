import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportView } from "@/components/import/import-view";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { listImportRows, readImport, readImportSummary } from "@/lib/contracts/import";
import { readListQuery } from "@/lib/lists/list-query";
import * as carriers from "@/server/carriers";
import * as imports from "@/server/imports";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports"))("title") };
}

/** One import: its columns, its rows with what is wrong in them, and what became of its orders. */
export default async function ImportPage({
  params,
  searchParams,
}: PageProps<"/[environment]/orders/import/[importId]">) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const import_id = (await params).importId;
  const id = { import_id };
  const imported = await orNotFound(prefetch(readImport, imports.readImport, id, ctx, where));
  const view = readListQuery(listImportRows, await searchParams, { limit: "50" });
  const isShown = imported[1].status !== "CHECKING" && imported[1].status !== "RUNNING";
  const [providers, points, ...rows] = await Promise.all([
    providersFor(ctx),
    carriers.listProviders(ctx, { ship_type: "local" }),
    ...(isShown
      ? [
          prefetch(listImportRows, imports.listImportRows, { ...view.query, ...id }, ctx, where),
          prefetch(readImportSummary, imports.readImportSummary, id, ctx, where),
        ]
      : []),
  ]);
  const pointProvider = points.find(({ services }) => services.supports_pickup_point)?.code ?? null;
  return (
    <PageMessages parts={["imports", "documents", "labelBatch", "orderForm"]}>
      <Prefetched answers={[imported, ...rows]}>
        <ImportView key={import_id} id={import_id} view={view} providers={providers} pointProvider={pointProvider} />
      </Prefetched>
    </PageMessages>
  );
}
