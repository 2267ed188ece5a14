import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Contract, DataOf, InputOf, Role } from "@/lib/contracts/contract";
import { inDocumentOrder, memberFor, problemsOf } from "@/lib/contracts/problems";
import { type Environment, environmentOfPath } from "@/lib/environment";
import { ApiError, invalid, type Problem } from "@/lib/errors";
import type { Language } from "@/lib/i18n/validation";
import {
  type Access,
  accessBySession,
  accessByToken,
  recordAudit,
  recordLook,
  requireUsableAccount,
  sessionIdOf,
} from "@/server/accounts";
import type { AccountContext, Context, Db } from "@/server/context";
import { database, isConnectionError } from "@/server/db/database";
import { env } from "@/server/env";
import { log } from "@/server/log";
import { ADDRESS_HEADER } from "./address";
import { readForm, readJson, readQuery } from "./body";
import type { RateState } from "./limits";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** A file in place of JSON; `inline` or not, it is named for saving (RFC 5987). */
export class Download {
  constructor(
    readonly bytes: Uint8Array,
    readonly type: string,
    readonly filename: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

type Rows<T> = { rows: T[]; total: number };
type Answer<C extends Contract> = true extends C["list"] ? Rows<DataOf<C>> : DataOf<C>;

/** A verb serves one operation: context and parsed input in, data out. */
export type Verb<C extends Contract> = (ctx: AccountContext, input: InputOf<C>) => Promise<Answer<C> | Download>;

type Options = {
  /** Rules beyond the shape of the body; they see it incomplete or wrong, so that all failures are told at once. */
  problems?: (body: unknown, ctx: AccountContext) => Problem[] | Promise<Problem[]>;
  /** Takes a caller who names no account: lists over all accounts, look-ups by a global number. */
  accountOptional?: boolean;
  /** Turns an error into a body of the operation's own form. */
  errorBody?: (error: ApiError) => unknown;
  /** The answer to an Idempotency-Key that was used: it comes before whatever is wrong with the request (decisions §5.2). */
  usedKey?: (ctx: AccountContext, operation: string) => Promise<ApiError | undefined>;
  /** Not an operation of production. */
  testingOnly?: boolean;
};

/** One operation: contract, verb and what is particular to it. */
export type Operation = {
  contract: Contract;
  serve: (request: Request, params: Record<string, unknown>, state: State) => Promise<Response>;
  errorBody?: (error: ApiError) => unknown;
};

type State = {
  requestId: string;
  environment: Environment;
  rate?: RateState;
  actor?: string;
  accountId?: string;
  language: Language;
};

const API_HEADERS: Record<string, string> = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

function headersOf(state: State): Record<string, string> {
  const headers: Record<string, string> = { ...API_HEADERS, "x-request-id": state.requestId };
  if (state.rate) {
    headers["x-ratelimit-limit"] = String(state.rate.limit);
    headers["x-ratelimit-remaining"] = String(state.rate.remaining);
    headers["x-ratelimit-reset"] = String(state.rate.reset);
  }
  return headers;
}

function json(body: unknown, state: State, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...headersOf(state), ...headers } });
}

function parse(schema: z.ZodType | undefined, value: unknown): { data: object; problems: Problem[] } {
  if (!schema) return { data: {}, problems: [] };
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success
    ? { data: parsed.data as object, problems: [] }
    : { data: {}, problems: problemsOf(parsed.error) };
}

/** A cookie request that changes state must come from our own pages (decisions §1.3). */
function requireOwnOrigin(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const host = request.headers.get("host");
  const sameOrigin = origin !== null && host !== null && URL.canParse(origin) && new URL(origin).host === host;
  if (site !== null ? site !== "same-origin" : !sameOrigin) throw new ApiError("FORBIDDEN");
}

function namedAccount(request: Request): string | null {
  const named = request.headers.get("x-account-id");
  return named !== null && /^\d{1,15}$/.test(named) ? named : null;
}

/** Staff who name an account name one that exists; to everybody else the header means nothing (decisions §1.7). */
function judgeNamedAccount(request: Request, { actor, account }: Access): void {
  if (!isStaff(actor.role) || !request.headers.has("x-account-id")) return;
  if (namedAccount(request) === null) throw invalid({ path: ["X-Account-Id"], key: "integer" });
  if (!account) throw invalid({ path: ["X-Account-Id"], key: "accountRequired" });
}

async function recognise(request: Request, db: Db, environment: Environment): Promise<Access> {
  const named = namedAccount(request);
  const authorization = request.headers.get("authorization");
  let access: Access | null;
  if (authorization !== null) {
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    access = token ? await accessByToken(db, token, environment, named) : null;
  } else {
    const sessionId = await sessionIdOf(request);
    access = sessionId ? await accessBySession(db, sessionId, named) : null;
  }
  if (!access) throw new ApiError("UNAUTHORIZED", { headers: { "www-authenticate": "Bearer" } });
  return access;
}

