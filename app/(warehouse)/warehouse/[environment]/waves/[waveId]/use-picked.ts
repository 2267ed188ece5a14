"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFailureToast } from "@/components/ui/failure-toast";
import { useWarehouse } from "@/components/warehouse/place";
import { call, queryFor } from "@/lib/api-client";
import type { WavePickList } from "@/lib/contracts/pickpack-bench";

type Pick = WavePickList["pick_list"][number];

// The list has one line for each product of a merchant.
export const keyOf = ({ customer_eid, sku }: Pick) => `${customer_eid} ${sku}`;

/** The picked lines of a wave's pick list: stored on the server, shown at once here and soon on every other device. */
export function usePicked(waveId: string) {
  const { where } = useWarehouse();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  // Ticks that are being sent to the server.
  const [sending, setSending] = useState<ReadonlyMap<string, boolean>>(new Map());

  async function tick(picks: readonly Pick[], isPicked: boolean, short?: string) {
    const mark = (change: (next: Map<string, boolean>, key: string) => void) =>
      setSending((now) => {
        const next = new Map(now);
        for (const pick of picks) change(next, keyOf(pick));
        return next;
      });
    mark((next, key) => next.set(key, isPicked));
    try {
      const missing = short === undefined ? {} : { short };
      const pick_list = picks.map(({ customer_eid, sku }) => ({ customer_eid, sku, ...missing }));
      const input = { wave_id: waveId, is_picked: isPicked ? ("Y" as const) : ("N" as const), pick_list };
      const wave = await call("pickWave", input, where);
      const { queryKey } = queryFor("readWave", { wave_id: waveId }, where);
      // The answer to an earlier request does not include this change.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, wave);
    } catch (error) {
      showFailure(error);
    } finally {
      mark((next, key) => next.delete(key));
    }
  }

  return {
    has: (pick: Pick) => sending.get(keyOf(pick)) ?? pick.picked_time !== null,
    tick: (picks: readonly Pick[], isPicked: boolean) => void tick(picks, isPicked),
    /** Ticks a line of which units are not at its place. */
    short: (pick: Pick, units: string) => void tick([pick], true, units),
  };
}
