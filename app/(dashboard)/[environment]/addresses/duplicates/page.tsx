import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listDuplicateAddresses } from "@/lib/contracts/address";
import { readListQuery } from "@/lib/lists/list-query";
import { pageHref } from "@/lib/pages/page-href";
import * as addresses from "@/server/addresses";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { DuplicateList } from "./duplicate-list";

type Props = PageProps<"/[environment]/addresses/duplicates">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("addresses.duplicates"))("title") };
}

/** Addresses that are probably one, to be merged. */
export default async function DuplicatesPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("addresses");
  const view = readListQuery(listDuplicateAddresses, await searchParams);
  const query = { ...view.query, kind: view.query.kind ?? "recipient" };
  const answer = await prefetch(listDuplicateAddresses, addresses.listDuplicateAddresses, query, ctx, where);
  const list = pageHref(`/addresses?kind=${query.kind}`, ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader
        title={t("duplicates.title")}
        description={t("duplicates.about")}
        back={<TextLink href={list}>← {t("title")}</TextLink>}
      />
      <Prefetched answers={[answer]}>
        <DuplicateList key={`${ctx.environment} ${query.kind}`} view={{ ...view, query }} />
      </Prefetched>
    </>
  );
}
