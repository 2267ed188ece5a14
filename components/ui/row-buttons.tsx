"use client";

import type { ReactNode } from "react";
import { useIsHydrated } from "./use-is-hydrated";

/**
 * Small buttons of a row, which only the browser draws: before its scripts they do nothing, and in HTML they weigh more
 * than the row's words. `room`: classes that keep their place until then.
 */
export function RowButtons({ room, children }: { room: string; children: () => ReactNode }) {
  return useIsHydrated() ? children() : <span className={room} />;
}
