import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The words of tariffs. */
export default function TariffsLayout({ children }: { children: ReactNode }) {
  return <Words parts={["support", "tariffs"]}>{children}</Words>;
}
