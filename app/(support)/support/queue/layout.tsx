import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The words of the queue, and of what support does with an order there. */
export default function QueueLayout({ children }: { children: ReactNode }) {
  return (
    <Words parts={["support", "thread", "act", "adjustments", "orderPage", "orderActions", "orderForm"]}>
      {children}
    </Words>
  );
}
