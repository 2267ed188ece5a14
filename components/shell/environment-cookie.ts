import { useEffect } from "react";
import { COOKIES, rememberChoice } from "@/lib/cookies";
import type { Environment } from "@/lib/environment";

/** Remembers the environment for pages whose address does not name one. */
export function useEnvironmentCookie(environment: Environment): void {
  useEffect(() => {
    rememberChoice(COOKIES.environment, environment);
  }, [environment]);
}
