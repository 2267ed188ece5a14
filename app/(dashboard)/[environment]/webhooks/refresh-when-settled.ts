"use client";

import { useEffect, useRef } from "react";
import { useReadAgain } from "@/components/use-operation";
import type { Delivery } from "@/lib/contracts/webhook-delivery";

/** Reads the endpoint again when a watched delivery has been answered, because its health has changed. */
export function useRefreshWhenSettled(status: Delivery["status"] | undefined): void {
  const readAgain = useReadAgain();
  const before = useRef(status);
  useEffect(() => {
    const wasUnderWay = before.current === "pending" || before.current === "in_flight";
    before.current = status;
    if (wasUnderWay && (status === "succeeded" || status === "failed")) void readAgain("replayDelivery");
  }, [status, readAgain]);
}
