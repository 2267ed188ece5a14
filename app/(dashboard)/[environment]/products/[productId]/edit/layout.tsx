import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The words of the form, which uses fields of the order form. */
export default function ProductFormLayout({ children }: { children: ReactNode }) {
  return <Words parts={["products", "orderForm"]}>{children}</Words>;
}
