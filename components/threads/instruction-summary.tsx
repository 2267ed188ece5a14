"use client";

import { useLocale, useTranslations } from "next-intl";
import { shownPhone } from "@/lib/addresses/phone";
import type { Instruction } from "@/lib/contracts/thread";
import { formatDate } from "@/lib/format";
import { hoursLabel } from "@/lib/orders/delivery-instructions";

/** What the courier should do, and where. */
export function InstructionSummary({ instruction }: { instruction: Instruction }) {
  const t = useTranslations("thread.instruction");
  const language = useLocale();
  const { way, day, hours, recipient, delivery_code } = instruction;
  const { name, mobile_prefix, mobile, ...address } = recipient ?? {};
  return (
    <>
      <p className="font-semibold">
        {way === "PICKUP_POINT" ? t("PICKUP_POINT", { code: delivery_code ?? "" }) : t(way)}
        {day ? ` · ${formatDate(day, language, { weekday: true })}` : null}
        {hours ? ` · ${hoursLabel(hours)}` : null}
      </p>
      {recipient ? (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {[name, shownPhone({ mobile_prefix, mobile })].concat(Object.values(address)).filter(Boolean).join("\n")}
        </p>
      ) : null}
    </>
  );
}