function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid({ path: ["Idempotency-Key"], key: "idempotencyKey" });
  return key;
}

function isStaff(role: Role): boolean {
  return role === "support" || role === "warehouse";
}

/** Staff act on an account that is not their own: each such call is audited (decisions §1.7). */
function isStaffOnAccount({ actor, account }: Access): boolean {
  return isStaff(actor.role) && account !== null && account.id !== actor.accountId;
}

/** What a call names, the narrowest first. */
const OBJECTS = ["id", "delivery_id", "product_id", "wave_id", "draft_id", "order_id", "tracking_number"] as const;

/** The one thing that a call is about, for the audit log: without it, looks at different things are one. */
function objectOf(input: unknown): string | undefined {
  const given = (input ?? {}) as Record<string, unknown>;
  return OBJECTS.map((name) => given[name]).find((each) => typeof each === "string") as string | undefined;
}

async function readInput<C extends Contract>(
  contract: C,
  request: Request,
  params: Record<string, unknown>,
  ctx: AccountContext,
  options: Options,
): Promise<InputOf<C>> {
  const namesOf = (schema: z.ZodType | undefined) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
  const query = readQuery(new URL(request.url).searchParams, namesOf(contract.query));
  const read = () => (contract.bodyType === "form" ? readForm(request, namesOf(contract.body)) : readJson(request));
  const body = contract.body ? await read() : undefined;
  const parts = [
    { schema: contract.params as z.ZodType | undefined, value: params },
    { schema: contract.query as z.ZodType | undefined, value: query },
    { schema: contract.body ? memberFor(contract.body, body) : undefined, value: body },
  ];
  const input: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [index, { schema, value }] of parts.entries()) {
    const parsed = parse(schema, value);
    let found = parsed.problems;
    if (index === 2 && schema) {
      // A wrong ship_type leaves nothing to judge the other fields by; it is told alone (decisions §3.8).
      const untold = found.length === 1 && found[0]?.path[0] === "ship_type";
      if (options.problems && !untold)
        found = [...found, ...(await options.problems(parsed.problems.length ? value : parsed.data, ctx))];
      if (found.length) found = inDocumentOrder(contract.recode?.(found, value) ?? found, schema);
    }
    problems.push(...found);
    Object.assign(input, parsed.data);
  }
  if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
  return input as InputOf<C>;
}

function envelope(contract: Contract, input: Record<string, unknown>, answer: unknown): unknown {
  if (contract.bare) return answer;
  if (!contract.list) return { data: answer };
  const { rows, total } = answer as Rows<unknown>;
  const limit = Number(input.limit);
  return {
    data: rows,
    pagination: {
      total,
      page: Math.floor(Number(input.offset) / limit) + 1,
      per_page: limit,
      total_pages: Math.ceil(total / limit),
    },
  };
}

/** Outside production every answer is held against its contract, so that tests find what drifts. */
function checkAnswer(contract: Contract, answer: unknown): void {
  if (env().nodeEnv === "production") return;
  const rows = contract.list ? (answer as Rows<unknown>).rows : [answer];
  for (const row of rows) contract.response.parse(row);
}

function fileResponse(file: Download, state: State): Response {
  const ascii = file.filename.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return new Response(Buffer.from(file.bytes), {
    headers: {
      ...headersOf(state),
      ...file.headers,
      "content-type": file.type,
      "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
    },
  });
}

/**
 * Joins a contract with its verb. The way of a request (architecture): environment, who, may they, rate limit, body,
 * contract, verb, contract, envelope.
 */
