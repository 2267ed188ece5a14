import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/page-href";
import * as orders from "@/server/orders";
import { pageContext } from "@/server/page-context";
import { FirstSteps } from "./first-steps";
import { RecentOrders } from "./recent-orders";
import { Todo } from "./todo";
import { warehouseCounts } from "./warehouse-counts";

const RECENT = 8;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("home"))("title") };
}

/** What needs doing today. */
export default async function HomePage({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, account, isStaff } = await pageContext((await params).environment);
  const t = await getTranslations("home");
  const [{ by_status }, recent, warehouse] = await Promise.all([
    orders.countOrders(ctx),
    orders.listOrders(ctx, { limit: String(RECENT), offset: "0", sort: "-create_time" }),
    account.pickPack ? warehouseCounts(ctx) : null,
  ]);
  const href = (path: string) => pageHref(path, ctx.environment, isStaff ? account.id : null);
  const isNew = recent.total === 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          isNew ? null : (
            <LinkButton variant="primary" href={href("/orders/new")}>
              <Plus aria-hidden="true" />
              {t("newOrder")}
            </LinkButton>
          )
        }
      />
      {isNew ? (
        <FirstSteps environment={ctx.environment} href={href} />
      ) : (
        <div className="flex flex-col gap-6">
          <Todo counts={by_status} warehouse={warehouse} href={href} />
          <RecentOrders rows={recent.rows} href={href} />
        </div>
      )}
    </>
  );
}
