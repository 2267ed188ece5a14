"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type Dispatch, type SetStateAction, useEffect, useState, useSyncExternalStore } from "react";
import { useWorkspace } from "@/components/environment";
import { useFailureMessage } from "@/components/ui/error-state";
import { ApiFailure, type CallOptions, call, type Where } from "@/lib/api-client";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { tidyNumber } from "@/lib/tidy-number";
import { type BenchCommand, benchCommandOf } from "@/lib/warehouse/bench-commands";
import { type BenchStep, labelsToScan, scanTargets } from "@/lib/warehouse/bench-steps";
import { matchScan } from "@/lib/warehouse/scan-match";
import { play } from "../../scan-field/sounds";
import { waitsForCourier } from "../state-badge";
import { useWarehouse } from "../workspace";
import { type BenchLink, BenchSession, type BenchState } from "./bench-session";
import { stepStore } from "./step-store";
import { type Finishing, useFinishing } from "./use-finishing";

type BenchDialog = "short" | "sendShort" | "repack" | "reject" | "cancel" | "decline" | "reopen" | null;

export type OpenBench = Finishing & {
  session: BenchSession;
  state: BenchState;
  dialog: BenchDialog;
  openDialog: Dispatch<SetStateAction<BenchDialog>>;
  /** Handles a scan: an item, a command, a parcel or an order. */
  read: (code: string) => void;
  run: (command: BenchCommand) => void;
  /** Shows a failed operation on the band. Throws anything else. */
  tell: (error: unknown) => void;
};

/** The session of one order at the bench, and its state. */
export function useBenchSession(initial: Bench): { session: BenchSession; state: BenchState } {
  const { environment, person } = useWarehouse();
  const { where } = useWorkspace();
  const [session] = useState(
    () =>
      new BenchSession(initial, {
        link: benchLink(initial.order_id, where),
        store: stepStore(environment, initial.order_id),
        by: person.name,
        cue: play,
      }),
  );
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  useEffect(() => session.start(), [session]);
  return { session, state };
}

/** What is done at the bench of one order, and the exits from it. `print` prints the label that is due. */
export function useBench(session: BenchSession, state: BenchState, print: (state: BenchState) => void): OpenBench {
  const router = useRouter();
  const t = useTranslations("warehouse.bench");
  const failureMessage = useFailureMessage();
  const { href, where: everywhere } = useWarehouse();
  const [dialog, openDialog] = useState<BenchDialog>(null);
  const { bench } = state;
  const { order_id: orderId } = bench;

  function tell(error: unknown) {
    if (!(error instanceof ApiFailure)) throw error;
    const { title, detail, todo } = failureMessage(error);
    session.fail(detail ?? `${title}. ${todo}`);
  }

  const finishing = useFinishing(session, bench, openDialog, tell);
  const { ready } = finishing;

  async function next() {
    if (!(await session.drained())) return session.problem("unsent");
    try {
      const following = bench.wave_id ? await followingInWave(bench.wave_id) : null;
      router.push(href(following ? `/bench/${following}` : "/bench"));
    } catch (error) {
      tell(error);
    }
  }

  /** The next order of the wave to pack; after the last one, the first. */
  async function followingInWave(waveId: string): Promise<string | null> {
    const { order_list: orders } = await call("readWave", { wave_id: waveId }, everywhere);
    const here = orders.findIndex(({ order_id }) => order_id === orderId);
    const turned = [...orders.slice(here + 1), ...orders.slice(0, Math.max(here, 0))];
    return (
      turned.find((each) => each.status === "PICKPACK_CONFIRMED" && each.is_cancel_requested === "N")?.order_id ?? null
    );
  }

  async function openOrder(code: string) {
    try {
      const found = await call("findPickPack", { code }, everywhere);
      if (found.order_id === orderId) return session.problem("sameOrder");
      router.push(href(`/bench/${found.order_id}`));
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 404) return tell(error);
      session.fail(t("find.unknown", { code }));
    }
  }

  function read(code: string) {
    const command = benchCommandOf(code);
    if (command) return run(command);
    if (bench.status !== "PICKPACK_CONFIRMED" || bench.warning === "CANCELLED") return void openOrder(code);
    const label = tidyNumber(code);
    const parcel = bench.parcel_list.find(({ tracking_number }) => tidyNumber(tracking_number) === label);
    const isSeveral = bench.parcel_list.length > 1;
    if (!parcel && label !== tidyNumber(bench.tracking_number)) return item(code);
    if (parcel?.is_closed && isSeveral && !parcel.is_label_scanned) {
      session.scanLabel(parcel.parcel, code);
      const { bench: now } = session.getState();
      if (now.is_complete && !now.warning && labelsToScan(now).length === 0) void ready();
      return;
    }
    if (bench.is_complete) return void ready();
    if (parcel && !parcel.is_closed && isSeveral) return session.choose(parcel.parcel);
    session.problem("notComplete");
  }

  function item(code: string) {
    const isLabelDue = bench.is_complete && labelsToScan(bench).length > 0;
    // While labels are due, a code that is not an item is the label of another order.
    if (isLabelDue && matchScan(scanTargets(bench), code, null).refusal === "WRONG_ITEM")
      return session.problem("wrongLabel");
    session.scan(code);
  }

  function run(command: BenchCommand) {
    const work: Record<BenchCommand, () => void> = {
      undo: () => session.undo(),
      reopen: () => (waitsForCourier(bench) ? openDialog("reopen") : session.reopen()),
      short: () => session.toggleShort(),
      print: () => print(session.getState()),
      ready: () => void ready(),
      next: () => void next(),
    };
    work[command]();
  }

  return { session, state, dialog, openDialog, read, run, tell, ...finishing };
}

// A request on a half-dead network may never be answered; the step is sent again, and still counts once.
const PATIENCE_MS = 10_000;

/**
 * Sends what is done at the bench by the operations of the API. Its contracts are loaded with the page, because it must
 * work without a network.
 */
function benchLink(orderId: string, where: Where): BenchLink {
  const order = { order_id: orderId };
  const options = (): CallOptions => ({ ...where, signal: AbortSignal.timeout(PATIENCE_MS) });
  const operations = {
    start: () => call("startPacking", order, options()),
    scan: ({ id, code, parcel }) =>
      call("scanItem", { ...order, scan_id: id, code, parcel: String(parcel) }, options()),
    short: ({ id, parcel, position, qty, reason, remarks }) =>
      call(
        "noteShort",
        {
          ...order,
          scan_id: id,
          parcel: String(parcel),
          position: String(position),
          qty,
          reason,
          ...(remarks ? { remarks } : {}),
        },
        options(),
      ),
    label: ({ id, code }) => call("scanLabel", { ...order, scan_id: id, code }, options()),
    undo: ({ scanId }) => call("undoScan", { ...order, scan_id: scanId }, options()),
    reopen: ({ parcel }) => call("reopenParcel", { ...order, parcel: String(parcel) }, options()),
  } satisfies { [Kind in BenchStep["kind"]]: (step: Extract<BenchStep, { kind: Kind }>) => Promise<Bench> };
  return {
    read: () => call("readBench", order, options()),
    send: (step) => (operations[step.kind] as (step: BenchStep) => Promise<Bench>)(step),
  };
}
