import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The messages of tariffs. */
export default function TariffsLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["support", "tariffs"]}>{children}</PageMessages>;
}
