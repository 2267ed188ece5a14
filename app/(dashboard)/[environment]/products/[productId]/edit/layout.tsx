import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The words of the form: its fields are made of those of the order form. */
export default function ProductFormLayout({ children }: { children: ReactNode }) {
  return <Words parts={["products", "orderForm"]}>{children}</Words>;
}
