import { API_BASE, type Environment } from "@/lib/environment";
import type { ErrorEntry } from "@/lib/errors";
import { OPERATION_IDS, operationOf } from "@/lib/operations";
import { respond as answered } from "@/server/http/api";

let before: ((request: Request, isAlone: () => boolean) => Promise<void>) | undefined;
let underWay = 0;

/** What happens before each call; `isAlone`: no other call is under way. */
export function beforeCall(work: typeof before): void {
  before = work;
}

/** Answers a request of the API as Next's route handler does. */
export async function respond(request: Request): Promise<Response> {
  await before?.(request, () => underWay === 0);
  underWay++;
  try {
    return await answered(request);
  } finally {
    underWay--;
  }
}

/** Paths below no base. */
const WHOLE_ADDRESSES = OPERATION_IDS.map(operationOf).flatMap(({ base, path }) => (base === "none" ? [path] : []));

/** What tests look at in an answer. */
export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  /** `error.error_trace`, or an empty list. */
  entries: ErrorEntry[];
};

export type Call = {
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
};

/** Calls one environment's API, as Next's route handler does. */
export function api(environment: Environment = "testing", defaults: Call = {}) {
  async function call(method: string, path: string, options: Call = {}): Promise<Answer> {
    const merged = { ...defaults, ...options, headers: { ...defaults.headers, ...options.headers } };
    const headers = new Headers(merged.headers);
    if (merged.token) headers.set("authorization", `Bearer ${merged.token}`);
    let body: string | Uint8Array<ArrayBuffer> | undefined;
    if (merged.form) {
      headers.set("content-type", "application/x-www-form-urlencoded");
      body = new URLSearchParams(merged.form).toString();
    } else if (merged.body !== undefined) {
      if (!headers.has("content-type")) headers.set("content-type", "application/json");
      const isAsItIs = typeof merged.body === "string" || merged.body instanceof Uint8Array;
      body = isAsItIs ? (merged.body as string) : JSON.stringify(merged.body);
    }
    const base = WHOLE_ADDRESSES.includes(path.replace(/\/$/, "")) ? "" : API_BASE[environment];
    const url = `http://localhost:3000${base}${path}`;
    const response = await respond(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
    const parsed = isJson ? JSON.parse(text) : text;
    return {
      status: response.status,
      headers: response.headers,
      body: parsed,
      entries: parsed?.error?.error_trace ?? [],
    };
  }
  return {
    call,
    get: (path: string, options?: Call) => call("GET", path, options),
    post: (path: string, body?: unknown, options?: Call) => call("POST", path, { ...options, body }),
  };
}

export type Api = ReturnType<typeof api>;
