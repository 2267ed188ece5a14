"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import type { SkippedOrder } from "@/lib/contracts/print";

/** The orders that a batch leaves out, each with its reason. */
export function LeftOut({ skipped }: { skipped: readonly SkippedOrder[] }) {
  const t = useTranslations("labelBatch.print");
  const { href } = useWorkspace();
  return (
    <details open={skipped.length <= 5} className="rounded-md bg-hover px-3 py-2">
      <summary className="cursor-pointer font-semibold">{t("leftOut", { count: skipped.length })}</summary>
      <ul className="mt-1 max-h-40 overflow-y-auto text-xs">
        {skipped.map(({ order_id, code_reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one order may be left out twice
          <li key={`${order_id} ${index}`} className="py-0.5">
            <Link href={href(`/orders/${order_id}`)} prefetch={false} className="text-accent underline">
              {order_id}
            </Link>
            {": "}
            {t(`reasons.${code_reason}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}
