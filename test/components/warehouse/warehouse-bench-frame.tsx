import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactElement } from "react";
import { expect, vi } from "vitest";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { OrderBench } from "@/components/warehouse/bench/order-bench";
import { WarehouseProvider } from "@/components/warehouse/workspace";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { type BenchStep, scanTargets, withSteps } from "@/lib/warehouse/bench-steps";
import { matchScan } from "@/lib/warehouse/scan-match";
import { router } from "../pick-pack/pick-pack-frame";
import { render } from "../render";

export const ID = "217357996100241";
export const TRACKING = "ST66348623071";
export const CAP = "4897000000011";
export const TORCH = "4897000000028";

type Item = Bench["parcel_list"][number]["item_list"][number];

function item(position: number, sku: string, barcode: string, qty: string): Item {
  return {
    position,
    description: `${sku} of the demonstration`,
    sku,
    bar_code_eid: barcode,
    warehouse_location: `A-0${position}`,
    qty,
    scanned: "0",
    short: "0",
    shelf_short: null,
  };
}

function parcel(number: number, items: Item[]): Bench["parcel_list"][number] {
  return {
    parcel: number,
    tracking_number: number === 1 ? TRACKING : `${TRACKING}-${number}`,
    length: "30",
    width: "20",
    height: "10",
    act_weight: "1.2",
    battery_label_types: number === 1 ? "UN3481_PI966" : "",
    is_closed: false,
    is_label_scanned: false,
    item_list: items,
  };
}

/** A confirmed order that no person has scanned yet: three caps and a torch, in one parcel. */
export function bench(change: Partial<Bench> = {}): Bench {
  return {
    order_id: ID,
    customer_eid: "100002",
    customer_name: "Lion Rock Outdoor",
    status: "PICKPACK_CONFIRMED",
    order_status: "READY_TO_SHIP",
    warning: null,
    cancel_remarks: null,
    corrected_time: null,
    is_require_repack: "N",
    tracking_number: TRACKING,
    shipping_provider: "LOCAL_DOOR",
    courier_company: "Sampan Local Door-to-Door",
    recipient_name: "陳大文",
    reference: null,
    consignment_remarks: "Leave at the reception",
    client_remarks: null,
    cod_amount: null,
    wave_id: null,
    wave_number: null,
    packing_start_time: "2026-11-21T02:00:00.000Z",
    packed_by: "Packer",
    is_complete: false,
    parcel_list: [parcel(1, [item(1, "CAP-TRAIL", CAP, "3"), item(2, "TORCH-1", TORCH, "1")])],
    scan_list: [],
    ...change,
  };
}

/** The same order in two parcels: the caps, then the torch. */
export function twoParcels(): Bench {
  return bench({
    parcel_list: [parcel(1, [item(1, "CAP-TRAIL", CAP, "1")]), parcel(2, [item(1, "TORCH-1", TORCH, "1")])],
  });
}

type Sent = { path: string; body: Record<string, string> };
const refused = (entry: object) =>
  Response.json(
    { error: { code: "400000", code_reason: "BAD_REQUEST", message: "", error_trace: [entry] } },
    { status: 400 },
  );

/** In place of the server: counts as it does, each scan once, and can be cut off. */
export class FakeServer {
  sent: Sent[] = [];
  /** The codes by which orders were searched for. */
  codes: string[] = [];
  /** `lost`: requests are carried out, but their answers never arrive. */
  network: "up" | "down" | "lost" = "up";
  /** Answers instead of the usual one, once. */
  answers = new Map<string, Response>();
  #seen = new Set<string>();

