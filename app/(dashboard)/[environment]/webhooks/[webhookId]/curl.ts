import type { Attempt } from "@/lib/contracts/webhook-delivery";

/** The request of an attempt as a command for a POSIX shell, byte for byte but for the masked token. */
export function curlOf({ url, request_headers }: Pick<Attempt, "url" | "request_headers">, body: string): string {
  const headers = Object.entries(request_headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  // Without --globoff curl takes brackets and braces of an address for patterns.
  return [`curl --globoff ${quoted(url)}`, ...headers, `--data-binary ${quoted(body)}`].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
