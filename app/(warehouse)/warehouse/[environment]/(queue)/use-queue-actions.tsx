"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useBulkRun } from "@/components/bulk";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { useReadAgain } from "@/components/use-operation";
import { CancelDialog } from "@/components/warehouse/moves/cancel-dialog";
import { RejectDialog } from "@/components/warehouse/moves/reject-dialog";
import { useWarehouse } from "@/components/warehouse/workspace";
import { call } from "@/lib/api-client";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import type { BulkOperation } from "@/lib/operations";
import type { RejectType } from "@/lib/warehouse/pickpack-status";
import { AnswerDialog } from "./answer-dialog";
import { OutcomeDialog } from "./outcome-dialog";
import { type Failed, type QueueMove, shortagesOf } from "./queue-moves";

type Rows = readonly PickPackRow[];
type Asked = { kind: "reject"; rows: Rows; type: RejectType } | { kind: "cancel" | "answer"; rows: Rows };
type Run = { move: QueueMove; rows: Rows; input: Record<string, unknown> };

const OPERATIONS = {
  confirm: "confirmPickPack",
  reject: "rejectPickPack",
  cancel: "cancelPickPack",
  decline: "declineCancel",
} as const satisfies Record<QueueMove, BulkOperation>;

export type QueueActions = {
  confirm: (rows: Rows) => void;
  reject: (rows: Rows) => void;
  cancel: (rows: Rows) => void;
  /** Answers a request for cancellation. */
  answer: (row: PickPackRow) => void;
  /** Whether the order is being moved. */
  isMoving: (orderId: string) => boolean;
  /** How far a run over several orders is. */
  progress: { done: number; total: number } | null;
  /** Place these once on the page. */
  dialogs: ReactNode;
};

const NONE: ReadonlySet<string> = new Set();

/** The oldest first, so that those get the stock if it does not cover all. */
function oldestFirst(rows: Rows): PickPackRow[] {
  return rows.toSorted((a, b) => a.request_datetime.localeCompare(b.request_datetime));
}

/** Moves orders, several as a bulk action, and collects those that could not be moved. */
function useRun(onMoved: (orderIds: readonly string[]) => void) {
  const t = useTranslations("warehouse.queue");
  const readAgain = useReadAgain();
  const { environment } = useWarehouse();
  const { progress, run: runBulk } = useBulkRun();
  const showFailure = useFailureToast();
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [also, setAlso] = useState<string | null>(null);

  const run = useMutation({
    mutationFn: async ({ move, rows, input }: Run): Promise<{ failures: Failed[]; untried: ReadonlySet<string> }> => {
      const [row, another] = oldestFirst(rows);
      if (!row) return { failures: [], untried: NONE };
      if (!another) {
        // On its merchant's account: the audit log names it (contract §11.4).
        const on = { environment, accountId: row.customer_eid };
        const body = { ...input, order_id: row.order_id } as never;
        return call(OPERATIONS[move], body, on).then(
          () => ({ failures: [], untried: NONE }),
          (error: unknown) => ({ failures: [{ row, move, error }], untried: NONE }),
        );
      }
      const ids = oldestFirst(rows).map(({ order_id }) => order_id);
      const end = await runBulk({ operation: OPERATIONS[move], ids, input }, newIdempotencyKey());
      const failures = rows.flatMap((each) => {
        const error = end?.failures.get(each.order_id);
        return error ? [{ row: each, move, error }] : [];
      });
      return { failures, untried: end?.untried ?? new Set(ids) };
    },
    onSettled: () => readAgain("confirmPickPack"),
  });

  /** Shows the outcome. Throws the failure of a single order, so that the dialog that asked stays open. */
  async function move(wanted: Run) {
    const { failures, untried } = await run.mutateAsync(wanted).catch((error: unknown) => {
      showFailure(error);
      throw error;
    });
    const left = new Set([...untried, ...failures.map(({ row }) => row.order_id)]);
    const moved = wanted.rows.filter(({ order_id }) => !left.has(order_id));
    const ids = moved.map(({ order_id }) => order_id);
    const success = moved.length > 0 ? t(`done.${wanted.move}`, { count: moved.length, order: ids[0] ?? "" }) : null;
    if (moved.length > 0) onMoved(ids);
    const [only] = failures;
    if (only && wanted.rows.length === 1 && shortagesOf(only.error).length === 0) {
      showFailure(only.error);
      throw only.error;
    }
    // When some failed, the dialog says both: a notice would cover it.
    if (failures.length === 0 && success) toast.success(success);
    if (failures.length > 0) setAlso(success);
    const tried = new Set(wanted.rows.map(({ order_id }) => order_id));
    setFailed((before) => [...before.filter(({ row }) => !tried.has(row.order_id)), ...failures]);
  }

  const rows = run.isPending ? run.variables.rows : [];
  return { move, rows, progress, failed, also, forget: () => setFailed([]) };
}

/** What can be done with orders of the queue; `onMoved` receives the ids of those that were moved. */
export function useQueueActions(onMoved: (orderIds: readonly string[]) => void): QueueActions {
  const { move, rows: running, progress, failed, also, forget } = useRun(onMoved);
  const [asked, setAsked] = useState<Asked | null>(null);

  const confirm = (rows: Rows) => {
    // Its failure is already shown.
    move({ move: "confirm", rows, input: {} }).catch(() => undefined);
  };
  const close = () => setAsked(null);
  const reject = (rows: Rows, type: RejectType) => setAsked({ kind: "reject", rows, type });

  return {
    confirm,
    reject: (rows) => reject(rows, "OUT_OF_STOCK"),
    cancel: (rows) => setAsked({ kind: "cancel", rows }),
    answer: (row) => setAsked({ kind: "answer", rows: [row] }),
    isMoving: (orderId) => running.some((row) => row.order_id === orderId),
    progress,
    dialogs: (
      <>
        {failed.length > 0 ? (
          <OutcomeDialog
            failed={failed}
            also={also}
            isBusy={running.length > 0}
            onReject={(rows) => reject(rows, "OUT_OF_STOCK")}
            onConfirm={confirm}
            onClose={forget}
          />
        ) : null}
        {asked?.kind === "reject" ? (
          <RejectDialog
            orders={asked.rows.map(({ order_id }) => order_id)}
            firstType={asked.type}
            onReject={(reason) => move({ move: "reject", rows: asked.rows, input: { ...reason } })}
            onClose={close}
          />
        ) : null}
        {asked?.kind === "cancel" ? (
          <CancelDialog
            orders={asked.rows.map(({ order_id }) => order_id)}
            onCancel={(remarks) => move({ move: "cancel", rows: asked.rows, input: { remarks } })}
            onClose={close}
          />
        ) : null}
        {asked?.kind === "answer"
          ? asked.rows.map((row) => (
              <AnswerDialog
                key={row.order_id}
                row={row}
                onAnswer={(answer, remarks) => move({ move: answer, rows: asked.rows, input: { remarks } })}
                onClose={close}
              />
            ))
          : null}
      </>
    ),
  };
}
