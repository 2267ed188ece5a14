import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The messages of the form, which uses fields of the order form. */
export default function ProductFormLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["products", "orderForm"]}>{children}</PageMessages>;
}
