import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The address book, with its words. */
export default function AddressesLayout({ children }: { children: ReactNode }) {
  return <Words parts={["addresses", "fileChoice"]}>{children}</Words>;
}
