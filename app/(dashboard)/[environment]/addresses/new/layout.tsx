import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The messages of the form, which has the fields of the order form. */
export default function AddressFormLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["addresses", "orderForm"]}>{children}</PageMessages>;
}
