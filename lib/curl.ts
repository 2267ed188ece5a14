/** A request as a command for a POSIX shell. */
export function curlCommand({
  method,
  url,
  headers,
  body,
}: {
  /** Absent: what curl chooses, POST with a body and GET without. */
  method?: string | undefined;
  url: string;
  /** Each quoted for the shell already. */
  headers: readonly string[];
  body?: string | undefined;
}): string {
  return [
    // Without --globoff curl treats brackets and braces in an address as patterns.
    `curl --globoff ${shellQuoted(url)}${method === "HEAD" ? " --head" : method ? ` -X ${method}` : ""}`,
    ...headers.map((header) => `-H ${header}`),
    ...(body === undefined ? [] : [`--data-binary ${shellQuoted(body)}`]),
  ].join(" \\\n  ");
}

/** A text that the shell takes as it is. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
