"use client";

import { CircleCheck, OctagonX, PackageX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ScanField } from "@/components/scan-field/scan-field";
import { play } from "@/components/scan-field/sounds";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { COMMAND_KEYS } from "@/components/warehouse/bench/bench-actions";
import type { WavePickList } from "@/lib/contracts/pickpack-bench";
import { benchCommandOf } from "@/lib/warehouse/bench-commands";
import { matchScan } from "@/lib/warehouse/scan-match";

type Pick = WavePickList["pick_list"][number];

const PLACES = { here: 1, elsewhere: 2 } as const;

/**
 * Picks by scanner: a place, then the items there. What is wrong is refused as at the bench, and the bench's command for
 * missing items asks how many units of the next item are there; where only one line is left, it asks at once.
 */
export function PickScan({
  picks,
  isPicked,
  onPick,
  onShort,
}: {
  picks: readonly Pick[];
  isPicked: (pick: Pick) => boolean;
  onPick: (pick: Pick) => void;
  /** Asks how many units of a line are at its place. */
  onShort: (pick: Pick) => void;
}) {
  const t = useTranslations("warehouse.waves.scan");
  const [place, setPlace] = useState<string | null>(null);
  const [isShort, setIsShort] = useState(false);
  const [news, setNews] = useState<{ isRefused: boolean; text: string } | null>(null);

  function say(text: string, isRefused = false) {
    play(isRefused ? "refused" : "counted");
    setNews({ text, isRefused });
  }

  function toggleShort() {
    setNews(null);
    const [only, ...others] = place ? picks.filter((pick) => pick.warehouse_location === place && !isPicked(pick)) : [];
    if (!isShort && only && others.length === 0) return onShort(only);
    setIsShort(!isShort);
  }

  function read(code: string) {
    if (benchCommandOf(code) === "short") return toggleShort();
    const at = picks.find(({ warehouse_location: own }) => own?.toUpperCase() === code.toUpperCase());
    if (at?.warehouse_location) {
      setPlace(at.warehouse_location);
      return say(t("at", { place: at.warehouse_location }));
    }
    const targets = picks.map((pick) => ({
      pick,
      parcel: [null, place].includes(pick.warehouse_location) ? PLACES.here : PLACES.elsewhere,
      sku: pick.sku,
      barcode: pick.bar_code_eid,
      // Of an item that is picked, units may still turn out to be missing.
      open: isPicked(pick) && !isShort ? 0n : 1n,
    }));
    const found = matchScan(targets, code, PLACES.here);
    if (found.refusal === "WRONG_ITEM") return say(t("unknown", { code }), true);
    if (found.refusal === "TOO_MANY") return say(t("done", { code }), true);
    const { pick } = found.target ?? {};
    if (!pick) return;
    if (found.refusal)
      return say(t(place ? "elsewhere" : "placeFirst", { place: pick.warehouse_location ?? "" }), true);
    if (isShort) {
      setIsShort(false);
      setNews(null);
      return onShort(pick);
    }
    onPick(pick);
    say(t("picked", { qty: pick.qty, sku: pick.sku }));
  }

  const shown = news ? (
    <p
      className={cn(
        "mt-2 flex items-center gap-3 rounded-lg border-2 px-4 py-3 text-lg font-semibold",
        news.isRefused ? "border-bad bg-bad text-on-bad" : "border-ok bg-ok-tint text-ok",
      )}
    >
      {news.isRefused ? <OctagonX aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
      {news.text}
    </p>
  ) : null;
  // Both regions always exist: a region that appears together with its text is not read out.
  return (
    <div className="border-b border-line px-4 py-3">
      <ScanField
        label={isShort ? t("short") : place ? t("item", { place }) : t("place")}
        keys={{ [COMMAND_KEYS.short]: toggleShort }}
        onCode={read}
        onScanInDialog={() => play("refused")}
        onInputMethod={() => say(t("inputMethod"), true)}
      />
      <Button
        // On small screens each line's own button does the same.
        className="mt-2 h-11 max-sm:hidden aria-pressed:border-warn aria-pressed:bg-warn-tint aria-pressed:text-warn"
        aria-pressed={isShort}
        aria-keyshortcuts={COMMAND_KEYS.short}
        onClick={toggleShort}
      >
        <PackageX aria-hidden="true" />
        {t("shortItem")}
        <span aria-hidden="true">
          <Kbd>{COMMAND_KEYS.short}</Kbd>
        </span>
      </Button>
      <div role="status">{news?.isRefused ? null : shown}</div>
      <div role="alert">{news?.isRefused ? shown : null}</div>
    </div>
  );
}
