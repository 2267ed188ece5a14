"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { emptyParcel } from "@/lib/bench-progress";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { OnAccount } from "../place";
import { CancelDialog, DeclineDialog, RejectDialog } from "./answer-dialogs";
import { BenchActions, keysOf, MoreActions } from "./bench-actions";
import type { BenchState } from "./bench-session";
import { CancelRequest } from "./cancel-request";
import { CommandHelp } from "./command-help";
import { ConfirmScreen, DoneScreen, StopScreen } from "./end-screens";
import { LabelPanel } from "./label-panel";
import { LatestScans } from "./latest-scans";
import { OrderFacts } from "./order-facts";
import { type ItemPlace, ParcelCard } from "./parcel-card";
import { RepackDialog } from "./repack-dialog";
import { ScanField } from "./scan-field";
import { ShortDialog } from "./short-dialog";
import { SoundSwitch } from "./sound-switch";
import { ConnectionBand, StateBand } from "./state-band";
import { type OpenBench, useBench } from "./use-bench";
import { type Label, useLabel } from "./use-label";

/** The packing bench of one order: scan, be told, label, done. */
export function OrderBench({ initial }: { initial: Bench }) {
  return (
    <OnAccount account={{ id: initial.customer_eid, name: initial.customer_name }}>
      <BenchOfOrder initial={initial} />
    </OnAccount>
  );
}

/** What the page shows: packing goes on, or there is nothing left to scan. */
function stageOf({ status, warning }: Bench): "confirm" | "pack" | "done" | "stop" {
  if (warning === "CANCELLED" || warning === "REJECTED") return "stop";
  if (status === "PICKPACK_PENDING_CONFIRM") return "confirm";
  return status === "PICKPACK_READY_TO_SHIPMENT" ? "done" : "pack";
}

function BenchOfOrder({ initial }: { initial: Bench }) {
  const t = useTranslations("warehouse.bench");
  const print = useRef<(state: BenchState) => void>(() => undefined);
  const open = useBench(initial, { run: (state) => print.current(state) });
  const { session, state, dialog, openDialog, read, run } = open;
  const { bench } = state;
  const [place, setPlace] = useState<ItemPlace | null>(null);
  const label = useLabel(bench);
  const stage = stageOf(bench);

  print.current = ({ closed, parcel }) => {
    if (!label.pdf) return session.problem("noLabel");
    label.print(stage === "done" ? null : (closed ?? parcel));
  };
  const close = () => openDialog(null);
  const leaveShort = () => session.toggleShort(false);
  const keys = { ...keysOf(run), ...(state.isShort ? { Escape: leaveShort } : {}) };
  const answer = { bench, onClose: close, onDone: () => session.sync(), onFailure: open.tell };

  return (
    <div className="flex flex-col gap-4">
      <div className="sticky top-(--bands) z-20 -mx-4 flex flex-col gap-2 bg-background px-4 pb-2 sm:-mx-6 sm:px-6">
        {bench.warning === "CANCEL_REQUESTED" ? (
          <CancelRequest bench={bench} onCancel={() => openDialog("cancel")} onDecline={() => openDialog("decline")} />
        ) : null}
        <StateBand state={state} />
        <ConnectionBand state={state} />
        <ScanField
          label={t(stage === "done" || stage === "stop" ? "field.next" : state.isShort ? "field.short" : "field.item")}
          keys={keys}
          onCode={read}
          onScanInDialog={() => session.problem("inDialog")}
          onInputMethod={() => session.problem("inputMethod")}
        />
      </div>
      {stage === "confirm" ? <ConfirmScreen bench={bench} session={session} onFailure={open.tell} /> : null}
      {stage === "done" ? <DoneScreen bench={bench} label={label} /> : null}
      {stage === "stop" ? <StopScreen bench={bench} /> : null}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <OrderFacts bench={bench} />
          {stage === "pack" || stage === "confirm" ? (
            <Parcels
              state={state}
              onShort={(item) => {
                setPlace(item);
                openDialog("short");
              }}
              onReopen={(parcel) => session.reopen(parcel)}
              onChoose={(parcel) => session.choose(parcel)}
            />
          ) : null}
        </div>
        <Side open={open} label={label} stage={stage} />
      </div>

      {dialog === "short" && place ? (
        <ShortDialog
          bench={bench}
          place={place}
          onClose={close}
          onShort={(qty, reason, remarks) => session.noteShort({ ...place, qty }, reason, remarks)}
        />
      ) : null}
      {dialog === "repack" ? (
        <RepackDialog bench={bench} isBusy={open.isFinishing} onFinish={open.finish} onClose={close} />
      ) : null}
      {dialog === "reject" ? <RejectDialog {...answer} /> : null}
      {dialog === "cancel" ? <CancelDialog {...answer} /> : null}
      {dialog === "decline" ? <DeclineDialog {...answer} /> : null}
    </div>
  );
}

