"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Check, Search } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { DISTRICTS } from "@/lib/addresses/districts";
import { queryFor } from "@/lib/api-client";
import { decimal } from "@/lib/decimal";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { useWorkspace } from "../environment";
import { cn } from "../ui/cn";
import { Dialog, DialogContent } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { Field } from "../ui/field";
import { NativeSelect } from "../ui/native-select";
import { SkeletonRows } from "../ui/skeleton";
import { Spinner } from "../ui/spinner";
import { useLater } from "../ui/use-later";
import { useMarked } from "../ui/use-marked";
import type { PickupPoint } from "./pickup-points";

const TYPES = ["LOCKER", "STORE", "SHOP"] as const;
// One page of the API; a narrower search finds the rest.
const SHOWN = 100;
const PAUSE_MS = 250;

const isSame = (one: PickupPoint, other: PickupPoint) => one.delivery_code === other.delivery_code;

type Filters = { district: string; type: (typeof TYPES)[number] | "all" };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  provider: string;
  chosen: string | null;
  heaviest: string | null;
  onChoose: (point: PickupPoint) => void;
};

/** The finder of pickup points: district, type and words; ↑ and ↓ go through the list, Enter chooses. */
export function PickupPointDialog({ open, onOpenChange, ...rest }: Props) {
  const t = useTranslations("orderForm.point");
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("title")} size="lg" bodyClassName="flex flex-col gap-3 sm:h-[36rem]">
        <Finder {...rest} />
      </DialogContent>
    </Dialog>
  );
}

function Finder({ provider, chosen, heaviest, onChoose }: Omit<Props, "open" | "onOpenChange">) {
  const t = useTranslations("orderForm.point");
  const { where } = useWorkspace();
  const [{ district, type }, setFilters] = useState<Filters>({ district: "all", type: "all" });
  const [typed, setTyped] = useState("");
  const q = useLater(typed.trim(), PAUSE_MS);
  const query = {
    shipping_provider: provider,
    q,
    district: district === "all" ? "" : district,
    limit: String(SHOWN),
  };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryFor("listPickupPoints", query, where),
    placeholderData: keepPreviousData,
  });
  const used = useUsedPoints(provider);
  const isSearched = typed.trim() !== "" || district !== "all" || type !== "all";
  const offered = isSearched ? [] : used;
  const found = (data?.data ?? []).filter((point) => type === "all" || point.point_type === type);
  const points = [...offered, ...found.filter((point) => !offered.some((each) => isSame(each, point)))];
  const choose = (code: string) => {
    const point = points.find(({ delivery_code }) => delivery_code === code);
    if (point) onChoose(point);
  };
  const marking = useMarked({
    ids: points.filter((point) => refusalOf(point, heaviest) === null).map(({ delivery_code }) => delivery_code),
    typed,
    isAnswer: q === typed.trim() && data !== undefined && !isPlaceholderData,
    onChoose: choose,
  });

  return (
    <Command shouldFilter={false} label={t("search")} {...marking} className="flex min-h-0 flex-1 flex-col gap-3">
      <PointFilters district={district} type={type} onChange={setFilters} />
      <div className="flex flex-col gap-1">
        <span aria-hidden="true" className="font-semibold">
          {t("search")}
        </span>
        <span className="flex h-9 items-center gap-2 rounded-md border border-control bg-surface px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-accent">
          <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <Command.Input
            autoFocus
            aria-label={t("search")}
            value={typed}
            onValueChange={setTyped}
            className="h-full w-full min-w-0 bg-transparent outline-none"
          />
          {isFetching ? <Spinner className="text-muted" /> : null}
        </span>
      </div>
      <p role="status" className="text-xs text-muted">
        {data ? t("found", { count: points.length }) : ""}
        {data && data.pagination.total > SHOWN ? ` · ${t("more", { shown: SHOWN, total: data.pagination.total })}` : ""}
      </p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Command.List
          label={t("list")}
          className="max-h-[50dvh] min-h-0 flex-1 overflow-y-auto overscroll-contain rounded-md border border-line sm:max-h-none"
        >
          {points.length === 0 ? <p className="px-3 py-8 text-center text-muted">{t("none")}</p> : null}
          {points.map((point) => (
            <Row
              key={point.delivery_code}
              point={point}
              isChosen={point.delivery_code === chosen}
              isUsed={offered.includes(point)}
              heaviest={heaviest}
              onChoose={choose}
            />
          ))}
        </Command.List>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Command>
  );
}

