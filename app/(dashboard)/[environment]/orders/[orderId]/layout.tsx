import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The words of an order's page, and of its 404. */
export default function OrderLayout({ children }: { children: ReactNode }) {
  return (
    <Words
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
      ]}
    >
      {children}
    </Words>
  );
}
