import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { API_BASE, type Environment } from "@/lib/environment";
import type { ErrorEntry } from "@/lib/errors";
import type { RouteHandler } from "@/server/http/operation";

const ROOT = join(import.meta.dirname, "..");
const ROUTES = join(ROOT, "app/v1");

type Route = { segments: string[]; file: string };

function routesBelow(folder: string): Route[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return routesBelow(path);
    return entry.name === "route.ts"
      ? [{ segments: relative(ROUTES, folder).split("/").filter(Boolean), file: path }]
      : [];
  });
}

// As Next matches: a fixed segment before a parameter, the catch-all last.
// Compared by code point: a locale puts signs before letters.
const order = ({ segments }: Route) => segments.join("/").replaceAll("[", "~");
const routes = routesBelow(ROUTES).sort((a, b) => (order(a) < order(b) ? -1 : 1));

function match(path: string): { file: string; params: Record<string, string> } {
  const parts = path.split("/").filter(Boolean);
  for (const { segments, file } of routes) {
    if (segments.some((segment) => segment.startsWith("[[..."))) continue;
    if (segments.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = segments.every((segment, index) => {
      const part = decodeURIComponent(parts[index] ?? "");
      const name = /^\[(\w+)\]$/.exec(segment)?.[1];
      if (name) params[name] = part;
      return name !== undefined || segment === part;
    });
    if (fits) return { file, params };
  }
  return { file: join(ROUTES, "[[...unknown]]/route.ts"), params: {} };
}

/** Serves a request as the running product would: the routes of both bases are one tree. */
export async function dispatch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { file, params } = match(pathname.replace(/^(\/testing)?\/v1/, ""));
  const handlers = (await import(file)) as Record<string, RouteHandler>;
  const handler = handlers[request.method];
  if (!handler) throw new Error(`${request.method} is not exported by ${file}`);
  return handler(request, { params: Promise.resolve(params) });
}

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

/** Calls one environment's API through its route handlers. */
export function api(environment: Environment = "testing", defaults: Call = {}) {
  async function call(method: string, path: string, options: Call = {}): Promise<Answer> {
    const merged = { ...defaults, ...options, headers: { ...defaults.headers, ...options.headers } };
    const headers = new Headers(merged.headers);
    if (merged.token) headers.set("authorization", `Bearer ${merged.token}`);
    let body: string | undefined;
    if (merged.form) {
      headers.set("content-type", "application/x-www-form-urlencoded");
      body = new URLSearchParams(merged.form).toString();
    } else if (merged.body !== undefined) {
      if (!headers.has("content-type")) headers.set("content-type", "application/json");
      body = typeof merged.body === "string" ? merged.body : JSON.stringify(merged.body);
    }
    const url = `http://localhost:3000${API_BASE[environment]}${path}`;
    const response = await dispatch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
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
