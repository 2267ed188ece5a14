import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The price desk, with the messages of the order form's fields and prices. */
export default function RatesLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["orderForm", "priceDesk"]}>{children}</PageMessages>;
}