function Parcels({
  state: { bench, parcel: current, news },
  onShort,
  onReopen,
  onChoose,
}: {
  state: BenchState;
  onShort: (place: ItemPlace) => void;
  onReopen: (parcel: number) => void;
  onChoose: (parcel: number) => void;
}) {
  const counted = news?.what.kind === "counted" ? news.what : null;
  return bench.parcel_list.map((parcel) => (
    <ParcelCard
      key={parcel.parcel}
      parcel={parcel}
      count={bench.parcel_list.length}
      isCurrent={parcel.parcel === current}
      counted={counted}
      onShort={onShort}
      onReopen={() => onReopen(parcel.parcel)}
      onChoose={() => onChoose(parcel.parcel)}
    />
  ));
}

function Side({ open, label, stage }: { open: OpenBench; label: Label; stage: ReturnType<typeof stageOf> }) {
  const t = useTranslations("warehouse.bench");
  const { session, state, run, openDialog, isFinishing } = open;
  const { bench, closed, isShort, unsent } = state;
  const isPacking = stage === "pack";
  const canFinish = isPacking && bench.is_complete && !bench.warning;
  const empty = isPacking ? emptyParcel(bench) : null;
  const primary = isPacking ? (bench.is_complete ? "ready" : null) : stage === "confirm" ? null : "next";
  return (
    <div className="flex min-w-0 flex-col gap-4 max-lg:order-first">
      {isPacking && closed !== null ? (
        <LabelPanel label={label} parcel={closed} parcels={bench.parcel_list.length} />
      ) : null}
      {empty === null ? null : (
        <div className="rounded-lg border-2 border-warn bg-warn-tint px-4 py-3 text-base text-warn">
          <p className="font-semibold">{t("empty.title", { parcel: empty })}</p>
          <p>{t("empty.means")}</p>
          <Button variant="danger" className="mt-2 h-14 px-6 text-base" onClick={() => openDialog("reject")}>
            {t("commands.reject")}
          </Button>
        </div>
      )}
      <Section>
        <BenchActions
          commands={
            isPacking
              ? ["undo", "reopen", "short", "print", "ready", "next"]
              : stage === "done"
                ? ["print", "next"]
                : ["next"]
          }
          primary={primary}
          isShort={isShort}
          busy={isFinishing ? "ready" : null}
          onRun={run}
        />
        {isPacking || stage === "confirm" ? (
          <MoreActions
            onRepack={canFinish && empty === null ? () => openDialog("repack") : null}
            onReject={() => openDialog("reject")}
          />
        ) : null}
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <SoundSwitch />
        </div>
      </Section>
      {isPacking ? <LatestScans bench={bench} unsent={unsent} onUndo={(scanId) => session.undo(scanId)} /> : null}
      <details className="rounded-lg border border-line bg-surface px-4 py-3">
        <summary className="min-h-6 cursor-pointer font-semibold">{t("help.title")}</summary>
        <div className="mt-2">
          <CommandHelp />
        </div>
      </details>
    </div>
  );
}
