import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The price desk, with the words of the order form's fields and prices. */
export default function RatesLayout({ children }: { children: ReactNode }) {
  return <Words parts={["orderForm", "priceDesk"]}>{children}</Words>;
}
