import type { AccountContext } from "@/server/context";
import { createView } from "@/server/orders";

const NEWEST = { sort: "-create_time", limit: "20" } as const;

/** A view that the shop's people share, and one that its owner, the caller, keeps to themselves. */
export async function demoViews(ctx: AccountContext): Promise<void> {
  await createView(ctx, {
    name: "Abroad",
    query: { ...NEWEST, ship_type: "intl" },
    columns: ["created", "service", "tracking", "weight", "price"],
    is_shared: "Y",
  });
  await createView(ctx, {
    name: "代收貨款 Cash",
    query: { ...NEWEST, cod: "Y" },
    columns: ["created", "reference", "service", "price"],
    is_shared: "N",
  });
}
