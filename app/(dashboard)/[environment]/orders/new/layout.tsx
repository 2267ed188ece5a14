import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The messages of the order form. */
export default function NewOrderLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["orderForm", "orderActions"]}>{children}</PageMessages>;
}
