import type { ReactNode } from "react";
import { PageMessages } from "@/components/page-messages";

/** The pages of webhooks, with their messages. */
export default function WebhooksLayout({ children }: { children: ReactNode }) {
  return <PageMessages parts={["webhooks", "deliveries"]}>{children}</PageMessages>;
}
