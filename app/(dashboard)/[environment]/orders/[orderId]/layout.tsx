import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The words of an order's page, and of the page of one that is not there. */
export default function OrderLayout({ children }: { children: ReactNode }) {
  return <Words parts={["orderPage", "orderActions", "documents", "orderForm", "pickPack"]}>{children}</Words>;
}
