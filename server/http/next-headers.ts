import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";

/**
 * Whether Next can read a header by which its pages say where they are. It answers any other with an error of its own,
 * as if it were a fault of ours.
 */
export function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

/** Whether Next would take a request for a call of a server's action. There is none, and Next logs it as a fault of ours. */
export function callsAction({ headers }: IncomingMessage): boolean {
  return headers["next-action"] !== undefined || /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
}
