import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The messages of the queue, and of what support does with an order there. */
export default function QueueLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages parts={["support", "thread", "act", "adjustments", "orderPage", "orderActions", "orderForm"]}>
      {children}
    </PageMessages>
  );
}
