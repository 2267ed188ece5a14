import { curlCommand, shellQuoted } from "./curl";
import { API_BASE } from "./environment";

type Repeated = { method: string; repeat: { path: string; query: string | null; body: string | null } };

/** A logged call as a command against the testing base of `origin`, which runs once `TOKEN` is set. */
export function requestCurl({ method, repeat: { path, query, body } }: Repeated, origin: string): string {
  const address = path.replace(/^(\/testing)?\/v1/, "");
  return curlCommand({
    method: method === (body === null ? "GET" : "POST") ? undefined : method,
    url: `${origin}${API_BASE.testing}${address}${query ? `?${query}` : ""}`,
    headers: [
      '"Authorization: Bearer $TOKEN"',
      ...(body === null ? [] : [shellQuoted("Content-Type: application/json")]),
    ],
    body: body ?? undefined,
  });
}
