"use client";

import {
  CircleCheck,
  type LucideIcon,
  OctagonX,
  PackageCheck,
  PackageX,
  ScanBarcode,
  Undo2,
  WifiOff,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { labelsToScan, unitsToGo } from "@/lib/warehouse/bench-steps";
import type { BenchMessage } from "./bench-message";
import type { BenchState } from "./bench-session";

type Look = { tint: string; icon: LucideIcon; title: string; more?: string; isAlert?: boolean };

const TINTS = {
  quiet: "bg-surface text-text border-line",
  ok: "bg-ok-tint text-ok border-ok",
  done: "bg-ok text-surface border-ok",
  short: "bg-warn-tint text-warn border-warn",
  bad: "bg-bad text-on-bad border-bad",
} as const;

type MessageLabels = ReturnType<typeof useTranslations<"warehouse.bench.news">>;

/** What to do when everything is packed: labels of several parcels are scanned one by one. */
function completeMore(t: MessageLabels, isRepack: boolean, labels: readonly number[]): string {
  if (labels.length > 0) return t("labelsLeft", { parcels: labels.join(", ") });
  return t(isRepack ? "completeRepackMore" : "completeMore");
}

/** `isRepack`: labels come only after the new measures. */
function useLastScanLook(isRepack: boolean, labels: readonly number[]) {
  const t = useTranslations("warehouse.bench.news");
  return (news: BenchMessage, toGo: string): Look => {
    switch (news.kind) {
      case "counted":
        return { tint: TINTS.ok, icon: CircleCheck, title: t("counted", news), more: toGo };
      case "short":
        return { tint: TINTS.short, icon: PackageX, title: t("short", news), more: toGo };
      case "closed":
        return {
          tint: TINTS.done,
          icon: PackageCheck,
          title: t("closed", { parcel: news.parcel }),
          more: t(isRepack ? "closedRepackMore" : "closedMore"),
        };
      case "complete":
        return { tint: TINTS.done, icon: PackageCheck, title: t("complete"), more: completeMore(t, isRepack, labels) };
      case "labelled":
        return {
          tint: TINTS.ok,
          icon: PackageCheck,
          title: t("labelled", { parcel: news.parcel }),
          more: news.left.length > 0 ? t("labelsLeft", { parcels: news.left.join(", ") }) : t("labelsDone"),
        };
      case "undone":
        return { tint: TINTS.short, icon: Undo2, title: t("undone", { item: news.item }), more: toGo };
      case "reopened":
        return { tint: TINTS.short, icon: Undo2, title: t("reopened", { parcel: news.parcel }), more: toGo };
      case "chosen":
        return { tint: TINTS.ok, icon: ScanBarcode, title: t("chosen", { parcel: news.parcel }), more: toGo };
      case "refused":
        return {
          tint: TINTS.bad,
          icon: OctagonX,
          title: t(`refused.${news.result}`),
          more: t(`refusedMore.${news.result}`, { code: news.code, parcel: news.parcel ?? 0 }),
          isAlert: true,
        };
      case "takenBack":
        return { tint: TINTS.bad, icon: OctagonX, title: t("takenBack"), more: news.text, isAlert: true };
      case "failed":
        return { tint: TINTS.bad, icon: OctagonX, title: t("failed"), more: news.text, isAlert: true };
      case "problem":
        return {
          tint: TINTS.bad,
          icon: OctagonX,
          title: t(`problem.${news.problem}`),
          more: t(`problemMore.${news.problem}`),
          isAlert: true,
        };
    }
  };
}

/** The state of the bench in colour, sign and words, readable from a distance; refusals are read out at once. */
export function StateBand({ state }: { state: BenchState }) {
  const t = useTranslations("warehouse.bench");
  const tNews = useTranslations("warehouse.bench.news");
  const { bench, news, isShort, parcel } = state;
  const isRepack = bench.is_require_repack === "Y";
  const labels = labelsToScan(bench);
  const newsLook = useLastScanLook(isRepack, labels);
  const units = unitsToGo(bench);
  const toGo =
    parcel === null ? t("news.noneToGo") : t("news.toGo", { parcel, parcels: bench.parcel_list.length, units });
  const idle: Look =
    units === 0
      ? {
          tint: TINTS.done,
          icon: PackageCheck,
          title: t("news.complete"),
          more: completeMore(tNews, isRepack, labels),
        }
      : { tint: TINTS.quiet, icon: ScanBarcode, title: t("news.scan"), more: toGo };
  const shortLook: Look = {
    tint: TINTS.short,
    icon: PackageX,
    title: t("news.shortMode"),
    more: t("news.shortModeMore"),
  };
  const isPacking = bench.status === "PICKPACK_CONFIRMED";
  const look = news ? newsLook(news.what, toGo) : isShort ? shortLook : isPacking ? idle : null;
  const at = news ? `news ${news.number}` : `${isShort} ${units === 0}`;
  return <Band look={look} at={at} isShort={isShort && news !== null} />;
}

function Band({ look, at, isShort }: { look: Look | null; at: string; isShort: boolean }) {
  const t = useTranslations("warehouse.bench");
  const shown = look ? (
    <div
      key={at}
      className={cn("flex min-h-24 animate-appear items-center gap-4 rounded-lg border-2 px-4 py-3", look.tint)}
    >
      <look.icon aria-hidden="true" className="size-10 shrink-0 sm:size-12" />
      <div className="min-w-0">
        <p className="text-[1.5rem]/8 font-semibold sm:text-[2rem]/10">{look.title}</p>
        {look.more ? <p className="text-base sm:text-lg">{look.more}</p> : null}
        {isShort ? <p className="text-base font-semibold">{t("news.shortMode")}</p> : null}
      </div>
    </div>
  ) : null;
  // Both regions always exist: a region that appears together with its text is not read out.
  return (
    <>
      <div role="status">{look?.isAlert ? null : shown}</div>
      <div role="alert">{look?.isAlert ? shown : null}</div>
    </>
  );
}

/** Says that there is no connection, and that nothing is lost. */
export function ConnectionBand({ state: { isWaiting, unsent } }: { state: BenchState }) {
  const t = useTranslations("warehouse.bench");
  return (
    <div role="status">
      {isWaiting ? (
        <p className="flex items-center gap-3 rounded-lg border-2 border-warn bg-warn-tint px-4 py-2 text-base font-semibold text-warn">
          <WifiOff aria-hidden="true" className="size-6 shrink-0" />
          {t("offline", { count: unsent.size })}
        </p>
      ) : null}
    </div>
  );
}
