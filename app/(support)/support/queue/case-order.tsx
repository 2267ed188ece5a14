"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWorkspace } from "@/components/environment";
import { useOrderActions } from "@/components/orders/order-actions";
import { ActPanel } from "@/components/support/act-panel";
import { Thread } from "@/components/threads/thread";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";

const NO_PROVIDERS = new Map<string, { name: string }>();

/** The order of a case: its thread on the left; what can be done, and the case's own blocks, on the right. */
export function CaseOrder({
  orderId,
  instead,
  children,
}: {
  orderId: string | null;
  /** In the place of the thread. */
  instead: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("shell.visit");
  const { where, may } = useWorkspace();
  const actions = useOrderActions(NO_PROVIDERS);
  const read = useQuery({
    ...queryFor("readOrderByPath", { order_id: orderId ?? "" }, where),
    enabled: orderId !== null,
  });
  const order = read.data;
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">{orderId ? <Thread orderId={orderId} /> : instead}</div>
      <div className="flex min-w-0 flex-col gap-4">
        {order && may("correctOrder") ? <ActPanel order={order} actions={actions} /> : null}
        {order && !may("correctOrder") ? <p className="text-xs text-muted">{t("actFirst")}</p> : null}
        {children}
        {order ? <Recipient order={order} /> : null}
      </div>
      {actions.dialogs}
    </div>
  );
}

function Recipient({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderPage.parties");
  const { recipient } = order;
  const lines =
    order.ship_type === "intl"
      ? [order.recipient.address, order.recipient.address_line_2, order.recipient.address_line_3, order.recipient.city]
      : [recipient.address];
  return (
    <Section title={t("recipient")}>
      <p className="font-semibold">{recipient.name}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
      <p className="text-muted">{recipient.mobile}</p>
    </Section>
  );
}
