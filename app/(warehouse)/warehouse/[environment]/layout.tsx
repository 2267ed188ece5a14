import { SessionEnded } from "@/components/auth/session-ended";
import { PageMessages } from "@/components/page-messages";
import { Toaster } from "@/components/ui/toaster";
import { WarehouseFrame } from "@/components/warehouse/frame";
import { WarehouseProvider } from "@/components/warehouse/workspace";
import { openPage } from "@/server/pages/context";

/**
 * The pages of the warehouse, for its staff and for support; for others they do not exist. Each page checks that again.
 */
export default async function WarehouseLayout({ params, children }: LayoutProps<"/warehouse/[environment]">) {
  const { ctx, person } = await openPage({ part: "warehouse", params });
  return (
    <PageMessages parts={["warehouse", "scanField", "pickPack", "products", "documents"]}>
      <WarehouseProvider environment={ctx.environment} person={person}>
        <WarehouseFrame>{children}</WarehouseFrame>
        <SessionEnded person={person} />
        <Toaster />
      </WarehouseProvider>
    </PageMessages>
  );
}
