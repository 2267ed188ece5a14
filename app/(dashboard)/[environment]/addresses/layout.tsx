import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The address book, with its messages. */
export default function AddressesLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["addresses"]}>{children}</PageMessages>;
}
