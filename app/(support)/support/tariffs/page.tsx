import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { listTariffs, type TariffSummary } from "@/lib/contracts/tariff";
import { readListQuery } from "@/lib/lists/list-query";
import { SHEET_KINDS } from "@/lib/tariff-sheets";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { providersFor } from "@/server/pages/providers";
import * as tariffs from "@/server/tariffs";
import { AllSheets, type InForce, InForceRows, SheetRows } from "./sheet-lists";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tariffs"))("title") };
}

const WHOLE = { limit: "100", offset: "0" } as const;

/** What holds today and next for each service and kind. */
function inForce(
  providers: readonly string[],
  now: readonly TariffSummary[],
  next: readonly TariffSummary[],
): InForce[] {
  const others = SHEET_KINDS.filter((kind) => kind !== "TARIFF").map((kind) => ({ kind, provider: null }));
  return [...providers.map((provider) => ({ kind: "TARIFF" as const, provider })), ...others].map((each) => {
    const isOf = ({ kind, provider }: TariffSummary) => kind === each.kind && provider === each.provider;
    return {
      ...each,
      key: each.provider ?? each.kind,
      now: now.find(isOf) ?? null,
      // Those that begin last come first.
      next: next.findLast(isOf) ?? null,
    };
  });
}

/** What waits for approval, what holds today and next, and all sheets so far. */
export default async function TariffsPage({ searchParams }: PageProps<"/support/tariffs">) {
  const { ctx } = await openPage({ part: "support", shows: "listTariffs" });
  // Testing follows the same sheets.
  if (ctx.environment !== "production") redirect("/support/tariffs");
  const t = await getTranslations("tariffs");
  const view = readListQuery(listTariffs, await searchParams);
  const providers = await providersFor(ctx);
  const services = Object.fromEntries(providers.map(({ code, name }) => [code, name]));
  const [waiting, now, next, all] = [
    await tariffs.listTariffs(ctx, { state: "PROPOSED", ...WHOLE }),
    await tariffs.listTariffs(ctx, { force: "NOW", ...WHOLE }),
    await tariffs.listTariffs(ctx, { force: "NEXT", ...WHOLE }),
    await prefetch(listTariffs, tariffs.listTariffs, view.query, ctx, {
      environment: ctx.environment,
      accountId: null,
    }),
  ];
  const codes = providers.map(({ code }) => code);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <div className="flex flex-col gap-6">
        {waiting.rows.length > 0 ? (
          <Section flush title={t("waiting")}>
            <SheetRows label={t("waiting")} rows={waiting.rows} services={services} isAside />
          </Section>
        ) : null}
        <Section flush title={t("now")}>
          <InForceRows rows={inForce(codes, now.rows, next.rows)} services={services} />
        </Section>
        <Prefetched answers={[all]}>
          <AllSheets view={view} services={services} />
        </Prefetched>
      </div>
    </>
  );
}
