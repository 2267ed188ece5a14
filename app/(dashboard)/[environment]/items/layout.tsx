import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The merchant's items, with their messages; their form uses fields of the order form. */
export default function ItemsLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["items", "orderForm"]}>{children}</PageMessages>;
}
