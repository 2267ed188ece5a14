import { dropEmpty } from "@/lib/contracts/normalise";
import { ApiError, invalid, type Path } from "@/lib/errors";

export { dropEmpty };

/** The largest body taken, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;
/** How much of a too large body without a length is read and thrown away before it is answered. */
const MAX_DISCARD_BYTES = 8 * MAX_BODY_BYTES;

/**
 * Reads a body by counting its bytes. Answers 413 beyond 1 MiB; a larger Content-Length is answered with the body
 * untouched. The stream is never cancelled: that would reset the connection before the client sees the answer.
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  if (declared > MAX_BODY_BYTES) throw new ApiError("PAYLOAD_TOO_LARGE");
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= MAX_BODY_BYTES) chunks.push(value);
    else if (size > MAX_DISCARD_BYTES) break;
    else chunks.length = 0;
  }
  if (size > MAX_BODY_BYTES) throw new ApiError("PAYLOAD_TOO_LARGE");
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw invalid({ path: ["json_parse"], key: "notJson", params: { detail: "it is not UTF-8" } });
  }
}

function judgeContentType(request: Request, expected: string): void {
  const [type, ...parameters] = (request.headers.get("content-type") ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  if (type !== expected || (charset !== undefined && charset !== "utf-8" && charset !== "utf8"))
    throw invalid({ path: ["content_type"], key: "contentType", params: { expected } });
}

/** Reads a JSON object (decisions §3); no body is `{}`. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return {};
  judgeContentType(request, "application/json");
  let value: unknown;
  const source = decode(bytes);
  try {
    value = JSON.parse(source);
  } catch (error) {
    // The parser's words quote the input, which can be long and is the client's own.
    const detail = (error instanceof Error ? error.message : "unreadable").slice(0, 120);
    throw invalid({ path: ["json_parse"], key: "notJson", params: { detail } });
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw invalid({ path: ["json_parse"], key: "notObject" });
  dropEmpty(value);
  return value as Record<string, unknown>;
}

/** Takes the named ones; others are ignored (decisions §3.5), however often they are given. */
function fields(
  pairs: URLSearchParams,
  names: readonly string[],
  keepEmpty: readonly string[],
): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null);
  for (const [name, value] of pairs) {
    if (!names.includes(name)) continue;
    if (name in out) throw invalid({ path: [name] as Path, key: "givenTwice" });
    out[name] = value === "" && !keepEmpty.includes(name) ? undefined : value;
  }
  return out;
}

/** Reads an application/x-www-form-urlencoded body. */
export async function readForm(request: Request, names: readonly string[]): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return {};
  judgeContentType(request, "application/x-www-form-urlencoded");
  return fields(new URLSearchParams(decode(bytes)), names, []);
}

/** Reads a query; an empty `limit` or `offset` is an error, any other empty value is not given (decisions §2.2, §3.3). */
export function readQuery(query: URLSearchParams, names: readonly string[]): Record<string, unknown> {
  return fields(query, names, ["limit", "offset"]);
}
