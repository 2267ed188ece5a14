"use client";

import { CircleCheckBig, ClipboardCheck, OctagonX, PackageX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { ApiFailure } from "@/lib/api-client";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { scannedGoods } from "@/lib/warehouse/bench-steps";
import { waitsForCourier } from "../state-badge";
import type { BenchSession } from "./bench-session";
import { LabelPanel } from "./label-panel";
import type { Label } from "./use-label";

/** Says that the order is packed, whether a courier has it, or that it must not be sent. */
export function EndBand({ bench, isDone }: { bench: Bench; isDone: boolean }) {
  const t = useTranslations("warehouse.bench");
  const done = waitsForCourier(bench) ? "done" : "collected";
  const Icon = isDone ? CircleCheckBig : OctagonX;
  return (
    <div
      role={isDone ? "status" : "alert"}
      className={cn(
        "flex min-h-24 items-center gap-4 rounded-lg border-2 px-4 py-3",
        isDone ? "border-ok bg-ok text-surface" : "border-bad bg-bad text-on-bad",
      )}
    >
      <Icon aria-hidden="true" className="size-10 shrink-0 sm:size-12" />
      <div className="min-w-0">
        <p className="text-[1.5rem]/8 font-semibold sm:text-[2rem]/10">
          {isDone ? t(`${done}.title`) : t(bench.warning === "REJECTED" ? "stop.rejected" : "stop.cancelled")}
        </p>
        <p className="text-base sm:text-lg">{t(isDone ? `${done}.more` : "stop.more")}</p>
        {!isDone && bench.cancel_remarks ? (
          <p className="text-base whitespace-pre-line sm:text-lg">{bench.cancel_remarks}</p>
        ) : null}
      </div>
    </div>
  );
}

/** What belongs on the parcels of an order that is packed. */
export function DoneScreen({ bench, label }: { bench: Bench; label: Label }) {
  const t = useTranslations("warehouse.bench.done");
  const { order } = label;
  return (
    <>
      {order?.declared_price ? (
        <p className="rounded-md bg-warn-tint px-4 py-3 text-base text-warn">
          {t.rich("repacked", {
            price: () => <Money amount={order.quote_price} className="font-semibold" />,
            before: () => <Money amount={order.declared_price ?? ""} />,
          })}
        </p>
      ) : null}
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {bench.parcel_list.map(({ parcel }) => (
          <LabelPanel key={parcel} label={label} parcel={parcel} parcels={bench.parcel_list.length} />
        ))}
      </div>
    </>
  );
}

/** What is in the parcels of an order that is packed. */
export function PackedItems({ bench }: { bench: Bench }) {
  const t = useTranslations("warehouse.bench.parcel");
  return bench.parcel_list.map(({ parcel, item_list: items }) => {
    const name = t("items", { parcel });
    return (
      <Section key={parcel} title={name} flush>
        <ul aria-label={name} className="divide-y divide-line">
          {items.map((item) => (
            <li key={item.position} className="flex items-center gap-x-4 px-4 py-2">
              <span className="min-w-0 flex-1">
                <span className="block text-base font-semibold break-words">{item.sku || item.bar_code_eid}</span>
                <span className="block break-words">{item.description}</span>
              </span>
              {BigInt(item.short) > 0n ? (
                <Badge tone="warn" icon={<PackageX aria-hidden="true" />}>
                  {t("short", { short: item.short })}
                </Badge>
              ) : null}
              {/* Of an order that was packed without the bench, nothing is scanned. */}
              <span className="text-lg font-semibold tabular-nums">
                {t("packed", { units: String(BigInt(item.qty) - BigInt(item.short)) })}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    );
  });
}

/** What was packed for an order that was stopped, to be put back. */
export function StopScreen({ bench }: { bench: Bench }) {
  const t = useTranslations("warehouse.bench.stop");
  const goods = scannedGoods(bench);
  return (
    <Section title={t("putBack")}>
      {goods.length === 0 ? <p className="text-base">{t("nothing")}</p> : null}
      <ul aria-label={t("putBack")} className="divide-y divide-line">
        {goods.map(({ parcel, item }) => (
          <li key={`${parcel}/${item.position}`} className="flex flex-wrap items-center gap-x-4 py-2">
            <span className="w-24 font-mono text-lg font-semibold">{item.warehouse_location}</span>
            <span className="min-w-0 flex-1">
              <span className="block text-lg font-semibold">{item.sku || item.bar_code_eid}</span>
              <span className="block text-base">{item.description}</span>
            </span>
            <span className="text-[2rem]/10 font-semibold tabular-nums">{t("units", { units: item.scanned })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The warehouse has not confirmed the order yet: its stock is not reserved. */
export function ConfirmScreen({
  bench,
  session,
  onFailure,
}: {
  bench: Bench;
  session: BenchSession;
  onFailure: (error: unknown) => void;
}) {
  const t = useTranslations("warehouse.bench.confirm");
  const { send, isBusy } = useOperation("confirmPickPack");
  const [missing, setMissing] = useState<readonly string[]>([]);

  async function confirm() {
    setMissing([]);
    try {
      await send({ order_id: bench.order_id });
    } catch (error) {
      const short =
        error instanceof ApiFailure
          ? error.entries.filter(({ code_reason }) => code_reason === "OUT_OF_STOCK").map(({ message }) => message)
          : [];
      setMissing(short);
      if (short.length === 0) onFailure(error);
    } finally {
      await session.sync();
    }
  }

  return (
    <div className="flex flex-col gap-3 rounded-lg border-2 border-warn bg-warn-tint px-4 py-4 text-warn">
      <div className="flex items-center gap-4">
        <ClipboardCheck aria-hidden="true" className="size-10 shrink-0 sm:size-12" />
        <div className="min-w-0">
          <p className="text-[1.5rem]/8 font-semibold sm:text-[2rem]/10">{t("title")}</p>
          <p className="text-base sm:text-lg">{t("means")}</p>
        </div>
      </div>
      <div role="alert">
        {missing.length > 0 ? (
          <>
            <p className="text-base font-semibold">{t("outOfStock")}</p>
            <ul className="list-disc pl-6 text-base">
              {missing.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <Button
        variant="primary"
        className="h-14 self-start px-6 text-base"
        loading={isBusy}
        onClick={() => void confirm()}
      >
        {t("confirm")}
      </Button>
    </div>
  );
}
