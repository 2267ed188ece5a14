import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Whether this page may offer passkeys: it is at the address for which they are made (contract §8.20), and the browser
 * has them. `onServer`: what is drawn until the browser knows.
 */
export function useOffersPasskeys(onServer = false): boolean {
  return useSyncExternalStore(
    never,
    () => document.documentElement.dataset.passkeys === window.location.origin && "PublicKeyCredential" in window,
    () => onServer,
  );
}
