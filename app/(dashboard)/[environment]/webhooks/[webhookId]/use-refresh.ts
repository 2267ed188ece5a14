"use client";

import { usePlace } from "@/components/environment";
import { useAttended } from "@/components/use-attended";

/**
 * How often to read again: never while nobody looks, and never for staff, because each of their reads is written to the
 * audit log.
 */
export function useRefresh(): (ms: number) => number | false {
  const { isStaff } = usePlace();
  const isAttended = useAttended();
  return (ms) => (isAttended && !isStaff ? ms : false);
}
