import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotOffered } from "@/components/pick-pack/not-offered";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { hongKongDate } from "@/lib/calendar";
import { countPickPack, listPickPack } from "@/lib/contracts/pickpack";
import { readListQuery } from "@/lib/lists/list-query";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import * as pickPack from "@/server/pick-pack";
import { PickPackList } from "./pick-pack-list";
import { countQueryOf } from "./pick-pack-url";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pickPack"))("title") };
}

type Props = PageProps<"/[environment]/pick-pack">;

/** What the warehouse does for the merchant's orders. A merchant who never had pick-and-pack reads how to get it. */
export default async function PickPackPage({ params, searchParams }: Props) {
  const { ctx, account, where } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("pickPack");
  if (!account.pickPack && (await pickPack.countPickPack(ctx, {})).total === 0)
    return (
      <>
        <PageHeader title={t("title")} />
        <NotOffered part="pickPack" />
      </>
    );

  const view = readListQuery(listPickPack, await searchParams);
  const [providers, counts, rows] = await Promise.all([
    providersFor(ctx),
    prefetch(countPickPack, pickPack.countPickPack, countQueryOf(view.query), ctx, where),
    prefetch(listPickPack, pickPack.listPickPack, view.query, ctx, where),
  ]);
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Prefetched answers={[counts, rows]}>
        <PickPackList
          key={`${ctx.environment} ${account.id}`}
          view={view}
          providers={providers}
          today={hongKongDate(new Date())}
        />
      </Prefetched>
    </>
  );
}
