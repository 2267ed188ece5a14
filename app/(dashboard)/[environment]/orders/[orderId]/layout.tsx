import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The messages of an order's page, and of its 404. */
export default function OrderLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages
      parts={[
        "orderPage",
        "orderActions",
        "documents",
        "orderForm",
        "pickPack",
        "thread",
        "act",
        "adjustments",
        "deliveries",
        "ruleWords",
      ]}
    >
      {children}
    </PageMessages>
  );
}
