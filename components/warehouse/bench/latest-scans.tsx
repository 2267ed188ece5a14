"use client";

import { CloudOff, PackageX, ScanBarcode, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Section } from "@/components/ui/section";
import type { Bench } from "@/lib/contracts/pickpack-bench";

const SHOWN = 10;

/** The latest scans; each can be taken back. */
export function LatestScans({
  bench,
  unsent,
  onUndo,
}: {
  bench: Bench;
  unsent: ReadonlySet<string>;
  onUndo: (scanId: string) => void;
}) {
  const t = useTranslations("warehouse.bench.scans");
  const items = new Map(
    bench.parcel_list.flatMap(({ parcel, item_list }) =>
      item_list.map((item) => [`${parcel}/${item.position}`, item.sku || item.bar_code_eid]),
    ),
  );
  const scans = bench.scan_list.slice(0, SHOWN);
  return (
    <Section title={t("title")}>
      {scans.length === 0 ? <p className="text-muted">{t("none")}</p> : null}
      <ol aria-label={t("title")} className="flex flex-col divide-y divide-line">
        {scans.map((scan) => {
          const item = items.get(`${scan.parcel}/${scan.position}`) ?? "";
          const Icon = scan.kind === "SHORT" ? PackageX : ScanBarcode;
          return (
            <li key={scan.scan_id} className="flex items-center gap-3 py-1.5">
              <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="truncate text-base font-semibold">
                  {scan.kind === "SHORT" ? t("short", { item, units: scan.qty }) : item}
                </p>
                <p className="text-xs text-muted">
                  {t("into", { parcel: scan.parcel, who: scan.by })} <DateTime value={scan.time} />
                </p>
                {scan.remarks ? <p className="text-xs break-words text-muted">{scan.remarks}</p> : null}
              </div>
              {unsent.has(scan.scan_id) ? (
                <span className="flex shrink-0 items-center gap-1 text-xs text-warn">
                  <CloudOff aria-hidden="true" className="size-4" />
                  {t("unsent")}
                </span>
              ) : null}
              <Button
                size="icon"
                className="size-11"
                aria-label={t("undo", { item })}
                title={t("undo", { item })}
                onClick={() => onUndo(scan.scan_id)}
              >
                <Undo2 aria-hidden="true" />
              </Button>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
