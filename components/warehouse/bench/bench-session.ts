import { replaceEqualDeep } from "@tanstack/react-query";
import { ApiFailure } from "@/lib/api-client";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import {
  type BenchStep,
  labelsToScan,
  type NewStep,
  openUnits,
  scanTargets,
  withSteps,
} from "@/lib/warehouse/bench-steps";
import type { ShortReason } from "@/lib/warehouse/pickpack-status";
import { matchScan } from "@/lib/warehouse/scan-match";
import type { Cue } from "../../scan-field/sounds";
import type { BenchMessage, BenchProblem } from "./bench-message";
import type { StepStore } from "./step-store";

export type BenchState = {
  /** As the server knows it, plus the steps that it has not acknowledged yet. */
  bench: Bench;
  /** Steps that the server has not acknowledged. */
  unsent: ReadonlySet<string>;
  /** The last attempt to send failed; the steps are kept and sent again. */
  isWaiting: boolean;
  /** The parcel that is being packed; null when all are closed. */
  parcel: number | null;
  /** The parcel that was closed last: its label belongs on it. */
  closed: number | null;
  /** The next scan names the item that is missing. */
  isShort: boolean;
  /** `number`: the same text twice is two pieces of news. */
  news: { number: number; what: BenchMessage } | null;
};

export type BenchLink = {
  send: (step: BenchStep) => Promise<Bench>;
  read: () => Promise<Bench>;
};

const WAITS_MS = [1000, 2000, 4000, 8000, 15_000] as const;
const POLL_MS = 5000;

/** What is printed on an item. */
function nameOf({ sku, bar_code_eid: barcode }: { sku: string; bar_code_eid: string }): string {
  return sku || barcode;
}

function mayComeBack(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return error instanceof DOMException;
  // After signing in again, an ended session can send again.
  return error.kind === "network" || error.status >= 500 || [401, 408, 429].includes(error.status);
}

/**
 * Packs one order: judges scans at once, keeps them, sends them in order and one at a time, and treats the server's
 * answer as the truth. It renders nothing. A scan keeps its id however often it is sent, so that it counts once.
 */
export class BenchSession {
  #server: Bench;
  #steps: BenchStep[] = [];
  /** Steps that the server will not accept any more; what they packed must be put back too. */
  #stranded: BenchStep[] = [];
  /** Steps that may have reached the server. */
  #tried = new Set<string>();
  #chosen: number | null = null;
  #closed: number | null = null;
  #isShort = false;
  #news: BenchState["news"] = null;
  #failures = 0;
  #isSending = false;
  #acknowledged = 0;
  #isOn = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;
  #listeners = new Set<() => void>();
  #state: BenchState;

