import type { Where } from "@/lib/api-client";
import type { ShipType } from "@/lib/order-form-values";

// Kept on this device until accounts have defaults of their own.
function storeOf({ environment }: Where, accountId: string, shipType: ShipType): string {
  return `sampan-sender:${environment}:${accountId}:${shipType}`;
}

/** The sender of this account's last order of the kind; null: there was none on this device. */
export function rememberedSender(where: Where, accountId: string, shipType: ShipType): Record<string, string> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storeOf(where, accountId, shipType)) ?? "null");
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return null;
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    // Storage may be forbidden, or hold what another program wrote.
    return null;
  }
}

/** Keeps the sender of an order that was made. */
export function rememberSender(where: Where, accountId: string, shipType: ShipType, sender: unknown): void {
  try {
    localStorage.setItem(storeOf(where, accountId, shipType), JSON.stringify(sender));
  } catch {
    // Storage may be forbidden or full; the sender is then typed again.
  }
}
