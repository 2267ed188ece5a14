import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The merchant's pages of pick and pack, with their words. */
export default function PickPackLayout({ children }: { children: ReactNode }) {
  return <Words parts={["pickPack", "orderActions", "documents"]}>{children}</Words>;
}
