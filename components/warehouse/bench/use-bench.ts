"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import { usePlace } from "@/components/environment";
import { useFailureWords } from "@/components/ui/error-state";
import { ApiFailure, type CallInput, call, keyOf } from "@/lib/api-client";
import { type BenchCommand, benchCommandOf } from "@/lib/bench-commands";
import { emptyParcel } from "@/lib/bench-progress";
import { readOrderByPath } from "@/lib/contracts/order";
import { readyPickPack } from "@/lib/contracts/pickpack";
import { type Bench, readWave } from "@/lib/contracts/pickpack-bench";
import { findPickPack } from "@/lib/contracts/pickpack-queue";
import { useWarehouse } from "../place";
import { benchLink } from "./bench-link";
import { BenchSession, type BenchState } from "./bench-session";
import { rememberPacked } from "./packed-here";
import { play } from "./sounds";
import { stepStore } from "./step-store";

export type BenchDialog = "short" | "repack" | "reject" | "cancel" | "decline" | null;

export type OpenBench = {
  session: BenchSession;
  state: BenchState;
  dialog: BenchDialog;
  openDialog: (dialog: BenchDialog) => void;
  /** What was scanned: an item, a command, a parcel or an order. */
  read: (code: string) => void;
  run: (command: BenchCommand) => void;
  /** Makes the order ready. @throws ApiFailure */
  finish: (input: CallInput<typeof readyPickPack>) => Promise<void>;
  isFinishing: boolean;
  /** Tells a failed operation on the band. Throws what is none. */
  tell: (error: unknown) => void;
};

/** The bench of one order: its session, and what leads out of it. `print` prints the label that is due. */
export function useBench(initial: Bench, print: { run: (state: BenchState) => void }): OpenBench {
  const router = useRouter();
  const client = useQueryClient();
  const t = useTranslations("warehouse.bench");
  const words = useFailureWords();
  const { environment, person, href, where: everywhere } = useWarehouse();
  const { where } = usePlace();
  const [dialog, openDialog] = useState<BenchDialog>(null);
  const [isFinishing, setIsFinishing] = useState(false);
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

  const { bench } = state;
  const { order_id: orderId } = bench;

  function tell(error: unknown) {
    if (!(error instanceof ApiFailure)) throw error;
    const { title, detail, todo } = words(error);
    session.fail(detail ?? `${title}. ${todo}`);
  }

  async function finish(input: CallInput<typeof readyPickPack>) {
    setIsFinishing(true);
    try {
      await call(readyPickPack, input, where);
    } finally {
      setIsFinishing(false);
      await session.sync();
    }
    rememberPacked(environment, session.getState().bench);
    play("complete");
    // Repacked parcels have new labels, and a new price.
    await client.invalidateQueries({ queryKey: keyOf(readOrderByPath, where) });
  }

  async function ready() {
    if (bench.status !== "PICKPACK_CONFIRMED") return session.problem("notPacking");
    if (bench.warning) return session.problem("unanswered");
    if (!bench.is_complete) return session.problem("notComplete");
    if (emptyParcel(bench) !== null) return session.problem("emptyParcel");
    if (isFinishing) return;
    if (!(await session.drained())) return session.problem("unsent");
    if (bench.is_require_repack === "Y") return openDialog("repack");
    await finish({ order_id: orderId }).catch(tell);
  }

  async function next() {
    if (!(await session.drained())) return session.problem("unsent");
    try {
      const following = bench.wave_id ? await followingInWave(bench.wave_id) : null;
      router.push(href(following ? `/bench/${following}` : "/bench"));
    } catch (error) {
      tell(error);
    }
  }

  /** The order of the wave that is to be packed after this one, and after the last the first. */
  async function followingInWave(waveId: string): Promise<string | null> {
    const { order_list: orders } = await call(readWave, { wave_id: waveId }, everywhere);
    const here = orders.findIndex(({ order_id }) => order_id === orderId);
    const turned = [...orders.slice(here + 1), ...orders.slice(0, Math.max(here, 0))];
    return (
      turned.find((each) => each.status === "PICKPACK_CONFIRMED" && each.is_cancel_requested === "N")?.order_id ?? null
    );
  }

  async function openOrder(code: string) {
    try {
      const found = await call(findPickPack, { code }, everywhere);
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
    const label = code.toUpperCase();
    const parcel = bench.parcel_list.find(({ tracking_number }) => tracking_number.toUpperCase() === label);
    if (!parcel && label !== bench.tracking_number.toUpperCase()) return session.scan(code);
    if (bench.is_complete) return void ready();
    if (parcel && !parcel.is_closed && bench.parcel_list.length > 1) return session.choose(parcel.parcel);
    session.problem("notComplete");
  }

  function run(command: BenchCommand) {
    const work: Record<BenchCommand, () => void> = {
      undo: () => session.undo(),
      reopen: () => session.reopen(),
      short: () => session.toggleShort(),
      print: () => print.run(session.getState()),
      ready: () => void ready(),
      next: () => void next(),
    };
    work[command]();
  }

  return { session, state, dialog, openDialog, read, run, finish, isFinishing, tell };
}
