"use client";

import { useWorkspace } from "./environment";
import { useAttended } from "./use-attended";

/**
 * How often to read again: never while the page is unattended, and never for staff, because each of their reads is written
 * to the audit log.
 */
export function useRefresh(): (ms: number) => number | false {
  const { isStaff } = useWorkspace();
  const isAttended = useAttended();
  return (ms) => (isAttended && !isStaff ? ms : false);
}
