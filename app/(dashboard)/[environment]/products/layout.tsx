import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The merchant's products, with their words. */
export default function ProductsLayout({ children }: { children: ReactNode }) {
  return <Words parts={["products", "fileChoice"]}>{children}</Words>;
}
