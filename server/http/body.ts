import { dropEmpty } from "@/lib/contracts/normalise";
import { ApiError, invalid, type Path } from "@/lib/errors";
import { jsonErrorAt } from "./json-error";
import type { ApiRequest } from "./request";

const MIB = 1_048_576;
/** How much of an oversized body without a length is read and discarded before the answer is sent. */
const MAX_DISCARD_BYTES = 8 * MIB;

function tooLarge(mib: number): ApiError {
  return new ApiError("PAYLOAD_TOO_LARGE", { message: `The body is larger than ${mib} MiB.` });
}

/** The client hung up while it sent: a fault of the request, although its error looks like a lost database. */
function endsEarly(): never {
  throw invalid({ path: ["json_parse"], key: "jsonEndsEarly" });
}

/**
 * Reads a body while counting its bytes. More than `mib` MiB is answered with 413; if Content-Length already says so,
 * without reading the body.
 */
async function readBytes(request: ApiRequest, mib: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  if (declared > mib * MIB) throw tooLarge(mib);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size <= mib * MIB) chunks.push(chunk);
      else if (size > MAX_DISCARD_BYTES) break;
      else chunks.length = 0;
    }
  } catch {
    endsEarly();
  }
  if (size > mib * MIB) throw tooLarge(mib);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw invalid({ path: ["json_parse"], key: "notUtf8" });
  }
}

function judgeContentType(request: ApiRequest, expected: string): void {
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

/** Reads a JSON object of at most `mib` MiB (contract §12); an empty body is `{}`. */
export async function readJson(request: ApiRequest, mib = 1): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, mib);
  if (bytes.byteLength === 0) return {};
  judgeContentType(request, "application/json");
  let value: unknown;
  const source = decode(bytes);
  try {
    value = JSON.parse(source);
  } catch {
    const at = jsonErrorAt(source);
    const path = ["json_parse"];
    if (!at) endsEarly();
    throw invalid({ path, key: "notJson", params: at });
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw invalid({ path: ["json_parse"], key: "notObject" });
  dropEmpty(value);
  return value as Record<string, unknown>;
}

/** Picks the given names; others are ignored (contract §12.4), even if they are repeated. */
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

/** Reads a file of one of these types, of at most `mib` MiB. */
export async function readUpload(
  request: ApiRequest,
  types: readonly string[],
  mib = 1,
): Promise<{ content: Uint8Array }> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (!types.includes(type.trim().toLowerCase()))
    throw invalid({ path: ["content_type"], key: "contentType", params: { expected: types.join(", ") } });
  return { content: await readBytes(request, mib) };
}

/** Reads an application/x-www-form-urlencoded body. */
export async function readForm(request: ApiRequest, names: readonly string[]): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, 1);
  if (bytes.byteLength === 0) return {};
  judgeContentType(request, "application/x-www-form-urlencoded");
  return fields(new URLSearchParams(decode(bytes)), names, []);
}

/**
 * Reads a query; an empty `limit` or `offset` is an error, any other empty value counts as missing (contract §11.5,
 * §12.3).
 */
export function readQuery(query: URLSearchParams, names: readonly string[]): Record<string, unknown> {
  return fields(query, names, ["limit", "offset"]);
}
