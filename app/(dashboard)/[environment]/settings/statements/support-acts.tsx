"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import AdjustQuestion from "@/components/adjustments/adjust-question";
import { ConfirmOperation } from "@/components/confirm-operation";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { useContractForm } from "@/components/forms/contract-form";
import { AreaField, TextField } from "@/components/forms/form-fields";
import { useMonthName } from "@/components/month-name";
import { Button } from "@/components/ui/button";
import { useOperation } from "@/components/use-operation";
import { hongKongDate } from "@/lib/calendar";
import { createPayout, deletePayout, type StatementLine, type StatementSummary } from "@/lib/contracts/statement";
import { formatMoney } from "@/lib/format";
import { judgeContract } from "@/lib/forms/judge-body";

type Act = "close" | "adjust" | "payOut";

/** What support does with a merchant's statements: closes the oldest month that is over, adjusts orders, notes payouts. */
export function SupportActs({ months }: { months: readonly StatementSummary[] }) {
  const t = useTranslations("settings.statements");
  const nameOf = useMonthName();
  const [act, setAct] = useState<Act | null>(null);
  const thisMonth = hongKongDate(new Date()).slice(0, 7);
  const due = months.findLast(({ month, status }) => status === "OPEN" && month < thisMonth)?.month;
  const tAdjust = useTranslations("adjustments.adjust");
  const onClose = () => setAct(null);
  return (
    <>
      {due ? (
        <Button size="sm" onClick={() => setAct("close")}>
          {t("close.open", { month: nameOf(due) })}
        </Button>
      ) : null}
      <Button size="sm" onClick={() => setAct("adjust")}>
        {tAdjust("open")}
      </Button>
      <Button size="sm" onClick={() => setAct("payOut")}>
        {t("payOut.open")}
      </Button>
      {act === "close" && due ? <CloseQuestion month={due} onClose={onClose} /> : null}
      {act === "adjust" ? <AdjustQuestion onClose={onClose} /> : null}
      {act === "payOut" ? <PayOutQuestion owed={months[0]?.totals.cod_balance ?? null} onClose={onClose} /> : null}
    </>
  );
}

function CloseQuestion({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useTranslations("settings.statements.close");
  const nameOf = useMonthName();
  return (
    <ConfirmOperation
      operation="closeStatement"
      input={{ month }}
      title={t("title", { month: nameOf(month) })}
      description={t("about")}
      confirmLabel={t("open", { month: nameOf(month) })}
      done={t("done", { month: nameOf(month) })}
      onClose={onClose}
    />
  );
}

const numbersIn = (text: string) => text.split(/[\s,;，、；]+/).filter(Boolean);

/** `owed`: HKD that are to be paid out. */
function PayOutQuestion({ owed, onClose }: { owed: string | null; onClose: () => void }) {
  const t = useTranslations("settings.statements.payOut");
  const language = useLocale();
  const { send } = useOperation("createPayout");
  const state = useContractForm({
    initial: { amount: "", paid_on: hongKongDate(new Date()), reference: "", orders: "" },
    judge: (values) =>
      judgeContract(createPayout, { ...values, orders: numbersIn(values.orders) }, language).map((problem) =>
        // One field holds all numbers.
        problem.field.startsWith("orders.") ? { ...problem, field: "orders" } : problem,
      ),
  });
  return (
    <ConfirmForm
      state={state}
      title={t("title")}
      description={t("about")}
      confirmLabel={t("confirm")}
      onSend={async ({ orders, ...values }, idempotencyKey) => {
        const named = numbersIn(orders);
        await send({ ...values, ...(named.length > 0 && { orders: named }) }, { idempotencyKey, done: t("done") });
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <TextField
          name="amount"
          kind="decimal"
          title={t("amount")}
          hint={owed === null ? undefined : t("owed", { sum: formatMoney(owed) })}
          required
        />
        <TextField name="paid_on" kind="date" title={t("paid_on")} required />
        <TextField name="reference" title={t("reference")} required limit={60} />
        <AreaField name="orders" title={t("orders")} hint={t("ordersHint")} />
      </div>
    </ConfirmForm>
  );
}

/** Takes a payout back: it is deleted while its month is open, and afterwards its opposite is noted. */
export function TakeBackQuestion({
  payout: { id, amount, reason: about },
  isClosed,
  onClose,
}: {
  payout: StatementLine;
  isClosed: boolean;
  onClose: () => void;
}) {
  const t = useTranslations(`settings.statements.${isClosed ? "reverse" : "delete"}`);
  const language = useLocale();
  const { send } = useOperation(isClosed ? "reversePayout" : "deletePayout");
  const state = useContractForm({
    initial: { reason: "" },
    judge: (values) => judgeContract(deletePayout, values, language),
  });
  return (
    <ConfirmForm
      state={state}
      title={t("title")}
      description={t("about", { sum: formatMoney(amount.replace("-", "")), reference: about ?? "" })}
      confirmLabel={t("confirm")}
      tone="danger"
      onSend={async ({ reason }, idempotencyKey) => {
        await send({ id: id ?? "", reason }, { ...(isClosed && { idempotencyKey }), done: t("done") });
      }}
      onClose={onClose}
    >
      <TextField name="reason" title={t("reason")} hint={t("reasonHint")} required limit={200} />
    </ConfirmForm>
  );
}
