import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The merchant's items, with their words; their form uses fields of the order form. */
export default function ItemsLayout({ children }: { children: ReactNode }) {
  return <Words parts={["items", "orderForm"]}>{children}</Words>;
}
