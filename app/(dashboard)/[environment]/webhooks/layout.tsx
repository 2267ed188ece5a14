import type { ReactNode } from "react";
import { Words } from "@/components/words";

/** The pages of webhooks, with their words. */
export default function WebhooksLayout({ children }: { children: ReactNode }) {
  return <Words parts={["webhooks", "deliveries"]}>{children}</Words>;
}