export function operation<C extends Contract>(contract: C, verb: Verb<C>, options: Options = {}): Operation {
  const serve: Operation["serve"] = async (request, params, state) => {
    if (options.testingOnly && state.environment !== "testing") throw new ApiError("NOT_FOUND");
    const { db } = await database();
    const ctx = {
      requestId: state.requestId,
      environment: state.environment,
      db,
      language: state.language,
      address: request.headers.get(ADDRESS_HEADER) ?? "unknown",
      authorization: request.headers.get("authorization"),
      accept: request.headers.get("accept"),
    } as Context;
    let isAudited = false;
    if (contract.who !== "anyone") {
      const access = await recognise(request, db, state.environment);
      state.rate = access.rate;
      state.actor = `${access.actor.kind}:${access.actor.id}`;
      state.accountId = access.account?.id;
      Object.assign(ctx, { actor: access.actor, account: access.account, catalogueVersion: access.catalogueVersion });
      if (access.actor.kind === "person") requireOwnOrigin(request);
      requireUsableAccount(access, contract.method === "GET");
      if (!(contract.who as readonly Role[]).includes(access.actor.role)) throw new ApiError("FORBIDDEN");
      if (contract.audience === "people" && access.actor.kind !== "person") throw new ApiError("FORBIDDEN");
      if (!access.rate.allowed) {
        const seconds = access.rate.retryAfter;
        throw new ApiError("RATE_LIMIT_EXCEEDED", {
          extra: { retry_after: seconds },
          headers: { "retry-after": String(seconds) },
        });
      }
      judgeNamedAccount(request, access);
      if (!access.account && !options.accountOptional)
        throw invalid({ path: ["X-Account-Id"], key: "accountRequired" });
      isAudited = isStaffOnAccount(access);
    }
    ctx.idempotencyKey = contract.creates ? idempotencyKeyOf(request) : null;
    const refuse = async (error: unknown): Promise<never> => {
      const isRefusal = error instanceof ApiError && error.reason === "BAD_REQUEST";
      const used =
        isRefusal && ctx.idempotencyKey !== null && (await options.usedKey?.(ctx as AccountContext, contract.id));
      throw used || error;
    };
    const input = await readInput(contract, request, params, ctx as AccountContext, options).catch(refuse);
    const record = contract.method === "GET" ? recordLook : recordAudit;
    if (isAudited) await record(ctx as AccountContext, contract.id, objectOf(input));
    const answer = await verb(ctx as AccountContext, input).catch(refuse);
    if (answer instanceof Download) return fileResponse(answer, state);
    checkAnswer(contract, answer);
    return json(envelope(contract, input as Record<string, unknown>, answer), state);
  };
  return options.errorBody ? { contract, serve, errorBody: options.errorBody } : { contract, serve };
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isConnectionError(error)) return new ApiError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "5" } });
  return new ApiError("API_ERROR");
}

function languageOf(request: Request): Language {
  // Words follow the reader in the dashboard; programs get English, whatever their HTTP library says of itself.
  return request.headers.get("x-sampan-language") === "zh-Hant" ? "zh-Hant" : "en";
}

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** Runs the work of one request; the one catch on its path. */
async function answer(
  request: Request,
  errorBody: ((error: ApiError) => unknown) | undefined,
  work: (state: State) => Promise<Response>,
): Promise<Response> {
  const started = performance.now();
  const { pathname } = new URL(request.url);
  const state: State = {
    requestId: `req_${randomUUID().replaceAll("-", "")}`,
    environment: environmentOfPath(pathname),
    language: languageOf(request),
  };
  let response: Response;
  try {
    response = await work(state);
  } catch (thrown) {
    const error = asApiError(thrown);
    response = json(errorBody?.(error) ?? { error: error.body(state.language) }, state, error.status, error.headers);
    if (error !== thrown) log().error({ requestId: state.requestId, err: thrown }, "request failed");
    log().warn(
      {
        requestId: state.requestId,
        code: error.body().code,
        reason: error.reason,
        fields: error.problems?.map(({ path }) => path.join(".")),
      },
      "request refused",
    );
  }
  log().info(
    {
      requestId: state.requestId,
      method: request.method,
      path: pathname,
      status: response.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      actor: state.actor,
      account: state.accountId,
    },
    "request",
  );
  return response;
}

/** The handlers of one address, for every method: other methods get 405, OPTIONS the true Allow (decisions §1.4, §1.6). */
export function operations(
  served: Partial<Record<Method, Operation>>,
): Record<Method | "HEAD" | "OPTIONS", RouteHandler> {
  const known = METHODS.filter((method) => served[method]);
  const allow = [...known, ...(served.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");

  const handlerOf = (method: Method): RouteHandler => {
    const op = served[method];
    return (request, context) =>
      answer(request, op?.errorBody, async (state) => {
        if (!op) throw new ApiError("METHOD_NOT_ALLOWED", { headers: { allow } });
        return op.serve(request, await context.params, state);
      });
  };
  const get = handlerOf("GET");
  const head: RouteHandler = async (request, context) => bodiless(await get(request, context));
  const options: RouteHandler = (request) =>
    answer(request, undefined, async (state) => {
      const { "content-type": _none, ...headers } = headersOf(state);
      return new Response(null, { status: 204, headers: { ...headers, allow } });
    });
  return {
    GET: get,
    POST: handlerOf("POST"),
    PUT: handlerOf("PUT"),
    PATCH: handlerOf("PATCH"),
    DELETE: handlerOf("DELETE"),
    HEAD: head,
    OPTIONS: options,
  };
}

function bodiless(response: Response): Response {
  return new Response(null, { status: response.status, headers: response.headers });
}

/** The handlers of every address below a base that is not an operation: 404 in the envelope. */
export function unknownAddress(): Record<Method | "HEAD" | "OPTIONS", RouteHandler> {
  const handler: RouteHandler = (request) =>
    answer(request, undefined, async () => {
      throw new ApiError("NOT_FOUND");
    });
  const head: RouteHandler = async (request, context) => bodiless(await handler(request, context));
  return { GET: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler, HEAD: head, OPTIONS: handler };
}