function PointFilters({ district, type, onChange }: Filters & { onChange: (filters: Filters) => void }) {
  const t = useTranslations("orderForm.point");
  const isEnglish = useLocale() === "en";
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t("district")}>
        <NativeSelect
          value={district}
          onValueChange={(value) => onChange({ district: value, type })}
          options={[
            { value: "all", label: t("allDistricts") },
            ...DISTRICTS.map(([english, chinese]) => ({ value: english, label: isEnglish ? english : chinese })),
          ]}
        />
      </Field>
      <Field label={t("type")}>
        <NativeSelect
          value={type}
          onValueChange={(value) => onChange({ district, type: value })}
          options={[
            { value: "all" as const, label: t("allTypes") },
            ...TYPES.map((each) => ({ value: each, label: t(`types.${each}`) })),
          ]}
        />
      </Field>
    </div>
  );
}

/** Why a parcel of this weight cannot go to the point; null: it can. */
function refusalOf(
  point: PickupPoint,
  heaviest: string | null,
): Exclude<PickupPoint["status"], "ACTIVE"> | "tooHeavy" | null {
  if (point.status !== "ACTIVE") return point.status;
  return heaviest !== null && decimal(heaviest).gt(point.max_weight) ? "tooHeavy" : null;
}

function Row({
  point,
  isChosen,
  isUsed,
  heaviest,
  onChoose,
}: {
  point: PickupPoint;
  isChosen: boolean;
  /** A saved recipient has it. */
  isUsed: boolean;
  heaviest: string | null;
  onChoose: (code: string) => void;
}) {
  const t = useTranslations("orderForm.point");
  const isEnglish = useLocale() === "en";
  const refusal = refusalOf(point, heaviest);
  const reason =
    refusal === null
      ? null
      : refusal === "tooHeavy"
        ? t("tooHeavy", { weight: heaviest ?? "" })
        : t(`status.${refusal}`);
  return (
    <Command.Item
      value={point.delivery_code}
      {...(reason ? { disabled: true } : {})}
      onSelect={onChoose}
      className={cn(
        "flex cursor-default items-start gap-3 border-b border-line px-3 py-2 select-none last:border-b-0 aria-selected:bg-hover",
        reason && "text-muted",
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{isEnglish ? point.name_en : point.name_zh}</p>
        <p className={cn(!reason && "text-text")}>{isEnglish ? point.address_en : point.address_zh}</p>
        <p className="text-xs text-muted">
          {t("hours", { hours: point.opening_hours })} · {t("maxWeight", { weight: point.max_weight })}
        </p>
        {reason ? <p className="text-xs text-warn">{reason}</p> : null}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 text-xs text-muted">
        {isUsed ? <span className="font-semibold text-accent">{t("usedBefore")}</span> : null}
        <span>{t(`types.${point.point_type}`)}</span>
        <span className="font-mono">{point.delivery_code}</span>
        {isChosen ? <Check aria-hidden="true" className="size-4 text-accent" /> : null}
      </div>
    </Command.Item>
  );
}

/** How many points are offered before a search, and how many are looked up for them: some are another carrier's. */
const OFFERED = 3;
const LOOKED_UP = 6;
const FRESH_MS = 300_000;

/** The pickup points of saved recipients, the one that was used last first. */
function useUsedPoints(provider: string): PickupPoint[] {
  const { where, may } = useWorkspace();
  const book = useQuery({
    ...queryFor("listAddresses", { kind: "recipient", limit: "100" }, where),
    enabled: may("listAddresses"),
    staleTime: FRESH_MS,
  });
  const codes = (book.data?.data ?? []).map(({ party }) =>
    "address" in party && typeof party.address === "string" ? splitDeliveryCode(party.address).deliveryCode : null,
  );
  const known = [...new Set(codes.filter((code) => code !== null))].slice(0, LOOKED_UP);
  const found = useQueries({
    queries: known.map((code) => ({
      ...queryFor("listPickupPoints", { shipping_provider: provider, q: code }, where),
      staleTime: FRESH_MS,
    })),
  });
  // All at once: what comes later would move what is above it.
  if (found.some(({ isPending }) => isPending)) return [];
  return known
    .flatMap((code, index) => found[index]?.data?.data.find((point) => point.delivery_code === code) ?? [])
    .slice(0, OFFERED);
}
