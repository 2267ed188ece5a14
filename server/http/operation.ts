import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Contract, InputOf } from "@/lib/contracts/contract";
import { judge } from "@/lib/contracts/judge";
import { API_BASE, type Environment, environmentOfPath } from "@/lib/environment";
import { ApiError, invalid } from "@/lib/errors";
import type { Language } from "@/lib/i18n/validation";
import { METHOD_HEADER, TARGET_HEADER } from "@/lib/page-request";
import { paginationOf } from "@/lib/pagination";
import type { Access } from "@/server/accounts";
import { actorOf, type Context, type ContextOf, type OpenContext } from "@/server/context";
import { type Database, database, isConnectionError, isDiskFull } from "@/server/db/database";
import { env } from "@/server/env";
import { usedKeyOf } from "@/server/idempotency";
import { log } from "@/server/log";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { noteCall } from "@/server/request-log";
import { Download, type Rows, type Verb } from "@/server/verb";
import { fileAsked } from "./accept";
import { admit, basicClient, recognise } from "./admission";
import { audited, recordRefusal } from "./audit";
import { readForm, readJson, readQuery } from "./body";
import { diskNearlyFull, requireRoom } from "./full-disk";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** One operation: contract and verb. */
export type Operation = {
  contract: Contract;
  serve: (request: Request, params: Record<string, unknown>, state: State) => Promise<Response>;
};

type State = {
  requestId: string;
  url: URL;
  environment: Environment;
  access?: Access;
  language: Language;
  /** The bodies as JSON; absent: none, or a file. */
  sent?: unknown;
  answered?: unknown;
};

const API_HEADERS: Record<string, string> = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

function headersOf(state: State): Record<string, string> {
  const headers: Record<string, string> = { ...API_HEADERS, "x-request-id": state.requestId };
  if (state.access) {
    const { rate } = state.access;
    headers["x-ratelimit-limit"] = String(rate.limit);
    headers["x-ratelimit-remaining"] = String(rate.remaining);
    headers["x-ratelimit-reset"] = String(rate.reset);
  }
  return headers;
}

function json(body: unknown, state: State, status = 200, headers: Record<string, string> = {}): Response {
  state.answered = body;
  return new Response(JSON.stringify(body), { status, headers: { ...headersOf(state), ...headers } });
}

function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid({ path: ["Idempotency-Key"], key: "idempotencyKey" });
  return key;
}

async function readInput<C extends Contract>(
  contract: C,
  verb: Verb<C>,
  request: Request,
  state: State,
  params: Record<string, unknown>,
  ctx: ContextOf<C>,
): Promise<InputOf<C>> {
  const namesOf = (schema: z.ZodType | undefined) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
  const read = () =>
    contract.bodyType === "form" ? readForm(request, namesOf(contract.body)) : readJson(request, contract.mib);
  const body = contract.body ? await read() : undefined;
  state.sent = body;
  const rules = [contract.rules, contract.body && (await verb.rules?.(ctx))].filter((each) => each !== undefined);
  const judged = [
    contract.params && judge(contract.params, params),
    contract.query && judge(contract.query, readQuery(state.url.searchParams, namesOf(contract.query))),
    contract.body && judge(contract.body, body, ...rules),
  ];
  const problems = judged.flatMap((each) => each?.problems ?? []);
  if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
  const authorization = request.headers.get("authorization");
  const client = contract.basicClient && authorization !== null ? basicClient(authorization) : {};
  return Object.assign({}, ...judged.map((each) => each?.data), client);
}

/** The answer's body: `data`, and for lists the pagination. */
export function envelope(contract: Contract, input: Record<string, unknown>, answer: unknown): unknown {
  if (contract.bare) return answer;
  if (!contract.list) return { data: answer };
  const { rows, total, isAtLeast } = answer as Rows<unknown>;
  return { data: rows, pagination: paginationOf(total, input as { limit: string; offset: string }, isAtLeast) };
}

/** Outside production every answer is checked against its contract, so that tests find differences. */
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
 * Connects a contract with its verb. The order for a request (docs/architecture.md): environment, caller, permission,
 * rate limit, body, contract, verb, contract, envelope.
 */
