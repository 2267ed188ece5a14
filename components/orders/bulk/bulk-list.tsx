"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { cn } from "@/components/ui/cn";
import { formatNumber } from "@/lib/format";
import type { LeftOutReason, Results } from "./bulk-orders";

const SHORT = 5;

/** An order of a list, its recipient, and a remark. */
export type BulkItem = { id: string; recipient: string | undefined; reason?: string };

/** Orders under a remark about all of them; a long list is folded. */
export function BulkList({
  title,
  items,
  tone = "plain",
}: {
  title: string;
  items: readonly BulkItem[];
  tone?: "plain" | "warn";
}) {
  const { href } = useWorkspace();
  return (
    <details
      open={tone === "warn" || items.length <= SHORT}
      className={cn("rounded-md px-3 py-2", tone === "warn" ? "bg-warn-tint" : "bg-hover")}
    >
      <summary className={cn("cursor-pointer font-semibold", tone === "warn" && "text-warn")}>{title}</summary>
      <ul className="mt-1 max-h-60 overflow-y-auto text-xs">
        {items.map(({ id, recipient, reason }) => (
          <li key={id} className="py-1">
            <Link href={href(`/orders/${id}`)} prefetch={false} className="text-accent underline">
              {id}
            </Link>
            {recipient ? (
              <>
                {" · "}
                <bdi>{recipient}</bdi>
              </>
            ) : null}
            {reason ? <span className="block">{reason}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The orders that the action leaves out, grouped by reason. */
export function BulkLeftOut({
  ids,
  results,
  recipientOf,
}: {
  ids: Iterable<string>;
  results: Results;
  recipientOf: (id: string) => string | undefined;
}) {
  const t = useTranslations("orderBulk.leftOut");
  const groups = new Map<LeftOutReason, BulkItem[]>();
  for (const id of ids) {
    const result = results.get(id);
    if (result?.kind !== "LEFT_OUT") continue;
    groups.set(result.why, [...(groups.get(result.why) ?? []), { id, recipient: recipientOf(id) }]);
  }
  return [...groups].map(([why, items]) => (
    <BulkList key={why} title={t(why, { count: formatNumber(items.length), n: items.length })} items={items} />
  ));
}
