import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotOffered } from "@/components/pick-pack/not-offered";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { keyOf, queryFor } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import { countPickPack, listPickPack } from "@/lib/contracts/pickpack";
import { readListQuery } from "@/lib/list-query";
import { paginationOf } from "@/lib/pagination";
import { providersFor } from "@/server/page-providers";
import * as pickPack from "@/server/pick-pack";
import { ordersContext } from "../orders/page-parts";
import { PickPackList } from "./pick-pack-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pickPack"))("title") };
}

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** What the warehouse does for the merchant's orders. Who has no pick-and-pack, and never had, reads how to get it. */
export default async function PickPackPage({ params, searchParams }: Props) {
  const { ctx, account, isStaff } = await ordersContext(params);
  const t = await getTranslations("pickPack");
  const counts = await pickPack.countPickPack(ctx);
  if (!account.pickPack && counts.total === 0)
    return (
      <>
        <PageHeader title={t("title")} />
        <NotOffered part="pickPack" />
      </>
    );

  const { query, wrong } = readListQuery(listPickPack, await searchParams);
  const where = { environment: ctx.environment, accountId: isStaff ? account.id : null };
  const [providers, { rows, total }] = await Promise.all([providersFor(ctx), pickPack.listPickPack(ctx, query)]);
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Prefetched
        answers={[
          [[...keyOf(countPickPack, where), {}], counts],
          [queryFor(listPickPack, query, where).queryKey, { data: rows, pagination: paginationOf(total, query) }],
        ]}
      >
        <PickPackList
          key={`${ctx.environment} ${account.id}`}
          query={query}
          isWrong={wrong.length > 0}
          providers={providers}
          today={hongKongDate(new Date())}
        />
      </Prefetched>
    </>
  );
}
