import { useCallback, useState } from "react";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";
import type { Part } from "./form-steps";
import { areParcelsKnown, isKnown } from "./part-lines";

/** The parts of an order that begin as a line: what is known, and what few need. */
function atFirst(shipType: ShipType, { sender, recipient, shipment_detail }: Loose): ReadonlySet<Part> {
  const parts: Part[] = ["extras"];
  if (isKnown(shipType, sender)) parts.push("sender");
  if (isKnown(shipType, recipient)) parts.push("recipient");
  if (areParcelsKnown(shipType, shipment_detail)) parts.push("parcels");
  return new Set(parts);
}

/** The parts of the form that are shown as a line, and how one is folded or opened. */
export function useFolded(shipType: ShipType, initial: Loose) {
  const [folded, setFolded] = useState(() => atFirst(shipType, initial));
  const fold = useCallback((part: Part, isFolded: boolean) => {
    setFolded((now) => new Set([...now].filter((each) => each !== part).concat(isFolded ? [part] : [])));
  }, []);
  return { folded, fold };
}
