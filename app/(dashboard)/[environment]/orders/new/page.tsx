import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listBoxes } from "@/lib/contracts/box";
import { listProviders } from "@/lib/contracts/rate";
import { rateRequestOf } from "@/lib/contracts/rate-request";
import { formatDateTime } from "@/lib/format";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { orderOfDraft, type ShipType } from "@/lib/orders/form-values";
import { pageHref } from "@/lib/pages/page-href";
import * as carriers from "@/server/carriers";
import * as goods from "@/server/goods";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { OrderForm } from "../form/order-form";
import { ShipTypeChoice } from "../form/ship-type-choice";
import { beginOrder, draftOf, latestDraft, likeAnother } from "./begin-order";

type Props = PageProps<"/[environment]/orders/new">;

function shipTypeOf(value: unknown): ShipType | null {
  return value === "local" || value === "intl" ? value : null;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations("orderForm.title");
  return { title: t(shipTypeOf((await searchParams).type) ?? "none") };
}

/** A new order: first its kind, then its form; `?draft=` opens a draft, `?from=` begins with another order. */
export default async function NewOrderPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const asked = await searchParams;
  const t = await getTranslations("orderForm");
  const href = (path: string) => pageHref(path, ctx.environment, where.accountId);
  const found = await draftOf(ctx, asked.draft);
  const draft = found === "gone" ? null : found;
  const like = draft ? null : await likeAnother(ctx, asked.from, asked.as);
  const another = like === "gone" ? null : like;
  const shipType = shipTypeOf(draft?.ship_type) ?? shipTypeOf(another?.values.ship_type) ?? shipTypeOf(asked.type);
  const back = <TextLink href={href("/orders")}>{t("back")}</TextLink>;
  if (!shipType)
    return (
      <>
        <PageHeader title={t("title.none")} back={back} />
        <ShipTypeChoice hrefs={{ local: href("/orders/new?type=local"), intl: href("/orders/new?type=intl") }} />
      </>
    );

  const [providers, boxes] = await Promise.all([
    prefetch(listProviders, carriers.listProviders, { ship_type: shipType }, ctx, where),
    prefetch(listBoxes, orders.listBoxes, ALL_ROWS, ctx, where),
  ]);
  const other = shipType === "local" ? "intl" : "local";
  const usual = (await orders.readDefaults(ctx))[shipType];
  const initial = draft
    ? orderOfDraft(shipType, draft.body)
    : (another?.values ?? beginOrder(shipType, usual, providers[1], asked));
  const unfinished = draft || another ? null : await latestDraft(ctx, shipType);
  const about = another
    ? t(`from.${another.how}`, { order: another.order })
    : t(found === "gone" ? "draft.missing" : like === "gone" ? "from.gone" : "required");
  return (
    <>
      <PageHeader
        title={t(`title.${shipType}`)}
        description={about}
        back={back}
        actions={
          <TextLink href={href(`/orders/new?type=${other}`)}>
            {t(shipType === "local" ? "type.change" : "type.changeLocal")}
          </TextLink>
        }
      />
      {unfinished ? (
        <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 rounded-md bg-hover px-4 py-2">
          <span className="min-w-0 wrap-anywhere">
            {t("unfinished.draft", {
              what:
                [unfinished.recipient_name, unfinished.content].filter(Boolean).join(" · ") || t("unfinished.nameless"),
              time: formatDateTime(unfinished.update_time, ctx.language),
            })}
          </span>
          <TextLink href={href(`/orders/new?type=${shipType}&draft=${unfinished.draft_id}`)}>
            {t("unfinished.open")}
          </TextLink>
          <TextLink href={href("/orders?status=DRAFT")}>{t("unfinished.all")}</TextLink>
        </p>
      ) : null}
      <Prefetched answers={[providers, boxes]}>
        <OrderForm
          key={`${shipType} ${draft?.draft_id ?? ""} ${another ? `${another.how} ${another.order}` : ""}`}
          shipType={shipType}
          initial={initial}
          untouched={draft || another ? null : rateRequestOf(initial)}
          hasProducts={await goods.hasProducts(ctx)}
          opened={draft && { draft_id: draft.draft_id, revision: draft.revision }}
          latest={unfinished?.draft_id ?? null}
          usual={usual}
        />
      </Prefetched>
    </>
  );
}
