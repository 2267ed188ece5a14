"use client";

import { PackageOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import type { BenchCommand } from "@/lib/warehouse/bench-commands";
import { emptyParcel, labelsToScan } from "@/lib/warehouse/bench-steps";
import { ScanField } from "../../scan-field/scan-field";
import { SoundSwitch } from "../../scan-field/sound-switch";
import { isCovered } from "../../scan-field/use-scan-keys";
import { CancelDialog } from "../moves/cancel-dialog";
import { RejectDialog } from "../moves/reject-dialog";
import { waitsForCourier } from "../state-badge";
import { OnAccount } from "../workspace";
import { BenchActions, keysOf, MoreActions } from "./bench-actions";
import type { BenchState } from "./bench-session";
import { ANSWER_KEYS, CancelRequest } from "./cancel-request";
import { CommandHelp } from "./command-help";
import { DeclineDialog } from "./decline-dialog";
import { ConfirmScreen, DoneScreen, EndBand, PackedItems, StopScreen } from "./end-screens";
import { LabelPanel } from "./label-panel";
import { LatestScans } from "./latest-scans";
import { OrderFacts } from "./order-facts";
import { type ItemPlace, ParcelCard } from "./parcel-card";
import { ReopenDialog } from "./reopen-dialog";
import { RepackDialog } from "./repack-dialog";
import { SendShortDialog } from "./send-short-dialog";
import { ShortDialog } from "./short-dialog";
import { ConnectionBand, StateBand } from "./state-band";
import { useAnswers } from "./use-answers";
import { type OpenBench, useBench, useBenchSession } from "./use-bench";
import { type Label, useLabel } from "./use-label";

/** The packing bench of one order: scan, see the result, label, done. */
export function OrderBench({ initial }: { initial: Bench }) {
  return (
    <OnAccount account={{ id: initial.customer_eid, name: initial.customer_name }}>
      <BenchOfOrder initial={initial} />
    </OnAccount>
  );
}

type Stage = "confirm" | "pack" | "done" | "stop";

const COMMANDS: Record<Stage, readonly BenchCommand[]> = {
  confirm: ["next"],
  pack: ["undo", "reopen", "short", "print", "ready", "next"],
  done: ["print", "next"],
  stop: ["next"],
};

/** What the page shows: packing continues, or there is nothing left to scan. */
function stageOf({ status, warning }: Bench): Stage {
  if (warning === "CANCELLED" || warning === "REJECTED") return "stop";
  if (status === "PICKPACK_PENDING_CONFIRM") return "confirm";
  return status === "PICKPACK_READY_TO_SHIPMENT" ? "done" : "pack";
}

function BenchOfOrder({ initial }: { initial: Bench }) {
  const t = useTranslations("warehouse.bench");
  const { session, state } = useBenchSession(initial);
  const { bench } = state;
  const [place, setPlace] = useState<ItemPlace | null>(null);
  const label = useLabel(bench, state.unsent.size === 0);
  const stage = stageOf(bench);
  const open = useBench(session, state, ({ closed, parcel }) => {
    if (!label.pdf) return session.problem("noLabel");
    label.print(stage === "done" ? null : (closed ?? parcel));
  });
  const { openDialog, read, run } = open;

  // A question takes the focus; when it is answered, the scan field has it again. This runs after the field's own effect,
  // which takes it when the page opens.
  const question = useRef<HTMLDivElement>(null);
  const isAsked = bench.warning === "CANCEL_REQUESTED";
  useEffect(() => {
    if (isAsked && !isCovered()) question.current?.focus();
  }, [isAsked]);

  // What to do next is scrolled to the top.
  const lastStage = useRef(stage);
  useEffect(() => {
    if (stage !== lastStage.current) window.scrollTo({ top: 0 });
    lastStage.current = stage;
  }, [stage]);

  // So is the label of a parcel that was just closed.
  useEffect(() => {
    if (state.closed !== null) window.scrollTo({ top: 0 });
  }, [state.closed]);

  // Stable across scans, so that an unchanged parcel is not rendered again.
  const acts = useMemo(
    () => ({
      onShort: (item: ItemPlace) => {
        setPlace(item);
        openDialog("short");
      },
      onReopen: (parcel: number) => session.reopen(parcel),
      onChoose: (parcel: number) => session.choose(parcel),
    }),
    [session, openDialog],
  );
  const leaveShort = () => session.toggleShort(false);
  const cancel = () => openDialog("cancel");
  const decline = () => openDialog("decline");
  const keys = {
    ...keysOf(run),
    ...(state.isShort ? { Escape: leaveShort } : {}),
    ...(isAsked ? { [ANSWER_KEYS.cancel]: cancel, [ANSWER_KEYS.decline]: decline } : {}),
  };

  return (
    <div className="flex flex-col gap-4">
      <div
        className={cn(
          "sticky top-(--bands) z-20 -mx-4 -mt-2 flex flex-col gap-2 bg-background px-4 py-2 sm:-mx-6 sm:px-6",
          // With the question on top it would leave no room for anything else.
          isAsked && "max-md:static",
        )}
      >
        {isAsked ? <CancelRequest ref={question} bench={bench} onCancel={cancel} onDecline={decline} /> : null}
        {stage === "done" || stage === "stop" ? <EndBand bench={bench} isDone={stage === "done"} /> : null}
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
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr]">
        <div className="flex min-w-0 flex-col gap-4 empty:hidden lg:col-start-2 lg:row-start-2">
          {stage === "pack" ? <Due open={open} label={label} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-2">
          <OrderFacts bench={bench} />
          {stage === "pack" || stage === "confirm" ? <Parcels state={state} {...acts} /> : null}
          {stage === "done" ? <PackedItems bench={bench} /> : null}
        </div>
        {/* After the items, for small screens; above them on large ones. */}
        <div className="min-w-0 lg:col-span-2 lg:row-start-1">
          <BenchActions
            commands={COMMANDS[stage]}
            primary={stage === "pack" ? (bench.is_complete ? "ready" : null) : stage === "confirm" ? null : "next"}
            isShort={state.isShort}
            busy={open.isFinishing ? "ready" : null}
            onRun={run}
          />
        </div>
        <Side open={open} stage={stage} />
      </div>
      <Dialogs open={open} place={place} />
    </div>
  );
}

/** The question that is open. `place`: the item that is noted as missing. */
function Dialogs({ open, place }: { open: OpenBench; place: ItemPlace | null }) {
  const { session, dialog, openDialog } = open;
  const { bench } = open.state;
  const close = () => openDialog(null);
  const answers = useAnswers(bench.order_id, { onDone: () => session.sync(), onFailure: open.tell });
  const orders = [bench.order_id];

  return (
    <>
      {dialog === "short" && place ? (
        <ShortDialog
          bench={bench}
          place={place}
          onClose={close}
          onShort={(qty, reason, remarks) => session.noteShort({ ...place, qty }, reason, remarks)}
        />
      ) : null}
      {dialog === "sendShort" ? (
        <SendShortDialog
          bench={bench}
          onSend={open.sendShort}
          onFailure={open.tell}
          // The answer may open the measures of a repacked order: keep what is open then.
          onClose={() => openDialog((now) => (now === "sendShort" ? null : now))}
        />
      ) : null}
      {dialog === "reopen" ? <ReopenDialog onReopen={open.reopenOrder} onClose={close} /> : null}
      {dialog === "repack" ? (
        <RepackDialog bench={bench} isBusy={open.isFinishing} onFinish={open.finish} onClose={close} />
      ) : null}
      {dialog === "reject" ? <RejectDialog orders={orders} onReject={answers.reject} onClose={close} /> : null}
      {dialog === "cancel" ? <CancelDialog orders={orders} onCancel={answers.cancel} onClose={close} /> : null}
      {dialog === "decline" ? (
        <DeclineDialog order={bench.order_id} onDecline={answers.decline} onClose={close} />
      ) : null}
    </>
  );
}

// A packer does not read a longer list; parcels that are not being packed only show their number of items.
const MOST_ITEMS_SHOWN = 100;

function Parcels({
  state: { bench, parcel: current, news },
  ...acts
}: {
  state: BenchState;
  onShort: (place: ItemPlace) => void;
  onReopen: (parcel: number) => void;
  onChoose: (parcel: number) => void;
}) {
  const counted = news?.what.kind === "counted" ? news.what : null;
  const items = bench.parcel_list.reduce((sum, { item_list }) => sum + item_list.length, 0);
  return bench.parcel_list.map((parcel) => (
    <ParcelCard
      key={parcel.parcel}
      parcel={parcel}
      count={bench.parcel_list.length}
      isCurrent={parcel.parcel === current}
      isFolded={items > MOST_ITEMS_SHOWN && bench.parcel_list.length > 1 && parcel.parcel !== current}
      counted={counted?.parcel === parcel.parcel ? counted.position : null}
      {...acts}
    />
  ));
}

/** What to do now besides scanning: a label to print, an order to reject. */
function Due({ open: { state, openDialog }, label }: { open: OpenBench; label: Label }) {
  const t = useTranslations("warehouse.bench");
  const { bench, closed } = state;
  const empty = emptyParcel(bench);
  return (
    <>
      {closed === null || closed === empty || bench.is_require_repack === "Y" ? null : (
        <LabelPanel label={label} parcel={closed} parcels={bench.parcel_list.length} />
      )}
      {empty === null ? null : (
        <div className="rounded-lg border-2 border-warn bg-warn-tint px-4 py-3 text-base text-warn">
          <p className="font-semibold">{t("empty.title", { parcel: empty })}</p>
          <p>{t("empty.means")}</p>
          <Button variant="danger" className="mt-2 h-14 px-6 text-base" onClick={() => openDialog("reject")}>
            {t("commands.reject")}
          </Button>
        </div>
      )}
    </>
  );
}

/** What is needed only now and then. */
function Side({ open, stage }: { open: OpenBench; stage: Stage }) {
  const t = useTranslations("warehouse.bench");
  const { session, openDialog } = open;
  const { bench, unsent } = open.state;
  const empty = emptyParcel(bench);
  const canRepack =
    stage === "pack" && bench.is_complete && !bench.warning && empty === null && labelsToScan(bench).length === 0;
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-start-3">
      {(stage === "pack" && empty === null) || stage === "confirm" ? (
        <MoreActions onRepack={canRepack ? open.repack : null} onReject={() => openDialog("reject")} />
      ) : null}
      {waitsForCourier(bench) ? (
        <Button className="h-14 self-start text-base" onClick={() => openDialog("reopen")}>
          <PackageOpen aria-hidden="true" />
          {t("commands.packAgain")}
        </Button>
      ) : null}
      {stage === "pack" ? (
        <LatestScans bench={bench} unsent={unsent} onUndo={(scanId) => session.undo(scanId)} />
      ) : null}
      <SoundSwitch />
      <details className="rounded-lg border border-line bg-surface px-4 py-3">
        <summary className="min-h-6 cursor-pointer font-semibold">{t("help.title")}</summary>
        <div className="mt-2">
          <CommandHelp />
        </div>
      </details>
    </div>
  );
}
