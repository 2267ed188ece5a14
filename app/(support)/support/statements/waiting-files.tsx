"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { Facts, Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { queryFor } from "@/lib/api-client";
import type { ImportedFile } from "@/lib/contracts/statement-import";
import { formatMoney } from "@/lib/format";
import { ALL_ROWS } from "@/lib/lists/pagination";
import type { VisitReason } from "@/lib/rights";
import { ActingReason } from "./acting-reason";
import { ImportRows } from "./import-rows";

/** The files that wait for a second person: what they make, and what can be done with them (contract §26.8). */
export function WaitingFiles() {
  const { where } = useSupport();
  const list = useQuery({
    ...queryFor("listStatementImports", { state: "WAITING", ...ALL_ROWS }, where),
    refetchInterval: 30_000,
  });
  const { data, error, refetch } = list;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data?.data.map((file) => <WaitingFile key={file.import_id} file={file} />);
}

function WaitingFile({ file }: { file: ImportedFile }) {
  const t = useTranslations("support.statements");
  const tReasons = useTranslations("shell.visit.reasons");
  const [isOpen, setIsOpen] = useState(false);
  const [asking, setAsking] = useState<"approve" | "withdraw" | null>(null);
  const { kind, reference, ready, accounts, total, charges, reason } = file;
  const close = () => setAsking(null);
  return (
    <Section
      title={
        <span className="flex items-center gap-2">
          <Hourglass aria-hidden="true" className="size-4 shrink-0 text-warn" />
          <span className="min-w-0 wrap-anywhere">{t("waiting.title", { reference })}</span>
        </span>
      }
      description={t(file.may_approve ? "waiting.look" : "waiting.own")}
      actions={
        <>
          <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? "waiting.hide" : "waiting.show")}
          </Button>
          <Button size="sm" onClick={() => setAsking("withdraw")}>
            {t("waiting.withdraw")}
          </Button>
          {file.may_approve ? (
            <Button size="sm" variant="primary" onClick={() => setAsking("approve")}>
              {t("waiting.approve")}
            </Button>
          ) : null}
        </>
      }
    >
      <Facts
        items={[
          { name: t("kind"), value: t(`kinds.${kind}.title`) },
          { name: t("waiting.charges"), value: formatMoney(charges) },
          { name: t(`kinds.${kind}.sum`), value: formatMoney(total) },
          {
            name: t("lines"),
            value: t("waiting.count", { lines: ready, accounts }),
          },
          {
            name: t("waiting.sent"),
            value: (
              <>
                {file.proposed_by?.name ?? "–"} · <DateTime value={file.proposed_time} />
                {reason ? ` · ${tReasons(reason)}` : null}
              </>
            ),
          },
        ]}
      />
      {isOpen ? (
        <div className="mt-4">
          <Lines file={file} />
        </div>
      ) : null}
      {asking === "approve" ? <ApproveQuestion file={file} onClose={close} /> : null}
      {asking === "withdraw" ? <WithdrawQuestion file={file} onClose={close} /> : null}
    </Section>
  );
}

/** What the file's lines make now. */
function Lines({ file: { import_id, kind } }: { file: ImportedFile }) {
  const { where } = useSupport();
  const { data, error, refetch } = useQuery(queryFor("readStatementImport", { import_id }, where));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  return data.result ? <ImportRows kind={kind} lines={data.result.lines} isApplied={false} /> : null;
}

function ApproveQuestion({ file, onClose }: { file: ImportedFile; onClose: () => void }) {
  const t = useTranslations("support.statements");
  const [reason, setReason] = useState<VisitReason | null>(null);
  const { import_id, kind, reference, accounts } = file;
  return (
    <ConfirmOperation
      operation="approveStatementImport"
      input={{ import_id, reason: reason ?? undefined, acting: "Y" }}
      title={t("waiting.approveAsk", { reference })}
      description={t(`kinds.${kind}.means`, { accounts, wrong: 0 })}
      confirmLabel={t("waiting.approve")}
      confirmDisabled={reason === null}
      done={t("waiting.approved", { reference })}
      onClose={onClose}
    >
      <ActingReason value={reason} onChange={setReason} />
    </ConfirmOperation>
  );
}

function WithdrawQuestion({ file: { import_id, reference }, onClose }: { file: ImportedFile; onClose: () => void }) {
  const t = useTranslations("support.statements.waiting");
  return (
    <ConfirmOperation
      operation="withdrawStatementImport"
      input={{ import_id }}
      title={t("withdrawAsk", { reference })}
      description={t("withdrawMeans")}
      confirmLabel={t("withdraw")}
      done={t("withdrawn", { reference })}
      onClose={onClose}
    />
  );
}
