import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { queryFor } from "@/lib/api-client";
import { listProviders } from "@/lib/contracts/rate";
import { pageHref } from "@/lib/page-href";
import * as carriers from "@/server/carriers";
import { hasProducts, ordersContext } from "../../page-parts";
import { recordOf } from "../record";
import { EditForm } from "./edit-form-loader";
import { NotEditable } from "./not-editable";

type Props = { params: Promise<{ environment: string; orderId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("orderForm.edit"))("title", { order: (await params).orderId }) };
}

/** A saved order in the form that made it, until it is confirmed. */
export default async function EditOrderPage({ params }: Props) {
  const { orderId } = await params;
  const { ctx, account, isStaff } = await ordersContext(params);
  const record = await recordOf(ctx, orderId);
  const t = await getTranslations("orderForm");
  const accountId = isStaff ? account.id : null;
  const back = pageHref(`/orders/${record.order_id}`, ctx.environment, accountId);
  const query = { ship_type: record.ship_type };
  const key = queryFor(listProviders, query, { environment: ctx.environment, accountId }).queryKey;
  const isEditable = record.available_actions.includes("update");
  return (
    <>
      <PageHeader
        title={t("edit.title", { order: record.order_id })}
        description={isEditable ? t("required") : undefined}
        back={<TextLink href={back}>← {t("edit.back")}</TextLink>}
      />
      {isEditable ? (
        <Prefetched answers={[[key, await carriers.listProviders(ctx, query)]]}>
          <EditForm key={record.order_id} order={record} hasProducts={await hasProducts(ctx, account.pickPack)} />
        </Prefetched>
      ) : (
        <NotEditable order={record} isLost={false} />
      )}
    </>
  );
}
