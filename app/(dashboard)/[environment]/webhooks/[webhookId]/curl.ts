import type { Attempt } from "@/lib/contracts/webhook-delivery";
import { curlCommand, shellQuoted } from "@/lib/curl";

/** The request of an attempt as a command for a POSIX shell, byte for byte except for the masked token. */
export function curlOf({ url, request_headers }: Pick<Attempt, "url" | "request_headers">, body: string): string {
  const headers = Object.entries(request_headers).map(([name, value]) => shellQuoted(`${name}: ${value}`));
  return curlCommand({ url, headers, body });
}
