import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The words of the form, which has the fields of the order form. */
export default function AddressFormLayout({ children }: { children: ReactNode }) {
  return <Words parts={["addresses", "orderForm"]}>{children}</Words>;
}
