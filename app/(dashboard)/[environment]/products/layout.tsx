import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The merchant's products, with their messages. */
export default function ProductsLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["products"]}>{children}</PageMessages>;
}