  constructor(
    bench: Bench,
    private readonly tools: { link: BenchLink; store: StepStore; by: string; cue: (cue: Cue) => void },
  ) {
    this.#server = bench;
    this.#state = this.#present();
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
  getState = () => this.#state;

  /** Starts to send and to look for changes. Returns the function that stops this; unsent steps stay in the store. */
  start = () => {
    this.#isOn = true;
    this.#steps = this.tools.store.load();
    for (const { id } of this.#steps) this.#tried.add(id);
    this.#change();
    const { warning, packing_start_time: begun } = this.#server;
    if (this.#isPacking && !warning && !begun && this.#steps.length === 0) this.#do({ kind: "start" });
    else void this.#sendAll();
    if (warning) this.tools.cue("warning");
    const onOnline = () => {
      // The running request may still fail; the next one after it need not wait long.
      this.#failures = 0;
      void this.#sendAll();
    };
    window.addEventListener("online", onOnline);
    this.#poll = setInterval(() => {
      const { warning } = this.#server;
      const isOver = warning === "CANCELLED" || warning === "REJECTED";
      if (document.visibilityState === "visible" && this.#steps.length === 0 && !isOver) void this.refresh();
    }, POLL_MS);
    return () => {
      this.#isOn = false;
      window.removeEventListener("online", onOnline);
      clearInterval(this.#poll);
      clearTimeout(this.#retry);
    };
  };

  /** Judges a scanned item and counts it, or notes its open units as missing after `toggleShort`. */
  scan(code: string) {
    const { bench, parcel } = this.#state;
    if (!this.#isPacking) return this.problem("notPacking");
    const found = matchScan(scanTargets(bench), code, bench.parcel_list.length > 1 ? parcel : null);
    if (found.refusal)
      return this.#say(
        { kind: "refused", result: found.refusal, code, parcel: found.target?.parcel ?? null },
        "refused",
      );
    const { parcel: into, item } = found.target;
    if (this.#isShort) {
      this.#isShort = false;
      return this.noteShort({ parcel: into, position: item.position, qty: String(openUnits(item)) }, "OUT_OF_STOCK");
    }
    this.#do({ kind: "scan", code, parcel: into, position: item.position });
    const scanned = String(BigInt(item.scanned) + 1n);
    const { position, qty } = item;
    this.#tellPacked(into, { kind: "counted", parcel: into, position, item: nameOf(item), scanned, qty });
  }

  /** Records that a closed parcel bears its label. */
  scanLabel(parcel: number, code: string) {
    if (!this.#isPacking) return this.problem("notPacking");
    this.#do({ kind: "label", parcel, code });
    this.#say({ kind: "labelled", parcel, left: labelsToScan(this.#state.bench) }, "counted");
  }

  /** Notes units of an item as missing. */
  noteShort(
    { parcel, position, qty }: { parcel: number; position: number; qty: string },
    reason: ShortReason,
    remarks: string | null = null,
  ) {
    const place = scanTargets(this.#state.bench).find(
      (each) => each.parcel === parcel && each.item.position === position,
    );
    if (!place) return;
    this.#isShort = false;
    this.#do({ kind: "short", parcel, position, qty, reason, remarks });
    this.#tellPacked(parcel, { kind: "short", item: nameOf(place.item), units: qty });
  }

  /** Takes a scan or a note back: the last one, unless another is named. */
  undo(scanId?: string) {
    const { bench } = this.#state;
    const scan = bench.scan_list.find(({ scan_id }) => scanId === undefined || scan_id === scanId);
    if (!this.#isPacking) return this.problem("notPacking");
    if (!scan) return this.problem("nothingToUndo");
    const place = scanTargets(bench).find(
      ({ parcel, item }) => parcel === scan.parcel && item.position === scan.position,
    );
    const step = this.#steps.find(({ id }) => id === scan.scan_id);
    // What never left this device need not be undone on the server.
    if (step && !this.#tried.has(step.id)) this.#drop([step]);
    else this.#do({ kind: "undo", scanId: scan.scan_id });
    this.#chosen = scan.parcel;
    this.#say({ kind: "undone", item: place ? nameOf(place.item) : "" }, "counted");
  }

  /** Unpacks a parcel: the one named, else the one that was closed last, else the current one. */
  reopen(parcel: number | null = this.#state.closed ?? this.#state.parcel) {
    if (!this.#isPacking) return this.problem("notPacking");
    const { bench } = this.#state;
    const last = parcel ?? bench.parcel_list.at(-1)?.parcel;
    if (last === undefined || !bench.scan_list.some((scan) => scan.parcel === last))
      return this.problem("nothingToReopen");
    this.#chosen = last;
    this.#do({ kind: "reopen", parcel: last });
    this.#say({ kind: "reopened", parcel: last }, "counted");
  }

  /** Packs this parcel next. */
  choose(parcel: number) {
    this.#chosen = parcel;
    this.#say({ kind: "chosen", parcel }, "counted");
  }

  toggleShort(isShort = !this.#isShort) {
    if (isShort && !this.#isPacking) return this.problem("notPacking");
    this.#isShort = isShort;
    this.#news = null;
    this.#change();
  }

  /** Shows and sounds that something cannot be done now. */
  problem(problem: BenchProblem) {
    this.#say({ kind: "problem", problem }, "refused");
  }

  /** Shows and sounds why an operation was refused. */
  fail(text: string) {
    this.#say({ kind: "failed", text }, "refused");
  }

  /** Reads the order again; ignores an answer that is older than what was sent meanwhile. */
  async refresh() {
    const before = this.#acknowledged;
    try {
      const bench = await this.tools.link.read();
      if (before === this.#acknowledged) this.#take(bench);
    } catch (error) {
      if (mayComeBack(error)) {
        this.#failures ||= 1;
        return this.#change();
      }
      if (!(error instanceof ApiFailure)) throw error;
      clearInterval(this.#poll);
      this.fail(error.message);
    }
  }

  /** Takes another operation's result as the truth. */
  async sync() {
    this.#acknowledged++;
    await this.refresh();
  }

  /** Waits until everything is sent. False: it cannot be sent now. */
  async drained(): Promise<boolean> {
    while (this.#steps.length > 0) {
      if (this.#failures > 0) return false;
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
    return true;
  }

  get #isPacking(): boolean {
    const { status, warning } = this.#server;
    return status === "PICKPACK_CONFIRMED" && (warning === null || warning === "CANCEL_REQUESTED");
  }

  #tellPacked(parcel: number, counted: BenchMessage) {
    const { bench } = this.#state;
    const isClosed = bench.parcel_list.some((each) => each.parcel === parcel && each.is_closed);
    this.#closed = isClosed ? parcel : null;
    if (!isClosed) return this.#say(counted, "counted");
    if (bench.is_complete) return this.#say({ kind: "complete" }, "complete");
    this.#say({ kind: "closed", parcel }, "closed");
  }

  #do(step: NewStep) {
    const whole: BenchStep = {
      ...step,
      id: newIdempotencyKey(),
      by: this.tools.by,
      time: new Date().toISOString(),
    };
    // Opening an order is nothing that could be lost.
    if (whole.kind !== "start") this.tools.store.add(whole);
    this.#steps = [...this.#steps, whole];
    this.#change();
    void this.#sendAll();
  }

  #drop(steps: readonly BenchStep[]) {
    for (const step of steps) this.tools.store.remove(step);
    this.#steps = this.#steps.filter(({ id }) => !steps.some((step) => step.id === id));
  }

  async #sendAll() {
    if (this.#isSending) return;
    clearTimeout(this.#retry);
    this.#isSending = true;
    try {
      for (let step = this.#steps[0]; step && this.#isOn; step = this.#steps[0]) {
        this.#tried.add(step.id);
        if (!(await this.#sendOne(step))) break;
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** False: it did not reach the server, and is sent again later. */
  async #sendOne(step: BenchStep): Promise<boolean> {
    try {
      const bench = await this.tools.link.send(step);
      this.#acknowledged++;
      this.#drop([step]);
      this.#take(bench);
      return true;
    } catch (error) {
      if (!mayComeBack(error)) {
        await this.#refusedByServer(step, error);
        return true;
      }
      const wait = WAITS_MS[Math.min(this.#failures, WAITS_MS.length - 1)] ?? 0;
      const asked = error instanceof ApiFailure ? (error.retryAfter ?? 0) * 1000 : 0;
      this.#failures++;
      if (this.#isOn) this.#retry = setTimeout(() => void this.#sendAll(), Math.max(wait, asked));
      this.#change();
      return false;
    }
  }

  async #refusedByServer(step: BenchStep, error: unknown) {
    if (!(error instanceof ApiFailure)) throw error;
    this.#acknowledged++;
    this.#failures = 0;
    const [entry] = error.entries;
    // The order is no longer being packed: the server will accept no waiting step either, but the goods lie on the
    // bench.
    if (entry?.code_reason === "PICKPACK_TRANSITION_INVALID") {
      this.#stranded = this.#steps;
      this.#drop(this.#steps);
      return this.refresh();
    }
    this.#drop(this.#steps.filter((each) => each === step || (each.kind === "undo" && each.scanId === step.id)));
    this.#closed = null;
    this.#say({ kind: "takenBack", text: entry?.message ?? error.message }, "refused");
    await this.refresh();
  }

  #take(bench: Bench) {
    const isNew = bench.warning !== null && bench.warning !== this.#server.warning;
    // News about packing no longer applies.
    if (bench.status !== this.#server.status) this.#news = null;
    // Unchanged parts stay the same objects, so that thousands of items are not rendered again at each scan.
    this.#server = replaceEqualDeep(this.#server, bench);
    this.#failures = 0;
    if (isNew) this.tools.cue("warning");
    this.#change();
  }

  #say(what: BenchMessage, cue: Cue) {
    this.#news = { number: (this.#news?.number ?? 0) + 1, what };
    this.tools.cue(cue);
    this.#change();
  }

  #present(): BenchState {
    const bench = withSteps(this.#server, [...this.#stranded, ...this.#steps]);
    const open = bench.parcel_list.filter(({ is_closed }) => !is_closed);
    const current = open.find(({ parcel }) => parcel === this.#chosen) ?? open[0];
    const isClosed = bench.parcel_list.some((each) => each.parcel === this.#closed && each.is_closed);
    return {
      bench,
      unsent: new Set(this.#steps.filter(({ kind }) => kind !== "start").map(({ id }) => id)),
      isWaiting: this.#failures > 0,
      parcel: current?.parcel ?? null,
      closed: isClosed ? this.#closed : null,
      isShort: this.#isShort,
      news: this.#news,
    };
  }

  #change() {
    this.#state = this.#present();
    for (const listener of [...this.#listeners]) listener();
  }
}
