"use client";

import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck, PackageMinus, PackagePlus, Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Facts, Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { stableCountryName } from "@/lib/addresses/country-names";
import { queryFor } from "@/lib/api-client";
import type { ListMovementsQuery, Product } from "@/lib/contracts/product";
import { formatNumber } from "@/lib/format";
import type { ListView } from "@/lib/lists/list-url";
import { LowStock } from "./low-stock";
import { Movements } from "./movements";
import { PlaceEditor } from "./place-editor";
import { type ProductActions, useProductActions } from "./product-actions";
import { useProductPlace } from "./product-place";

/** One product: its stock, what is known of it, and what moved it. */
export function ProductView({ productId, view }: { productId: string; view: ListView<ListMovementsQuery> }) {
  const t = useTranslations("products");
  const { where } = useWorkspace();
  const place = useProductPlace();
  const router = useRouter();
  const actions = useProductActions({ onGone: () => router.push(place.list) });
  const read = useQuery(queryFor("readProduct", { product_id: productId }, where));
  const product = read.data;
  const back = <TextLink href={place.list}>← {t(place.isWarehouse ? "toStock" : "title")}</TextLink>;
  if (!product)
    return (
      <>
        <PageHeader title={t("pageTitle")} back={back} />
        {read.isPending ? <SkeletonRows /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      </>
    );
  return (
    <>
      <PageHeader
        back={back}
        title={<span className="break-words">{product.name}</span>}
        description={<span className="font-mono break-all">{product.sku}</span>}
        actions={
          place.isWarehouse ? (
            <StaffButtons product={product} actions={actions} />
          ) : (
            <Buttons {...{ product, actions }} />
          )
        }
      />
      {read.isRefetchError ? (
        <StaleNotice className="mb-4 rounded-md" isFetching={read.isFetching} onRetry={() => void read.refetch()} />
      ) : null}
      <div className="flex flex-col gap-4">
        <Stock product={product} />
        <KnownOf product={product} />
        <Movements productId={productId} view={view} />
      </div>
      {actions.dialogs}
    </>
  );
}

function Buttons({ product, actions }: { product: Product; actions: ProductActions }) {
  const t = useTranslations("products.actions");
  const { href, may } = useWorkspace();
  // A role that deletes products also changes them.
  if (!may("deleteProduct")) return null;
  return (
    <>
      <Button onClick={() => actions.ask("remove", product)}>
        <Trash2 aria-hidden="true" />
        {t("delete")}
      </Button>
      <LinkButton href={href(`/products/${product.product_id}/edit`)} variant="primary">
        <Pencil aria-hidden="true" />
        {t("edit")}
      </LinkButton>
    </>
  );
}

function StaffButtons({ product, actions }: { product: Product; actions: ProductActions }) {
  const t = useTranslations("products.actions");
  return (
    <>
      {product.damaged === "0" ? null : (
        <Button size="lg" onClick={() => actions.ask("damaged", product)}>
          <PackageMinus aria-hidden="true" />
          {t("damaged")}
        </Button>
      )}
      <Button size="lg" onClick={() => actions.ask("count", product)}>
        <ClipboardCheck aria-hidden="true" />
        {t("count")}
      </Button>
      <Button size="lg" variant="primary" onClick={() => actions.ask("receive", product)}>
        <PackagePlus aria-hidden="true" />
        {t("receive")}
      </Button>
    </>
  );
}

function Stock({ product }: { product: Product }) {
  const t = useTranslations("products");
  const { isWarehouse } = useProductPlace();
  const isLow = product.is_low_stock === "Y";
  const figures = [
    ["available", product.available],
    ["onHand", product.on_hand],
    ["reserved", product.reserved],
    ["missing", product.missing],
    ["damaged", product.damaged],
  ] as const;
  return (
    <Section title={t("stock.title")}>
      <div className="grid gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <dl className="grid grid-cols-3 gap-4 sm:grid-cols-5">
          {figures.map(([name, units]) => (
            <div key={name}>
              <dt className="text-xs text-muted">{t(`columns.${name}`)}</dt>
              <dd
                className={cn(
                  "text-lg font-semibold tabular-nums",
                  ((name === "available" && isLow) || ((name === "missing" || name === "damaged") && units !== "0")) &&
                    "text-warn",
                )}
              >
                {formatNumber(units)}
              </dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-col items-start gap-2">
          {isLow ? <LowStock mark={product.low_stock_mark} /> : null}
          <p className="text-muted">
            {product.low_stock_mark === null ? t("noMark") : t("lowAt", { mark: formatNumber(product.low_stock_mark) })}
          </p>
          {isWarehouse ? null : <p className="text-xs text-muted">{t("stock.whoChanges")}</p>}
        </div>
      </div>
    </Section>
  );
}

function KnownOf({ product }: { product: Product }) {
  const t = useTranslations("products");
  const language = useLocale();
  const { isWarehouse } = useProductPlace();
  const { length, width, height, battery, unit, unit_value: value } = product;
  const mono = (text: string | null) => (text ? <span className="font-mono text-xs break-all">{text}</span> : null);
  const left: [string, ReactNode][] = [
    [t("fields.sku"), mono(product.sku)],
    [t("fields.bar_code_eid"), mono(product.bar_code_eid)],
    ...(isWarehouse ? [] : [[t("fields.warehouse_location"), product.warehouse_location] as [string, ReactNode]]),
    [t("fields.weight"), product.weight ? t("columns.kg", { weight: product.weight }) : null],
    [
      t("size"),
      length || width || height
        ? t("sizeOf", { length: length ?? "–", width: width ?? "–", height: height ?? "–" })
        : null,
    ],
  ];
  const right: [string, ReactNode][] = [
    [t("fields.hscode"), product.hscode],
    [t("fields.origin"), product.origin ? stableCountryName(product.origin, language) : null],
    [t("fields.battery"), battery ? t(`batteries.${batteryOf(battery)}`) : t("batteries.none")],
    [t("fields.unit_value"), value ? <Money key="value" amount={value} currency={product.currency ?? "HKD"} /> : null],
    [t("fields.unit"), unit ? t(`units.${unit as "PCS"}`) : null],
    [t("changed"), <DateTime key="changed" value={product.update_time} />],
  ];
  const facts = (pairs: [string, ReactNode][]) =>
    pairs.map(([name, shown]) => ({ name, value: shown ?? <span className="text-muted">{t("none")}</span> }));
  return (
    <Section title={t("facts")}>
      {isWarehouse ? (
        <div className="mb-4 max-w-md">
          <PlaceEditor key={product.warehouse_location ?? ""} product={product} />
        </div>
      ) : null}
      <div className="grid gap-x-8 gap-y-1.5 md:grid-cols-2">
        <Facts items={facts(left)} className="content-start" />
        <Facts items={facts(right)} className="content-start" />
      </div>
    </Section>
  );
}

type Battery = `${"chargeable" | "nonchargeable"}-${"inside" | "outside"}`;
const batteryOf = ({ type, location }: { type: string; location: string }) => `${type}-${location}` as Battery;
