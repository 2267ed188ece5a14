"use client";

// Loaded late: after many orders are printed.

import { useTranslations } from "next-intl";
import { withLateMessages } from "@/components/late-messages";
import type { SkippedOrder } from "@/lib/contracts/print";
import { JobPanel } from "./job-panel";
import { LeftOut } from "./left-out";
import { Panel } from "./panel";

/** Labels of many orders: already printed, or being made. */
export type Batch = { kind: "printed"; count: number; skipped: readonly SkippedOrder[] } | { kind: "job"; id: string };

/** The state of a batch, above the list. */
export default withLateMessages(BatchPanel, ["labelBatch"]);

function BatchPanel({ batch, onDismiss }: { batch: Batch; onDismiss: () => void }) {
  if (batch.kind === "job") return <JobPanel key={batch.id} id={batch.id} onDismiss={onDismiss} />;
  return <Printed count={batch.count} skipped={batch.skipped} onDismiss={onDismiss} />;
}

function Printed({
  count,
  skipped,
  onDismiss,
}: {
  count: number;
  skipped: readonly SkippedOrder[];
  onDismiss: () => void;
}) {
  const t = useTranslations("labelBatch.job");
  return (
    <Panel onDismiss={onDismiss}>
      <p role="status" className="font-semibold">
        {t("printed", { count })}
      </p>
      {skipped.length > 0 ? (
        <div className="mt-2">
          <LeftOut skipped={skipped} />
        </div>
      ) : null}
    </Panel>
  );
}
