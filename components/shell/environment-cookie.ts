import { useEffect } from "react";
import type { Environment } from "@/lib/environment";
import { ENVIRONMENT_COOKIE } from "@/lib/page-request";

/** Remembers the environment for pages whose address does not name one. */
export function useEnvironmentCookie(environment: Environment): void {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist over plain http
    document.cookie = `${ENVIRONMENT_COOKIE}=${environment}; path=/; max-age=31536000; samesite=lax`;
  }, [environment]);
}
