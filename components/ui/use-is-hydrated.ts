import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page already runs in the browser: what only the browser knows must wait for it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
