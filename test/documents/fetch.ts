import { API_BASE, type Environment } from "@/lib/environment";
import type { Merchant } from "../factories";
import { respond } from "../http";

type Asked = { environment?: Environment; accept?: string; body?: unknown };

/** Asks an operation for the PDF itself; with a body it is posted. */
export async function fetchDocument(
  shop: Merchant,
  path: string,
  { environment = "testing", accept = "application/pdf", body }: Asked = {},
): Promise<{ response: Response; bytes: Uint8Array }> {
  const headers = { authorization: `Bearer ${shop.tokens[environment]}`, accept, "content-type": "application/json" };
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const url = `http://localhost:3000${API_BASE[environment]}${path}`;
  const response = await respond(new Request(url, { headers, ...post }));
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}