export function operation<C extends Contract>(contract: C, verb: Verb<C>): Operation {
  const serve: Operation["serve"] = async (request, params, state) => {
    if (contract.testingOnly && state.environment !== "testing") throw new ApiError("NOT_FOUND");
    const opened = await database();
    const open: OpenContext = {
      requestId: state.requestId,
      environment: state.environment,
      db: opened.db,
      idempotencyKey: null,
      language: state.language,
      address: request.headers.get(ADDRESS_HEADER) ?? "unknown",
    };
    return serveCall(request, params, state, opened, open).catch(async (error: unknown) => {
      if (state.access) await recordRefusal(open, state.access, contract, params, error);
      throw error;
    });
  };
  const serveCall = async (
    request: Request,
    params: Record<string, unknown>,
    state: State,
    opened: Database,
    open: OpenContext,
  ): Promise<Response> => {
    const caller = contract.account === "none" ? null : await callerOf(contract, request, open, state);
    await requireRoom(contract, opened);
    // The checks above guarantee the context that the contract's type requires.
    const ctx = (caller ?? open) as ContextOf<C>;
    if (contract.creates) ctx.idempotencyKey = idempotencyKeyOf(request);
    const refuse = async (error: unknown): Promise<never> => {
      // A used key is reported before anything else that is wrong with the request (contract §14.2).
      const isRefusal = error instanceof ApiError && ["BAD_REQUEST", "NOT_FOUND"].includes(error.reason);
      throw (isRefusal && caller && (await usedKeyOf(caller, contract))) || error;
    };
    const input = await readInput(contract, verb, request, state, params, ctx).catch(refuse);
    const accept = request.headers.get("accept");
    const asFile = fileAsked(contract.files?.map(({ type }) => type) ?? [], accept);
    const run = (acting: OpenContext) => verb(acting as ContextOf<C>, input, asFile);
    const answer = await (caller ? audited(caller, contract, input, run) : run(ctx)).catch(refuse);
    if (answer instanceof Download) return fileResponse(answer, state);
    checkAnswer(contract, answer);
    return json(envelope(contract, input as Record<string, unknown>, answer), state);
  };
  return { contract, serve };
}

async function callerOf(contract: Contract, request: Request, open: OpenContext, state: State): Promise<Context> {
  const access = await recognise(request, open);
  state.access = access;
  return admit(contract, request, access, open);
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return diskNearlyFull();
  if (isConnectionError(error)) return new ApiError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "5" } });
  return new ApiError("API_ERROR");
}

function languageOf(request: Request): Language {
  // Messages are in the reader's language in the dashboard; programs get English, whatever Accept-Language their HTTP
  // library sends.
  return request.headers.get("x-sampan-language") === "zh-Hant" ? "zh-Hant" : "en";
}

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** Runs the work of one request, and is the only place that catches its errors. */
async function answer(
  request: Request,
  contract: Contract | undefined,
  work: (state: State) => Promise<Response>,
): Promise<Response> {
  const started = performance.now();
  const url = new URL(request.headers.get(TARGET_HEADER) ?? request.url, request.url);
  const state: State = {
    requestId: `req_${randomUUID().replaceAll("-", "")}`,
    url,
    environment: environmentOfPath(url.pathname),
    language: languageOf(request),
  };
  let response: Response;
  let error: ApiError | undefined;
  try {
    response = await work(state);
  } catch (thrown) {
    error = asApiError(thrown);
    response = json(
      contract?.errorBody?.(error) ?? { error: error.body(state.language) },
      state,
      error.status,
      error.headers,
    );
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
  const { requestId, access } = state;
  const { method } = request;
  const { status } = response;
  const ms = Math.round((performance.now() - started) * 10) / 10;
  log().info(
    {
      ...{ requestId, method, path: url.pathname, status, ms },
      actor: access && actorOf(access),
      account: access?.account?.id,
    },
    "request",
  );
  if (contract && access) noteCall({ ...state, contract, access, method, status, ms, error });
  return response;
}

/** The handlers of one address, for every method: other methods get 405, OPTIONS the actual Allow (contract §11.3). */
export function operations(
  served: Partial<Record<Method, Operation>>,
): Record<Method | "HEAD" | "OPTIONS", RouteHandler> {
  const known = METHODS.filter((method) => served[method]);
  const allow = [...known, ...(served.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");

  const handlerOf = (method: Method): RouteHandler => {
    const op = served[method];
    return (request, context) =>
      answer(request, op?.contract, async (state) => {
        if (!op) throw new ApiError("METHOD_NOT_ALLOWED", { headers: { allow } });
        return op.serve(request, await context.params, state);
      });
  };
  const get = handlerOf("GET");
  const head: RouteHandler = async (request, context) => bodiless(await get(request, context));
  const options: RouteHandler = (request) =>
    answer(request, undefined, async (state) => {
      // A method for which Next has no handlers (contract §1.2).
      if (request.headers.has(METHOD_HEADER)) throw new ApiError("METHOD_NOT_ALLOWED", { headers: { allow } });
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

const NO_OPERATION = `No operation is at this address. The bases are ${API_BASE.production} (production) and ${API_BASE.testing} (testing).`;

/**
 * The handlers of every address that is not an operation, below a base or similar to one (contract §1.3): 404 in the
 * envelope.
 */
export function unknownAddress(): Record<Method | "HEAD" | "OPTIONS", RouteHandler> {
  const handler: RouteHandler = (request) =>
    answer(request, undefined, async () => {
      throw new ApiError("NOT_FOUND", { message: NO_OPERATION });
    });
  const head: RouteHandler = async (request, context) => bodiless(await handler(request, context));
  return { GET: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler, HEAD: head, OPTIONS: handler };
}
