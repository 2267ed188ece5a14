import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ImportList } from "@/components/import/import-list";
import { ImportView } from "@/components/import/import-view";
import { listOf } from "@/components/import/kinds";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listImportRows, listImports, readImport, readImportSummary } from "@/lib/contracts/import";
import { type FileKind, MADE_BY } from "@/lib/file-kinds";
import { type RawQuery, readListQuery } from "@/lib/lists/list-query";
import { pageHref } from "@/lib/pages/page-href";
import * as carriers from "@/server/carriers";
import * as imports from "@/server/imports";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import { KEPT_DAYS } from "@/server/retention";
import { NewImport } from "./new-import";

type Params = Promise<{ environment: string }>;
type Search = Promise<RawQuery>;

/** The page of a kind of import: a file is chosen here, or an earlier one gone on with. */
export async function ImportsPage({
  kind,
  params,
  searchParams,
}: {
  kind: FileKind;
  params: Params;
  searchParams: Search;
}) {
  const { ctx, where, may } = await openPage({ part: "dashboard", params });
  const view = readListQuery(listImports, await searchParams);
  const t = await getTranslations(`imports.of.${kind}`);
  const query = { ...view.query, kind };
  return (
    <PageMessages parts={["imports", "documents"]}>
      <PageHeader
        title={t("title")}
        description={t("about")}
        back={
          <TextLink href={pageHref(listOf(kind, ctx.account), ctx.environment, where.accountId)}>
            ← {t("back")}
          </TextLink>
        }
      />
      <Prefetched answers={[await prefetch(listImports, imports.listImports, query, ctx, where)]}>
        <div className="flex flex-col gap-4">
          {may("createImport") && may(MADE_BY[kind]) ? <NewImport key={ctx.environment} kind={kind} /> : null}
          <ImportList kind={kind} view={view} days={KEPT_DAYS.imports} />
        </div>
      </Prefetched>
    </PageMessages>
  );
}

/** The page of one import: its columns, its rows with what is wrong in them, and what became of it. */
export async function ImportPage({
  kind,
  params,
  searchParams,
}: {
  kind: FileKind;
  params: Promise<{ environment: string; importId: string }>;
  searchParams: Search;
}) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const import_id = (await params).importId;
  const id = { import_id };
  const imported = await orNotFound(prefetch(readImport, imports.readImport, id, ctx, where));
  const { status } = imported[1];
  if (imported[1].kind !== kind) notFound();
  const view = readListQuery(listImportRows, await searchParams, { limit: "50" });
  const isShown = status !== "CHECKING" && status !== "RUNNING";
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
    <PageMessages parts={["imports", "documents", "labelBatch", "orderForm", ...(kind === "orders" ? [] : [kind])]}>
      <Prefetched answers={[imported, ...rows]}>
        <ImportView key={import_id} id={import_id} view={view} providers={providers} pointProvider={pointProvider} />
      </Prefetched>
    </PageMessages>
  );
}
