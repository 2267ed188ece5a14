import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The words of the order form. */
export default function NewOrderLayout({ children }: { children: ReactNode }) {
  return <Words parts={["orderForm", "orderActions"]}>{children}</Words>;
}
