import { CircleX, Lock, type LucideIcon, MapPin, ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Message } from "@/lib/contracts/thread";
import { formatMoney } from "@/lib/format";
import type { DoneKind } from "@/lib/orders/thread";
import { useWorkspace } from "../environment";
import { Badge } from "../ui/badge";
import { InstructionSummary } from "./instruction-summary";
import { Pictures } from "./pictures";

const DONE: Record<DoneKind, LucideIcon> = {
  corrected: MapPin,
  scanned: ScanLine,
  cancelled: CircleX,
  cancel_requested: CircleX,
};

/** What support did with the order, in words and with an icon; null for what a person wrote. */
export function useDone(): (message: Message) => { icon: LucideIcon; label: string } | null {
  const t = useTranslations("thread");
  return ({ kind, text }) =>
    kind in DONE
      ? {
          icon: DONE[kind as DoneKind],
          label: text ? t(`done.${kind as DoneKind}.because`, { reason: text }) : t(`done.${kind as DoneKind}.alone`),
        }
      : null;
}

/** Who first saw the message, and when; null for what only the other side could say. */
export function useReadBy(): (message: Message) => { time: string; label: string } | null {
  const t = useTranslations("thread");
  const { isStaff } = useWorkspace();
  return ({ read_time, read_by, side }) =>
    read_time && side === (isStaff ? "support" : "merchant")
      ? { time: read_time, label: t("readBy", { name: read_by ?? t(isStaff ? "merchant" : "support") }) }
      : null;
}

/** The author of a message and what it is. */
export function MessageHead({ message }: { message: Message }) {
  const t = useTranslations("thread");
  const tDispute = useTranslations("adjustments.dispute");
  const { isStaff } = useWorkspace();
  const { kind, side } = message;
  const name = message.is_own ? t("you") : message.author;
  const team = side === "support" && !isStaff ? t("support") : null;
  return (
    <>
      <span className="font-semibold">{name ?? team ?? t("support")}</span>
      {name && team ? <span className="text-xs text-muted">{team}</span> : null}
      {kind === "note" ? (
        <Badge tone="warn" icon={<Lock aria-hidden="true" />}>
          {t("note")}
        </Badge>
      ) : null}
      {kind === "question" ? <Badge tone="info">{t("question")}</Badge> : null}
      {kind === "dispute" ? (
        <Badge tone="warn">{tDispute("badge", { amount: formatMoney(message.disputed_amount ?? "0") })}</Badge>
      ) : null}
      {kind === "instruction" ? <Badge tone="info">{t("instruction.badge")}</Badge> : null}
      {side === "support" && isStaff && kind !== "note" ? (
        <span className="text-xs text-muted">{t("toMerchant")}</span>
      ) : null}
    </>
  );
}

/** What was written, with what was asked of the courier and pictures. */
export function MessageText({ message: { instruction, text, pictures } }: { message: Message }) {
  return (
    <>
      {instruction ? <InstructionSummary instruction={instruction} /> : null}
      {text ? (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      ) : null}
      <Pictures pictures={pictures} />
    </>
  );
}
