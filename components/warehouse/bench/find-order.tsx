"use client";

import { CloudOff, FileText, OctagonX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { fetchFile } from "@/components/documents/pdf-file";
import { Preview } from "@/components/documents/preview";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { useFailureMessage } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Spinner } from "@/components/ui/spinner";
import { ApiFailure, call } from "@/lib/api-client";
import { benchCommandOf } from "@/lib/warehouse/bench-commands";
import { ScanField } from "../../scan-field/scan-field";
import { SoundSwitch } from "../../scan-field/sound-switch";
import { play } from "../../scan-field/sounds";
import { useWarehouse } from "../workspace";
import { CommandHelp } from "./command-help";
import { type PackedOrder, packedHere } from "./packed-here";
import { unsentOrders } from "./step-store";

type Found = { kind: "looking"; code: string } | { kind: "refused"; text: string } | null;
type Here = { packed: readonly PackedOrder[]; unsent: ReadonlyMap<string, number> };

/** Where packing begins: scan an order. */
export function FindOrder() {
  const t = useTranslations("warehouse.bench");
  const router = useRouter();
  const failureMessage = useFailureMessage();
  const { where, href } = useWarehouse();
  const [found, setFound] = useState<Found>(null);

  function refuse(text: string) {
    play("refused");
    setFound({ kind: "refused", text });
  }

  async function find(code: string) {
    if (benchCommandOf(code)) return refuse(t("find.noOrder"));
    setFound({ kind: "looking", code });
    try {
      const { order_id } = await call("findPickPack", { code }, where);
      play("counted");
      router.push(href(`/bench/${order_id}`));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { title, detail, todo } = failureMessage(error, { reading: true });
      refuse(error.status === 404 ? t("find.unknown", { code }) : (detail ?? `${title}. ${todo}`));
    }
  }

  return (
    <>
      <PageHeader title={t("title")} description={t("about")} actions={<BenchCard />} />
      <div className="flex flex-col gap-4">
        <ScanField
          label={t("find.label")}
          hint={t("find.hint")}
          keys={{}}
          onCode={(code) => void find(code)}
          onScanInDialog={() => play("refused")}
          onInputMethod={() => refuse(t("news.problemMore.inputMethod"))}
        />
        <div role="status">
          {found?.kind === "looking" ? (
            <p className="flex items-center gap-3 rounded-lg border-2 border-line bg-surface px-4 py-4 text-lg">
              <Spinner />
              {t("find.looking", { code: found.code })}
            </p>
          ) : null}
        </div>
        <div role="alert">
          {found?.kind === "refused" ? (
            <p className="flex items-center gap-4 rounded-lg border-2 border-bad bg-bad px-4 py-4 text-lg font-semibold text-on-bad sm:text-[1.5rem]/8">
              <OctagonX aria-hidden="true" className="size-10 shrink-0" />
              {found.text}
            </p>
          ) : null}
        </div>
        <OfDevice>
          <Section title={t("help.title")} description={t("help.about")}>
            <CommandHelp />
            <div className="mt-3">
              <SoundSwitch />
            </div>
          </Section>
        </OfDevice>
      </div>
    </>
  );
}

/** The orders that this device packed, and whose scans it still keeps; `children` next to them. */
function OfDevice({ children }: { children: ReactNode }) {
  const t = useTranslations("warehouse.bench");
  const { environment, href } = useWarehouse();
  const [here, setHere] = useState<Here>({ packed: [], unsent: new Map() });
  // Only the device knows this.
  useEffect(() => setHere({ packed: packedHere(environment), unsent: unsentOrders(environment) }), [environment]);
  return (
    <>
      {here.unsent.size > 0 ? (
        <Section title={t("find.unsentTitle")} description={t("find.unsentMeans")}>
          <OrderList>
            {[...here.unsent].map(([order, count]) => (
              <li key={order} className="flex items-center gap-3 py-2 text-base text-warn">
                <CloudOff aria-hidden="true" className="size-5 shrink-0" />
                <TextLink href={href(`/bench/${order}`)}>{order}</TextLink>
                {t("find.unsent", { count })}
              </li>
            ))}
          </OrderList>
        </Section>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Section title={t("find.packed")}>
          {here.packed.length === 0 ? <p className="text-muted">{t("find.none")}</p> : null}
          <OrderList>
            {here.packed.map((order) => (
              <li key={order.order_id} className="flex flex-wrap items-center gap-x-3 py-2 text-base">
                <TextLink href={href(`/bench/${order.order_id}`)}>{order.order_id}</TextLink>
                <span className="min-w-0 flex-1 truncate">
                  {order.customer_name} · {order.recipient_name}
                </span>
                <DateTime value={order.time} className="text-sm text-muted" />
              </li>
            ))}
          </OrderList>
        </Section>
        {children}
      </div>
    </>
  );
}

function OrderList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>;
}

/** The card of barcodes that control the bench, to look at and print. */
function BenchCard() {
  const t = useTranslations("warehouse.bench.card");
  const { where } = useWarehouse();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="h-11" onClick={() => setIsOpen(true)}>
        <FileText aria-hidden="true" />
        {t("print")}
      </Button>
      {isOpen ? (
        <Preview
          title={t("title")}
          load={() => fetchFile("readBenchCard", {}, where)}
          onPrinted={async () => undefined}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