  constructor(public bench: Bench) {
    vi.stubGlobal("fetch", (input: string, init?: RequestInit) => this.#answer(input, init));
  }

  to(path: string): Record<string, string>[] {
    return this.sent.filter((each) => each.path === path).map(({ body }) => body);
  }

  #step(step: BenchStep) {
    if (step.kind !== "start" && this.#seen.has(step.id)) return;
    this.#seen.add(step.id);
    this.bench = withSteps(this.bench, [step]);
  }

  async #answer(input: string, init?: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(input, "http://localhost");
    const path = pathname.replace("/testing/v1", "");
    if (path === "/pickpack/find") this.codes.push(searchParams.get("code") ?? "");
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, string>) : {};
    if (init?.method === "POST") this.sent.push({ path, body });
    if (this.network === "down") throw new TypeError("Failed to fetch");
    const ready = this.answers.get(path);
    this.answers.delete(path);
    const answer = ready ?? this.#done(path, body);
    if (this.network === "lost") throw new TypeError("Failed to fetch");
    return answer;
  }

  #done(path: string, body: Record<string, string>): Response {
    const base = { id: body.scan_id ?? "", by: "Packer", time: "2026-11-21T02:01:00.000Z" };
    const given = { parcel: Number(body.parcel), position: Number(body.position) };
    switch (path) {
      case "/pickpack/scan": {
        const found = matchScan(scanTargets(this.bench), body.code ?? "", given.parcel);
        if (this.#seen.has(base.id)) break;
        if (found.refusal)
          return refused({ field: "code", pointer: "/code", message: "No such scan.", scan_result: found.refusal });
        const { parcel: number, item: one } = found.target;
        this.#step({ ...base, kind: "scan", code: body.code ?? "", parcel: number, position: one.position });
        break;
      }
      case "/pickpack/short": {
        const { qty = "1", remarks = null } = body;
        this.#step({ ...base, ...given, kind: "short", qty, reason: "OUT_OF_STOCK", remarks });
        break;
      }
      case "/pickpack/undo":
        this.#step({ ...base, id: `undo ${base.id}`, kind: "undo", scanId: base.id });
        break;
      case "/pickpack/label": {
        const parcel = this.bench.parcel_list.find((each) => each.tracking_number === body.code);
        if (!parcel?.is_closed) return refused({ field: "code", pointer: "/code", message: "No such label." });
        this.#step({ ...base, kind: "label", code: body.code ?? "", parcel: parcel.parcel });
        break;
      }
      case "/pickpack/reopen":
        if (body.parcel === undefined) {
          this.bench = { ...this.bench, status: "PICKPACK_CONFIRMED" };
          break;
        }
        this.#step({ ...base, id: `reopen ${this.sent.length}`, kind: "reopen", parcel: given.parcel });
        break;
      case "/pickpack/ready":
        this.bench = { ...this.bench, status: "PICKPACK_READY_TO_SHIPMENT" };
        return Response.json({ data: { order: {}, message: "" } });
      case "/pickpack/price":
        return Response.json({ data: { order_id: "1", quote_price: "72.00", price_before: "63.50" } });
      case "/pickpack/find":
        return Response.json({ data: { order_id: "217357996100242", status: "PICKPACK_CONFIRMED", parcel: null } });
      case "/pickpack/confirm":
        this.bench = { ...this.bench, status: "PICKPACK_CONFIRMED" };
        return Response.json({ data: { order: {}, message: "" } });
      case "/pickpack/cancel":
        this.bench = { ...this.bench, status: "PICKPACK_CANCELLED", warning: "CANCELLED" };
        return Response.json({ data: { order: {}, message: "" } });
      case "/pickpack/decline-cancel":
        this.bench = { ...this.bench, warning: null };
        return Response.json({ data: { order: {}, message: "" } });
      case "/pickpack/reject":
        this.bench = { ...this.bench, status: "PICKPACK_REJECTED", warning: "REJECTED" };
        return Response.json({ data: { order: {}, message: "" } });
    }
    if (path.startsWith("/pickpack/")) return Response.json({ data: this.bench });
    if (path.startsWith("/order/prints"))
      return Response.json({ data: { document_list: [], parcel_list: [], print_list: [] } });
    // No label and no record: the bench does without them.
    return Response.json({ error: { code: "404000", code_reason: "NOT_FOUND", message: "" } }, { status: 404 });
  }
}

const KEY_MS = 5;

/** Types as a scanner does: all at once, wherever the focus is, then Enter or the suffix it is set to. */
export function scan(code: string, end: readonly KeyboardEventInit[] = [{ key: "Enter" }]) {
  // The time of typing, however long the page takes for each key.
  let typedAt = performance.now();
  for (const init of [...[...code].map((key) => ({ key })), ...end]) {
    const target = document.activeElement ?? document.body;
    const event = createEvent.keyDown(target, init);
    typedAt += KEY_MS;
    Object.defineProperty(event, "timeStamp", { value: typedAt });
    if (!fireEvent(target, event)) continue;
    const focused = document.activeElement;
    const { key, ctrlKey } = event as KeyboardEvent;
    if (key === "Tab" || ctrlKey) throw new Error("the key leads away from the field");
    if (key !== "Enter") {
      if (focused instanceof HTMLInputElement) fireEvent.change(focused, { target: { value: focused.value + key } });
    } else if (focused instanceof HTMLInputElement && focused.form) fireEvent.submit(focused.form);
    else if (focused instanceof HTMLButtonElement) fireEvent.click(focused);
  }
}

/** Presses one key where the focus is. */
export function press(key: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

/** Renders as the pages of the warehouse do. */
export function show(element: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AppRouterContext value={router}>
        <WarehouseProvider
          environment="testing"
          person={{ id: "9", name: "Packer", email: "warehouse@sampan.example", role: "warehouse" }}
        >
          <ShortcutsProvider>{element}</ShortcutsProvider>
        </WarehouseProvider>
      </AppRouterContext>
    </QueryClientProvider>,
  );
}

/** The server of the page that is open. */
export let server: FakeServer;

/** Makes this order the one that the server has. */
export function serve(initial: Bench): void {
  server = new FakeServer(initial);
}

/** Opens the page of an order, served by a server of its own. */
export function open(initial: Bench = bench()) {
  serve(initial);
  return show(<OrderBench initial={initial} />);
}

/** Removes what an earlier test left on this device. */
export function forgetDevice(): void {
  localStorage.clear();
  sessionStorage.clear();
  router.push.mockClear();
}

export const band = () => screen.getAllByRole("status")[0] as HTMLElement;
export const refusal = () => screen.getAllByRole("alert")[0] as HTMLElement;
export const button = (name: string | RegExp) => screen.getByRole("button", { name });

const unsent = () => Object.keys(localStorage).filter((key) => key.startsWith("sampan-bench/"));
/** Waits until everything is sent. */
export const settled = () => waitFor(() => expect(unsent()).toEqual([]));

export { router };
