"use client";

import { usePlace } from "@/components/environment";
import { useAttended } from "@/components/use-attended";

/** How often to ask again: never for nobody, and never for staff, whose every look stands in the audit log. */
export function useRefresh(): (ms: number) => number | false {
  const { isStaff } = usePlace();
  const isAttended = useAttended();
  return (ms) => (isAttended && !isStaff ? ms : false);
}
