import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listBoxes } from "@/lib/contracts/box";
import { listProviders } from "@/lib/contracts/rate";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { pageHref } from "@/lib/pages/page-href";
import * as carriers from "@/server/carriers";
import * as goods from "@/server/goods";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { recordOf } from "../../../order-record";
import { EditForm } from "./edit-form";
import { NotEditable } from "./not-editable";

type Props = PageProps<"/[environment]/orders/[orderId]/edit">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("orderForm.edit"))("title", { order: (await params).orderId }) };
}

/** A saved order in the order form; it can be changed until it is confirmed. */
export default async function EditOrderPage({ params }: Props) {
  const { orderId } = await params;
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const record = await recordOf(ctx, orderId);
  const t = await getTranslations("orderForm");
  const back = pageHref(`/orders/${record.order_id}`, ctx.environment, where.accountId);
  const query = { ship_type: record.ship_type };
  const isEditable = record.available_actions.includes("update");
  return (
    <>
      <PageHeader
        title={t("edit.title", { order: record.order_id })}
        description={isEditable ? t("required") : undefined}
        back={<TextLink href={back}>← {t("edit.back")}</TextLink>}
      />
      {isEditable ? (
        <Prefetched
          answers={
            await Promise.all([
              prefetch(listProviders, carriers.listProviders, query, ctx, where),
              prefetch(listBoxes, orders.listBoxes, ALL_ROWS, ctx, where),
            ])
          }
        >
          <EditForm key={record.order_id} order={record} hasProducts={await goods.hasProducts(ctx)} />
        </Prefetched>
      ) : (
        <NotEditable order={record} isLost={false} />
      )}
    </>
  );
}
