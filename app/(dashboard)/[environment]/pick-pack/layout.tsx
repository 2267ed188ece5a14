import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The merchant's pages of pick and pack, with their messages. */
export default function PickPackLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["pickPack", "orderActions", "documents"]}>{children}</PageMessages>;
}
