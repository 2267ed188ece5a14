"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Command } from "cmdk";
import { PackageMinus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { queryFor } from "@/lib/api-client";
import type { Product } from "@/lib/contracts/product";
import { useWorkspace } from "../environment";
import { Badge } from "../ui/badge";
import { ErrorState } from "../ui/error-state";
import { useFailureToast } from "../ui/failure-toast";
import { SkeletonRows } from "../ui/skeleton";
import { Spinner } from "../ui/spinner";
import { useLater } from "../ui/use-later";
import { codeOf, productOfCode } from "./product-lines";
import type { Basket } from "./product-picker-basket";

// One page of the API; a narrower search finds the rest.
const SHOWN = "100";
const PAUSE_MS = 200;
const FRESH_MS = 30_000;

/** The products that match what is typed; Enter takes the marked one, or at once the one whose whole code was typed. */
export function ProductPickerSearch({
  basket,
  isStocked,
  onChoose,
}: {
  basket: Basket;
  /** Whether the warehouse keeps them. */
  isStocked: boolean;
  onChoose: (product: Product) => void;
}) {
  const t = useTranslations("orderForm.products");
  const { where } = useWorkspace();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");
  const [active, setActive] = useState("");
  // A person who moved through the list means the marked product.
  const hasMoved = useRef(false);
  // Lines are added in the order of the scans, whichever is answered first.
  const answered = useRef<Promise<unknown>>(Promise.resolve());
  const queryOf = (q: string) => ({
    ...queryFor("listProducts", { q, limit: SHOWN }, where),
    staleTime: FRESH_MS,
  });
  const q = useLater(codeOf(typed), PAUSE_MS);
  const list = useQuery({ ...queryOf(q), placeholderData: keepPreviousData });
  const products = list.data?.data ?? [];
  // The first product of the shown list is marked, unless the arrows moved the mark.
  const marked = products.find(({ product_id }) => product_id === active) ?? products[0];
  const total = list.data?.pagination.total ?? 0;

  function choose(product: Product) {
    const before = basket.find((each) => each.product.product_id === product.product_id)?.qty ?? "0";
    setSaid(t("chosenNow", { name: product.name, count: String(Number(before) + 1) }));
    onChoose(product);
  }

  function type(text: string) {
    hasMoved.current = false;
    setActive("");
    setTyped(text);
    setSaid("");
  }

  /** Takes what a scanner typed: it is faster than the list, and its next code may come before the answer. */
  async function take(code: string) {
    setTyped("");
    const before = answered.current;
    const asked = client.fetchQuery(queryOf(code));
    answered.current = Promise.allSettled([before, asked]);
    await before;
    try {
      const { data } = await asked;
      const product = productOfCode(data, code);
      if (product) return choose(product);
      setSaid(t("unknown", { code }));
    } catch (error) {
      showFailure(error);
    }
    setTyped((now) => now || code);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") hasMoved.current = true;
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const code = codeOf(typed);
    const isShown = q === code && list.isSuccess && !list.isPlaceholderData;
    if (code === "" || hasMoved.current || (isShown && !productOfCode(products, code))) return;
    event.preventDefault();
    void take(code);
  }

  return (
    <Command
      shouldFilter={false}
      label={t("search")}
      value={marked?.product_id ?? ""}
      onValueChange={setActive}
      className="flex min-h-48 flex-1 flex-col gap-2"
    >
      <span className="flex h-9 shrink-0 items-center gap-2 rounded-md border border-control bg-surface px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <Command.Input
          aria-label={t("search")}
          placeholder={t("search")}
          value={typed}
          onValueChange={type}
          onKeyDown={onKeyDown}
          className="h-full w-full min-w-0 bg-transparent outline-none placeholder:text-muted"
        />
        {list.isFetching ? <Spinner className="text-muted" /> : null}
      </span>
      <p role="status" className="min-h-4 text-xs text-muted">
        {said || (list.data ? t("found", { count: total }) : "")}
        {!said && total > products.length ? ` · ${t("more", { shown: products.length })}` : ""}
      </p>
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data ? (
        <Command.List
          label={t("list")}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain rounded-md border border-line"
        >
          {products.length === 0 ? (
            <p className="px-3 py-8 text-center text-muted">{q === "" ? t("empty") : t("none")}</p>
          ) : null}
          {products.map((product) => (
            <ProductOption
              key={product.product_id}
              product={product}
              qty={basket.find((each) => each.product.product_id === product.product_id)?.qty ?? null}
              isStocked={isStocked}
              onChoose={choose}
            />
          ))}
        </Command.List>
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Command>
  );
}

function ProductOption({
  product,
  qty,
  isStocked,
  onChoose,
}: {
  product: Product;
  /** How many are chosen; null: none. */
  qty: string | null;
  isStocked: boolean;
  onChoose: (product: Product) => void;
}) {
  const t = useTranslations("orderForm.products");
  return (
    <Command.Item
      value={product.product_id}
      onSelect={() => onChoose(product)}
      className="flex min-h-10 cursor-default items-center gap-3 border-b border-line px-3 py-1.5 select-none last:border-b-0 aria-selected:bg-hover"
    >
      <div className="min-w-0 flex-1">
        <p className="truncate">{product.name}</p>
        <p className="truncate font-mono text-xs text-muted">
          {[product.sku, product.bar_code_eid].filter(Boolean).join(" · ")}
        </p>
      </div>
      {isStocked ? (
        <div className="flex shrink-0 flex-col items-end gap-0.5 text-xs">
          <span className="tabular-nums">{t("available", { count: product.available })}</span>
          {product.is_low_stock === "Y" ? (
            <Badge tone="warn" icon={<PackageMinus aria-hidden="true" />}>
              {t("low")}
            </Badge>
          ) : null}
        </div>
      ) : null}
      <span className="w-14 shrink-0 text-right font-semibold whitespace-nowrap tabular-nums">
        {qty === null ? "" : `× ${qty}`}
      </span>
    </Command.Item>
  );
}
