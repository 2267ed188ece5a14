import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ASSETS_VERSION } from "../../assets";

/** The files of swagger-ui that the reference page loads; no other host serves any. */
const TYPES: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

/** Serves one of them. An address that contains the version can be cached for ever. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  const headers = { "cross-origin-resource-policy": "same-origin" };
  const type = Object.hasOwn(TYPES, file) ? TYPES[file] : undefined;
  if (!type) return new Response("Not found", { status: 404, headers: { ...headers, "cache-control": "no-store" } });
  const text = await readFile(join(process.cwd(), "node_modules", "swagger-ui-dist", file), "utf8");
  // In a separate layer swagger-ui's style yields to ours, whatever its selectors.
  const body = file.endsWith(".css") ? `@layer swagger-ui{${text}}` : text;
  const isVersioned = new URL(request.url).searchParams.get("v") === ASSETS_VERSION;
  const cache = isVersioned ? "public, max-age=31536000, immutable" : "no-cache";
  return new Response(body, { headers: { ...headers, "content-type": type, "cache-control": cache } });
}
