import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { queryFor } from "@/lib/api-client";
import { draftId } from "@/lib/contracts/draft";
import { listProviders } from "@/lib/contracts/rate";
import { rateRequestOf } from "@/lib/contracts/rate-request";
import { ApiError } from "@/lib/errors";
import { emptyOrder, type ShipType } from "@/lib/order-form-values";
import { pageHref } from "@/lib/page-href";
import * as carriers from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import * as orders from "@/server/orders";
import { hasProducts, ordersContext } from "../page-parts";
import { OrderForm } from "./order-form-loader";
import { ShipTypeChoice } from "./ship-type-choice";

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

function shipTypeOf(value: unknown): ShipType | null {
  return value === "local" || value === "intl" ? value : null;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations("orderForm.title");
  return { title: t(shipTypeOf((await searchParams).type) ?? "none") };
}

async function draftOf(ctx: AccountContext, id: string | string[] | undefined) {
  if (typeof id !== "string" || id === "") return null;
  const named = draftId.safeParse({ draft_id: id });
  if (!named.success) return "gone";
  try {
    return await orders.readDraft(ctx, named.data);
  } catch (error) {
    if (error instanceof ApiError && error.reason === "NOT_FOUND") return "gone";
    throw error;
  }
}

/** A new order: what kind first, then its form; `?draft=` opens saved work. */
export default async function NewOrderPage({ params, searchParams }: Props) {
  const { ctx, account, isStaff } = await ordersContext(params);
  const { type, draft: draftId } = await searchParams;
  const t = await getTranslations("orderForm");
  const accountId = isStaff ? account.id : null;
  const href = (path: string) => pageHref(path, ctx.environment, accountId);
  const found = await draftOf(ctx, draftId);
  const draft = found === "gone" ? null : found;
  const shipType = shipTypeOf(draft?.ship_type) ?? shipTypeOf(type);
  const back = <TextLink href={href("/orders")}>{t("back")}</TextLink>;
  if (!shipType)
    return (
      <>
        <PageHeader title={t("title.none")} back={back} />
        <ShipTypeChoice hrefs={{ local: href("/orders/new?type=local"), intl: href("/orders/new?type=intl") }} />
      </>
    );

  const query = { ship_type: shipType };
  const key = queryFor(listProviders, query, { environment: ctx.environment, accountId }).queryKey;
  const other = shipType === "local" ? "intl" : "local";
  return (
    <>
      <PageHeader
        title={t(`title.${shipType}`)}
        description={found === "gone" ? t("draft.missing") : t("required")}
        back={back}
        actions={
          <TextLink href={href(`/orders/new?type=${other}`)}>
            {t(shipType === "local" ? "type.change" : "type.changeLocal")}
          </TextLink>
        }
      />
      <Prefetched answers={[[key, await carriers.listProviders(ctx, query)]]}>
        <OrderForm
          key={`${shipType} ${draft?.draft_id ?? ""}`}
          shipType={shipType}
          untouched={rateRequestOf(emptyOrder(shipType))}
          hasProducts={await hasProducts(ctx, account.pickPack)}
          draft={draft ? { id: draft.draft_id, body: draft.body } : null}
        />
      </Prefetched>
    </>
  );
}
